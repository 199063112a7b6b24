/// What the rounds show of two times.
package enum Verdict: String, Word {
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

  /// What files call it.
  package var name: String { rawValue }

  /// Whether it says that the two differ.
  package var isDifference: Bool { self == .faster || self == .slower }
}
