/// What the rounds show of two times.
public enum Verdict: Hashable, Sendable {
  /// The ratio is below the margin.
  case faster
  /// The ratio is above the margin.
  case slower
  /// The ratio is inside the margin.
  case equivalent
  /// The rounds do not decide.
  case unresolved
  /// They would decide, but the run's null control finds as much between equal strategies.
  case withheld
}

extension Verdict {
  /// What files call it.
  public var name: String {
    switch self {
    case .faster: "faster"
    case .slower: "slower"
    case .equivalent: "equivalent"
    case .unresolved: "unresolved"
    case .withheld: "withheld"
    }
  }

  /// The verdict that a file names.
  public init?(name: String) {
    let all: [Verdict] = [.faster, .slower, .equivalent, .unresolved, .withheld]
    guard let verdict = all.first(where: { $0.name == name }) else { return nil }
    self = verdict
  }

  /// Whether it says that the two differ.
  public var isDifference: Bool { self == .faster || self == .slower }
}
