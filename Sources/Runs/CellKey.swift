import Basics

package enum CacheState: String, NamedValue {
  /// A list in use: steps are timed when their time has settled.
  case warm
  /// The first use after other work: caches are emptied before each timed step.
  case cold
}

/// The conditions under which strategies are measured against each other, in the same repetitions.
package struct CellGroup: Hashable, Codable, Sendable {
  package var scenario: String
  /// The name in the command line: `uniform:20-200`.
  package var heights: String
  package var rows: Int
  package var caches: CacheState

  package init(scenario: String, heights: String, rows: Int, caches: CacheState = .warm) {
    (self.scenario, self.heights, self.rows, self.caches) = (scenario, heights, rows, caches)
  }

  /// The seed text of random choices: `offset chat 1000 warm`. It must never change, because compared
  /// revisions have to agree on it.
  var seedText: String { "\(scenario) \(heights) \(rows) \(caches.rawValue)" }
}

package enum CellRole: String, NamedValue {
  case strategy
  /// The empty strategy, whose time is the harness overhead.
  case floor
  /// The A/A control: the strategy with the key's id and mode, measured a second time.
  case control
}

/// One cell of a run: a strategy, in one of its modes, in a group. The key of an A/A control differs from its
/// base's in the role alone.
package struct CellKey: Hashable, Codable, Sendable {
  package var group: CellGroup
  package var strategy: String
  /// `corrected` or `published`.
  package var mode: String
  package var role: CellRole

  package init(group: CellGroup, strategy: String, mode: String, role: CellRole = .strategy) {
    (self.group, self.strategy, self.mode, self.role) = (group, strategy, mode, role)
  }

  static let blank = CellKey(
    group: CellGroup(scenario: "", heights: "", rows: 0), strategy: "", mode: "")

  /// The strategy in messages: `fenwick (corrected)`, `fenwick (A/A control)`.
  package var name: String { "\(strategy) (\(role == .control ? "A/A control" : mode))" }

  /// The cell in messages: `fenwick (corrected) in offset, chat, 1000 rows`.
  package var text: String {
    "\(name) in \(group.scenario), \(group.heights), \(group.rows) rows"
      + (group.caches == .warm ? "" : ", \(group.caches.rawValue)")
  }
}

extension CellKey {
  /// Throws `usage` for names that the CSV files cannot contain: those that data frames read as a missing
  /// value, and control characters, because a line break would make an incomplete line look complete.
  package func check() throws(RunFault) {
    for name in [group.scenario, group.heights, strategy, mode] {
      guard !["", "na", "n/a", "nan", "none", "null"].contains(name.lowercased()) else {
        throw RunFault(
          .usage, "the name \(name.quoted) reads as a missing value in data frames")
      }
      guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw RunFault(.usage, "the name \(name.quoted) holds a control character")
      }
    }
  }
}

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
