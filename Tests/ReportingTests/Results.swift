import ListLayout
import Measuring
import Runs

@testable import Reporting

extension ScenarioFacts {
  /// The scenarios of a default run, with shortened reasons.
  static let all: [ScenarioFacts] = [
    ("open", "list", "From nothing to the first screen."),
    ("offset", "question", "Where does row i start? Independent questions: throughput."),
    ("offset-chain", "question", "The same, but each question waits for the last answer."),
    ("hit-test", "question", "Which row is at y? Independent questions: throughput."),
    ("hit-test-chain", "question", "The same, but each question waits for the last answer."),
    ("mixed", "turn", "Change, offset, row at an offset: the data structure alone."),
    ("change", "change", "One random row changes and nobody asks: read `recalc` beside it."),
    ("recalc", "frame", "One random row changes, an offset is asked, the frame is laid out."),
    ("recalc-10", "frame", "The same with 10 changed rows."),
    ("recalc-100", "frame", "The same with 100 changed rows."),
    ("expand", "frame", "A visible row changes and the frame is laid out."),
    ("rotate", "rotation", "Every height changes: rotation, another text size."),
    ("scroll", "frame", "Drags and flings at 120 Hz: what a finger feels."),
    ("jump", "frame", "Scroll to a random row and lay out the frame."),
    ("prepend", "batch", "Fifty older rows arrive on top; what is read must not move."),
    ("append", "batch", "The same at the end: the feed loads more."),
    ("edit", "edit", "A row is inserted or deleted anywhere."),
    ("endless", "frame", "A circular list flung over its seam."),
  ].map { ScenarioFacts(id: $0.0, unit: $0.1, why: $0.2) }

  static func named(_ id: String) -> ScenarioFacts {
    all.first { $0.id == id } ?? ScenarioFacts(id: id, unit: "step", why: "A question.")
  }
}

extension StrategyResult {
  /// A measured result; the interval reaches from 97 % to 104 % of the median.
  ///
  /// - Parameter ratio: to the fastest, with its interval; nil for the fastest itself.
  static func measured(
    _ strategy: String, _ medianNs: Double, ratio: (Double, Double, Double)? = (1, 1, 1),
    mode: String = "corrected", isFloor: Bool = false
  ) -> StrategyResult {
    var row = SummaryRow(cell: .of(strategy, mode), status: .ok)
    (row.rounds, row.operations) = (24, 2048)
    (row.time.medianNs, row.time.confidence) = (medianNs, 0.95)
    (row.time.lowNs, row.time.highNs) = (medianNs * 0.97, medianNs * 1.04)
    (row.ratio.toFastest, row.ratio.low, row.ratio.high) = (ratio?.0, ratio?.1, ratio?.2)
    return StrategyResult(row: row, title: "technique \(strategy)", isFloor: isFloor)
  }

  /// A result without a figure.
  static func absent(_ strategy: String, _ status: CellStatus) -> StrategyResult {
    StrategyResult(row: SummaryRow(cell: .of(strategy), status: status), title: strategy)
  }

  /// The result without its intervals, as too few rounds leave it.
  var withoutIntervals: StrategyResult {
    var result = self
    result.row.rounds = 3
    (result.row.time.lowNs, result.row.time.highNs) = (nil, nil)
    (result.row.ratio.low, result.row.ratio.high) = (nil, nil)
    return result
  }
}

extension CellKey {
  fileprivate static func of(_ strategy: String, _ mode: String = "corrected") -> CellKey {
    CellKey(
      group: CellGroup(scenario: "", heights: "", rows: 0), strategy: strategy, mode: mode)
  }
}

extension GroupReport {
  /// A group whose results know where they stand.
  static func of(
    _ scenario: String, _ heights: String, _ rows: Int, _ results: [StrategyResult]
  ) -> GroupReport {
    GroupReport(
      scenario: .named(scenario), heights: heights, rows: rows,
      results: results.map { result in
        var result = result
        result.row.cell.group = CellGroup(scenario: scenario, heights: heights, rows: rows)
        return result
      })
  }
}

extension RunReport {
  /// A finished run of these groups.
  static func of(_ groups: [GroupReport]) -> RunReport {
    var plan = RunPlan()
    (plan.cells, plan.confidence, plan.margin) = (groups.count, 0.95, 0.01)
    (plan.viewport, plan.width, plan.expectedSeconds) = (844, 390, 60)
    var record = RunRecord(
      command: ["bench", "--strategy", "all"], seed: 42,
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true),
      machine: MachineFacts(
        cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4, memoryBytes: 16_777_216_000,
        kernel: "Linux 6.1.0", os: "Debian GNU/Linux 12 (bookworm)", architecture: "x86_64",
        governor: "unknown", loadAverage: 0.25, host: "89abcdef01234567"),
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5), plan: plan,
      started: Timestamp(seconds: 1_772_360_100), compiler: "Swift 6.3.1", optimisation: "-O")
    record.finished = Timestamp(seconds: 1_772_360_160)
    record.status = .complete
    return RunReport(record: record, groups: groups)
  }
}
