import BenchBasics
import BenchMeasuring
import Foundation
import ListLayout

@testable import BenchReporting
@testable import BenchRuns

extension StrategyResult {
  /// A result whose range extends from 97 % to 104 % of its time.
  static func measured(
    _ strategy: String, _ timeNs: Double, mode: StrategyMode = .corrected,
    descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var row = CellResult(
      cell: CellKey(
        group: CellGroup(scenario: "", heights: "", rows: 0), strategy: strategy, mode: mode,
        role: strategy == "floor" ? .floor : .strategy), status: .ok)
    (row.rounds, row.operations) = (24, 2048)
    row.time.timeNs = timeNs
    (row.time.lowNs, row.time.highNs) = (timeNs * 0.97, timeNs * 1.04)
    return StrategyResult(row, descriptor)
  }

  static func absent(
    _ strategy: String, _ status: CellStatus, mode: StrategyMode = .corrected,
    descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var result = measured(strategy, 0, mode: mode, descriptor: descriptor)
    result.row = CellResult(cell: result.row.cell, status: status)
    return result
  }

  /// Returns a copy in which `steps` of 100 checked operations showed incorrect rows.
  func wrong(_ steps: Int) -> StrategyResult {
    var result = self
    (result.row.deviation.wrongSteps, result.row.deviation.checkedSteps) = (steps, 100)
    return result
  }

  func with(_ counter: Counter, _ amount: Double?) -> StrategyResult {
    var result = self
    result.row.counters[counter] = amount
    return result
  }
}

extension StrategyDescriptor {
  /// Invents a technique. `kind` starts with `w` for a window, `e` for exact offsets or `c` for a circular
  /// list. A trailing `=` marks strategies that need rows of equal height, and a trailing `!` marks those
  /// with an inherent deviation.
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
  static func of(
    _ scenario: String, _ heights: String, _ rows: Int, _ results: [StrategyResult]
  ) -> GroupReport {
    let key = CellGroup(scenario: scenario, heights: ExactText(heights), rows: rows)
    let results = results.map { result in
      var result = result
      result.row.cell.group = key
      return result
    }
    return ranked(key, results)
  }

  /// Ranks the results as if the run had no noise.
  static func ranked(_ key: CellGroup, _ results: [StrategyResult]) -> GroupReport {
    var rows = results.map(\.row)
    let times = rows.compactMap { row in
      row.time.timeNs.map { (row.cell, Repetitions(steady: $0, of: row.cell)) }
    }
    let windows = results.filter(\.isWindow).map(\.id)
    rows.rank(by: Dictionary(times) { first, _ in first }) { windows.contains($0) }
    return GroupReport(key, zip(rows, results).map { StrategyResult($0, $1.descriptor) })
  }
}

extension Repetitions {
  /// Nine identical repetitions.
  init(steady timeNs: Double, of cell: CellKey) {
    self.init()
    for round in 0..<9 {
      add(
        SampleRow(
          cell: cell, round: round, slot: 0, operations: 1_000_000,
          elapsedNs: max(1, Int(timeNs * 1e6)), checksum: 0))
    }
  }
}

extension RunReport {
  static func of(_ groups: [GroupReport]) -> RunReport {
    var record = RunRecord(
      command: ["bench", "--strategy", "all"],
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true),
      machine: MachineFacts(
        cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4, memoryBytes: 16_777_216_000,
        kernel: "Linux 6.1.0", os: "Debian GNU/Linux 12 (bookworm)", architecture: "x86_64",
        governor: "unknown", loadAverage: 0.25, host: "89abcdef01234567"),
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5),
      plan: RunRequest(
        strategies: [], mode: .usual, scenarios: [], heights: [], rows: [], seed: 42,
        budgetSeconds: 0), started: Date(timeIntervalSince1970: 1_772_360_100))
    (record.compiler, record.optimisation) = ("Swift 6.3.1", "-O")
    record.cells = groups.count
    record.finished = Date(timeIntervalSince1970: 1_772_360_160)
    record.status = .complete
    var report = RunReport(record, []) { _ in nil }
    report.groups = groups
    return report
  }

  /// Returns a copy with edited results, which are ranked again.
  func editing(_ edit: (inout StrategyResult) -> Void) -> RunReport {
    var report = self
    report.groups = groups.map { group in
      let results = group.all.map { result in
        var result = result
        edit(&result)
        return result
      }
      return GroupReport.ranked(group.key, results)
    }
    return report
  }
}
