/// Whether a cell has a figure, and if not, why.
package enum CellStatus: Hashable, Sendable {
  case ok
  /// Measured, but stopped early because it was far slower than the others.
  case cut
  /// Not measured, because the technique cannot do it: the reason.
  case unsupported(String)
  case empty
  /// An answer or a screen was not the reference's: first in this step of the check, or while timed.
  case wrong(step: Int?)
  /// Failed in a process of its own, so that it was not measured: how.
  case failed(String)
  case notReached
}

extension CellStatus {
  /// Whether it was measured and its answers were right: no other cell has a figure anywhere.
  package var hasFigure: Bool { self == .ok || self == .cut }
  package var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
  package var isWrong: Bool { if case .wrong = self { true } else { false } }
  package var isFailed: Bool { if case .failed = self { true } else { false } }
  /// Whether it ought to have a figure and has none.
  package var isFault: Bool { isWrong || isFailed || self == .notReached }

  /// What files call it: `ok`, `cut`, or why there is no figure.
  package var text: String {
    switch self {
    case .ok: "ok"
    case .cut: "cut"
    case .unsupported(let reason): reason.isEmpty ? "no figure" : reason
    case .empty: Self.emptyText
    case .wrong(nil): Self.wrongWhileTimed
    case .wrong(let step?): Self.wrongInStep + String(step)
    case .failed(let how): Self.failedInProcess + how
    case .notReached: Self.notReachedText
    }
  }

  package init(text: String) {
    switch text {
    case "ok": self = .ok
    case "cut": self = .cut
    case Self.emptyText: self = .empty
    case Self.wrongWhileTimed: self = .wrong(step: nil)
    case Self.notReachedText: self = .notReached
    default:
      if text.hasPrefix(Self.wrongInStep), let step = Int(text.dropFirst(Self.wrongInStep.count)) {
        self = .wrong(step: step)
      } else if text.hasPrefix(Self.failedInProcess) {
        self = .failed(String(text.dropFirst(Self.failedInProcess.count)))
      } else {
        self = .unsupported(text)
      }
    }
  }

  private static let wrongWhileTimed = "wrong answers while timed"
  private static let wrongInStep = "wrong answer in step "
  private static let failedInProcess = "failed: "
  private static let emptyText = "no rows to ask about"
  private static let notReachedText = "not reached"
}

extension CellStatus: CSVValue, Codable {
  package static var csvExpectation: String { "ok, cut, or a reason" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard let text = String(csv: field), !text.isEmpty else { return nil }
    self.init(text: text)
  }

  package var csvText: String { text }

  package init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// What the repetitions show of two times.
package enum Verdict: String, Word {
  case faster
  case slower
  case equivalent
  case unresolved
  /// They would decide, but the run's null control finds as much between equal strategies.
  case withheld

  package var name: String { rawValue }
  package var isDifference: Bool { self == .faster || self == .slower }
}

/// What the program itself finds hard to believe of a figure.
package enum Doubt: Hashable, Sendable {
  /// Less time for each row looked at than a load takes.
  case tooFast
  /// The mean of the repetitions is so many times their median, in tenths, which then is the middle of two different things.
  case skewed(Double)
  case unsettled
  case fasterThan(rows: Int)
  case other(String)

  package var text: String {
    switch self {
    case .tooFast: "less than 0.1 ns for each row looked at"
    case .skewed(let factor): "the mean of its repetitions is \(factor) times their median"
    case .unsettled: "had not settled when it was timed"
    case .fasterThan(let rows): "faster than with \(rows) rows"
    case .other(let text): text
    }
  }

  init(text: String) {
    let numbers = text.split(separator: " ").compactMap { Double($0) }.filter(\.isFinite)
    let known: [Doubt] =
      [.tooFast, .unsettled]
      + numbers.flatMap { [.skewed($0), .fasterThan(rows: Int(min($0, 1e15)))] }
    self = known.first { $0.text == text } ?? .other(text)
  }
}

extension [Doubt] {
  package var text: String? { isEmpty ? nil : map(\.text).joined(separator: "; ") }

  var field: String? {
    get { text }
    set { self = newValue?.split(separator: "; ").map { Doubt(text: String($0)) } ?? [] }
  }
}
