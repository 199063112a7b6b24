import BenchBasics

/// The conditions under which the cells (measurements of strategies) of a group are measured against each
/// other, in the same repetitions.
package struct CellGroup: Hashable, Codable, Sendable {
  package var scenario: String
  /// The row heights, as they are named on the command line, such as `uniform:20-200`.
  package var heights: ExactText
  package var rows: Int

  package init(scenario: String, heights: ExactText, rows: Int) {
    (self.scenario, self.heights, self.rows) = (scenario, heights, rows)
  }

  /// The text that seeds the random choices of this group. Its format must never change, because revisions
  /// that are compared must make the same random choices.
  var seedText: String { "\(scenario) \(heights) \(rows)" }
}

package enum CellRole: String, NamedValue {
  case strategy
  /// The empty strategy, whose time is the harness overhead.
  case floor
  /// The A/A control: a second measurement of the strategy that the cell's `strategy` and `mode` identify.
  case control
}

/// A strategy, its mode, and the group in which it is measured. The keys of an A/A control and of the
/// strategy that it repeats differ only in `role`.
package struct CellKey: Hashable, Codable, Sendable {
  package var group: CellGroup
  package var strategy: String
  /// Either `corrected` or `published`.
  package var mode: String
  package var role: CellRole

  package init(group: CellGroup, strategy: String, mode: String, role: CellRole = .strategy) {
    (self.group, self.strategy, self.mode, self.role) = (group, strategy, mode, role)
  }

  static let blank = CellKey(
    group: CellGroup(scenario: "", heights: "", rows: 0), strategy: "", mode: "")

  /// The name of the strategy in messages, such as `fenwick (corrected)` or `fenwick (A/A control)`.
  package var name: String { "\(strategy) (\(role == .control ? "A/A control" : mode))" }

  /// The description of the cell in messages, such as `fenwick (corrected) in offset, chat, 1000 rows`.
  package var text: String {
    "\(name) in \(group.scenario), \(group.heights), \(group.rows) rows"
  }

  /// The list of the strategy, without the scenario in which it is measured; an A/A control has the list of the
  /// strategy that it repeats.
  var list: CellKey {
    var list = self
    (list.group.scenario, list.role) = ("", .strategy)
    return list
  }

  /// Throws `usage` for names that the CSV files cannot contain. Data frame libraries read some names, such
  /// as `null`, as a missing value. Control characters are rejected because a line break in a name would make
  /// an incomplete line of the file look complete.
  package func check() throws(RunFault) {
    for name in [group.scenario, group.heights.string, strategy, mode] {
      guard !["", "na", "n/a", "nan", "none", "null"].contains(name.lowercased()) else {
        throw RunFault(
          .usage,
          "the name \(name.quoted) would be read as a missing value by data frame libraries")
      }
      guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw RunFault(.usage, "the name \(name.quoted) contains a control character")
      }
    }
  }
}

/// The status of a cell, which is `ok` or the reason why the cell has no complete result.
package enum CellStatus: Hashable, Sendable {
  case ok
  /// The cell exceeded its share of the budget, perhaps before its first repetition; with the reason.
  case timedOut(String)
  /// The strategy does not support the scenario or the rows; with the reason.
  case unsupported(String)
  case empty
  /// An answer or a screen differed from the reference. `step` is the first wrong step of the check, and
  /// `answer` describes the wrong answer or is empty; `step` is nil if the difference occurred while the cell
  /// was timed.
  case wrong(step: Int?, answer: String = "")
  case notReached

  /// Whether the cell may have a result.
  package var hasFigure: Bool { self == .ok || isTimedOut }
  package var isTimedOut: Bool { if case .timedOut = self { true } else { false } }
  package var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
  package var isWrong: Bool { if case .wrong = self { true } else { false } }
  /// Whether the result is missing although the strategy supports this group.
  var isFault: Bool { isWrong || self == .notReached }

  /// The text of the status in files.
  package var text: String {
    switch self {
    case .ok: "ok"
    case .timedOut(let reason): "timed out: \(reason)"
    case .unsupported(let reason): "not supported: \(reason)"
    case .empty: "no rows"
    case .wrong(nil, _): "wrong answers while timed"
    case .wrong(let step?, let answer):
      "\(Self.wrongStep)\(step)" + (answer.isEmpty ? "" : ": \(answer)")
    case .notReached: "not reached"
    }
  }
}

extension CellStatus: RawRepresentable, CSVValue {
  private static let wrongStep = "wrong answer in step "

  package static var csvExpectation: String {
    "ok, no rows, not reached, wrong answers while timed, wrong answer in step N, or a reason after "
      + "timed out: or not supported:"
  }

  package init?(rawValue text: String) {
    let reason = text.split(separator: ": ", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    let parts = text.dropFirst(Self.wrongStep.count).split(separator: ": ", maxSplits: 1)
    let step = parts.first.flatMap { UInt32($0) }.map(Int.init)
    let known: [CellStatus] = [
      .ok, .empty, .notReached, .wrong(step: nil),
      .wrong(step: step, answer: parts.count > 1 ? String(parts[1]) : ""),
      .timedOut(reason), .unsupported(reason),
    ]
    guard let status = known.first(where: { $0.text == text }) else { return nil }
    self = status
  }

  package var rawValue: String { text }
}
