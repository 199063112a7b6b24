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
  var isFault: Bool { isWrong || isFailed || self == .notReached }

  /// What files call it: `ok`, `cut`, or why there is no figure.
  package var text: String {
    switch self {
    case .ok: "ok"
    case .cut: "cut"
    case .unsupported(let reason): reason.isEmpty ? "no figure" : reason
    case .empty: "no rows to ask about"
    case .wrong(nil): "wrong answers while timed"
    case .wrong(let step?): "wrong answer in step \(step)"
    case .failed(let how): "failed: \(how)"
    case .notReached: "not reached"
    }
  }

  init(text: String) {
    let step = text.split(separator: " ").last.flatMap { Int($0) }
    let known: [CellStatus] = [
      .ok, .cut, .empty, .notReached, .wrong(step: nil), .wrong(step: step ?? 0),
      .failed(String(text.dropFirst("failed: ".count))),
    ]
    self = known.first { $0.text == text } ?? .unsupported(text)
  }
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
package struct Doubt: Hashable, Sendable {
  package let text: String

  /// Less time than a load takes.
  static let tooFast = Doubt(text: "less than 0.1 ns for each row looked at")
  package static let unsettled = Doubt(text: "had not settled when it was timed")

  /// The median then is the middle of two different things.
  static func skewed(_ factor: Double) -> Doubt {
    Doubt(text: "the mean of its repetitions is \(factor) times their median")
  }

  package static func fasterThan(rows: Int) -> Doubt {
    Doubt(text: "faster than with \(rows) rows")
  }
}

extension [Doubt] {
  package var text: String? { isEmpty ? nil : map(\.text).joined(separator: "; ") }

  var field: String? {
    get { text }
    set { self = newValue?.split(separator: "; ").map { Doubt(text: String($0)) } ?? [] }
  }
}
