import BenchBasics
import ListLayout

/// A scenario on a list. Each repetition of a group measures all of its cells.
package struct CellGroup: Hashable, Codable, Sendable {
  package var scenario: String
  /// The row heights, spelled as on the command line, such as `uniform:20-200`.
  package var heights: ExactText
  package var rows: Int

  package init(scenario: String, heights: ExactText, rows: Int) {
    (self.scenario, self.heights, self.rows) = (scenario, heights, rows)
  }

  /// The text from which random seeds are derived. Never change its format: two revisions can only be
  /// compared if they make the same random choices.
  var seedText: String { "\(scenario) \(heights) \(rows)" }
}

package enum CellRole: String, NamedValue {
  case strategy
  case floor
  case control
}

extension StrategyMode: NamedValue {}

/// Identifies a cell. An A/A control's key differs from its strategy's key only in `role`.
package struct CellKey: Hashable, Codable, Sendable {
  package var group: CellGroup
  package var strategy: String
  package var mode: StrategyMode
  package var role: CellRole

  package init(
    group: CellGroup, strategy: String, mode: StrategyMode, role: CellRole = .strategy
  ) {
    (self.group, self.strategy, self.mode, self.role) = (group, strategy, mode, role)
  }

  static let blank = CellKey(
    group: CellGroup(scenario: "", heights: "", rows: 0), strategy: "", mode: .corrected)

  /// The strategy's ID, with the mode unless it is `corrected`.
  package var label: String { mode == .corrected ? strategy : "\(strategy) (\(mode.rawValue))" }

  package var name: String {
    "\(strategy) (\(role == .control ? "A/A control" : mode.rawValue))"
  }

  package var text: String {
    "\(name) in \(group.scenario), \(group.heights), \(group.rows) rows"
  }

  /// The key without the scenario and the role.
  var list: CellKey {
    var list = self
    (list.group.scenario, list.role) = ("", .strategy)
    return list
  }

  /// The key without the number of rows.
  package var series: CellKey {
    var key = self
    key.group.rows = 0
    return key
  }

  /// The strategy that an A/A control repeats.
  package var repeated: CellKey {
    var key = self
    key.role = .strategy
    return key
  }

  /// Throws `usage` if a name doesn't survive a round trip through CSV. A line break in a name could make a
  /// truncated line look complete.
  package func check() throws(RunFault) {
    for name in [group.scenario, group.heights.string, strategy] {
      guard !["", "na", "n/a", "nan", "none", "null"].contains(name.lowercased()) else {
        throw RunFault(
          .usage,
          "data frame libraries would read the name \(name.quoted) as a missing value")
      }
      guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw RunFault(.usage, "the name \(name.quoted) contains a control character")
      }
    }
  }
}

package enum CellStatus: Hashable, Sendable {
  case ok
  case timedOut(String)
  case unsupported(String)
  case empty
  /// `step` is nil if the failure occurred during timing.
  case wrong(step: Int?, answer: String = "")
  case notReached

  package var hasFigure: Bool { self == .ok || isTimedOut }
  package var isTimedOut: Bool { if case .timedOut = self { true } else { false } }
  package var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
  package var isWrong: Bool { if case .wrong = self { true } else { false } }
  var isFault: Bool { isWrong || self == .notReached }

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
