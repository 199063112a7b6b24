/// Whether a cell has a result, and otherwise the reason.
package enum CellStatus: Hashable, Sendable {
  case ok
  /// Stopped early, perhaps before any repetition, because it exceeds its share of the budget: the reason.
  case timedOut(String)
  /// Not measured, because the technique cannot do it: the reason.
  case unsupported(String)
  case empty
  /// An answer or a screen differed from the reference: first in this step of the check, or while timed.
  case wrong(step: Int?)
  /// Failed in a process of its own before the run: the failure.
  case failed(String)
  case notReached
}

extension CellStatus {
  /// Whether the answers were right, so that there is a result if the cell was measured.
  package var hasFigure: Bool { self == .ok || isTimedOut }
  package var isTimedOut: Bool { if case .timedOut = self { true } else { false } }
  package var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
  package var isWrong: Bool { if case .wrong = self { true } else { false } }
  package var isFailed: Bool { if case .failed = self { true } else { false } }
  /// Whether a result is missing that should exist.
  var isFault: Bool { isWrong || isFailed || self == .notReached }

  /// The text in files: `ok`, or the reason for the missing result.
  package var text: String {
    switch self {
    case .ok: "ok"
    case .timedOut(let reason): "timed out: \(reason)"
    case .unsupported(let reason): reason.isEmpty ? "no figure" : reason
    case .empty: "no rows to ask about"
    case .wrong(nil): "wrong answers while timed"
    case .wrong(let step?): "wrong answer in step \(step)"
    case .failed(let how): "failed: \(how)"
    case .notReached: "not reached"
    }
  }
}

extension CellStatus: RawRepresentable, CSVValue {
  package static var csvExpectation: String { "ok, or a reason" }

  package init?(rawValue text: String) {
    guard !text.isEmpty else { return nil }
    let step = text.split(separator: " ").last.flatMap { Int($0) }
    let known: [CellStatus] = [
      .ok, .timedOut(String(text.dropFirst("timed out: ".count))), .empty, .notReached,
      .wrong(step: nil), .wrong(step: step ?? 0),
      .failed(String(text.dropFirst("failed: ".count))),
    ]
    self = known.first { $0.text == text } ?? .unsupported(text)
  }

  package var rawValue: String { text }
}

/// The result of comparing two times.
package enum Verdict: String, NamedValue {
  case faster
  case slower
  case equivalent
  case unresolved
  /// Certain, but the run's A/A control differs by as much.
  case suppressed

  package var name: String { rawValue }
  package var isDifference: Bool { self == .faster || self == .slower }
}
