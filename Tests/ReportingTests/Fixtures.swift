import Foundation
import ListLayout
import Measuring

@testable import Reporting
@testable import Runs

extension StrategyResult {
  /// A measured result; the interval reaches from 97 % to 104 % of the median.
  ///
  /// - Parameter ratio: to the fastest, with its interval; nil for the fastest itself.
  static func measured(
    _ strategy: String, _ timeNs: Double, ratio: (Double, Double, Double)? = (1, 1, 1),
    mode: String = "corrected", descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    let key = CellKey(
      group: CellGroup(scenario: "", heights: "", rows: 0), strategy: strategy, mode: mode,
      role: strategy == "floor" ? .floor : .strategy)
    var row = SummaryRow(cell: key, status: .ok)
    (row.rounds, row.operations) = (24, 2048)
    row.time.timeNs = timeNs
    (row.time.lowNs, row.time.highNs) = (timeNs * 0.97, timeNs * 1.04)
    (row.ratio.value, row.ratio.low, row.ratio.high) = (ratio?.0, ratio?.1, ratio?.2)
    row.isFastest = ratio.map { $0 == (1, 1, 1) } ?? false
    return StrategyResult(row: row, descriptor: descriptor)
  }

  /// A result without a figure.
  static func absent(
    _ strategy: String, _ status: CellStatus, mode: String = "corrected",
    descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var result = measured(strategy, 0, mode: mode, descriptor: descriptor)
    result.row = SummaryRow(cell: result.row.cell, status: status)
    return result
  }

  /// The result with so many of a hundred checked steps wrong.
  func wrong(_ steps: Int) -> StrategyResult {
    var result = self
    (result.row.deviation.wrongSteps, result.row.deviation.checkedSteps) = (steps, 100)
    return result
  }

  /// The result with other figures.
  func with(_ counter: Counter, _ amount: Double?) -> StrategyResult {
    var result = self
    result.row.counters[counter] = amount
    return result
  }
}

extension StrategyDescriptor {
  /// The descriptor of a technique that knows what its list says: `w`, `e` or `c`; `=` for equal rows only, `!`
  /// for one with a limit.
  static func of(_ id: String, _ kind: some StringProtocol) -> StrategyDescriptor {
    StrategyDescriptor(
      id: id, title: "technique \(id)", origin: "a test",
      topology: kind.hasPrefix("c") ? .circular : .linear,
      contentSpace: kind.hasPrefix("w") ? .window : .wholeList,
      requirement: kind.hasSuffix("=") ? .equalHeights : .anyHeights, complexity: Complexity(),
      inherentDeviation: kind.hasSuffix("!") ? "Motion is lost at its end." : nil)
  }
}

extension GroupReport {
  /// A group whose results know where they stand.
  static func of(
    _ scenario: String, _ heights: String, _ rows: Int, _ results: [StrategyResult]
  ) -> GroupReport {
    let key = CellGroup(scenario: scenario, heights: heights, rows: rows)
    return GroupReport(
      key: key,
      results: results.map { result in
        var result = result
        result.row.cell.group = key
        return result
      })
  }
}

extension RunReport {
  /// A finished run of these groups.
  static func of(_ groups: [GroupReport]) -> RunReport {
    var plan = RunPlan()
    (plan.cells, plan.margin) = (groups.count, 0.01)
    (plan.viewport, plan.width, plan.expectedSeconds) = (844, 390, 60)
    var record = RunRecord(
      command: ["bench", "--strategy", "all"], seed: 42,
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true),
      machine: MachineFacts(
        cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4, memoryBytes: 16_777_216_000,
        kernel: "Linux 6.1.0", os: "Debian GNU/Linux 12 (bookworm)", architecture: "x86_64",
        governor: "unknown", loadAverage: 0.25, host: "89abcdef01234567"),
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5), plan: plan,
      started: Date(timeIntervalSince1970: 1_772_360_100), compiler: "Swift 6.3.1",
      optimisation: "-O")
    record.finished = Date(timeIntervalSince1970: 1_772_360_160)
    record.status = .complete
    var report = RunReport(record, []) { _ in nil }
    report.groups = groups
    return report
  }
}
