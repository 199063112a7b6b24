import BenchBasics
import BenchMeasuring
import ListLayout

/// One row of `summary.csv`. Values that were not measured are nil. The calls to `columns(...)` in `code`
/// describe the columns.
package struct CellResult: Equatable, Sendable {
  package var cell: CellKey
  package var status: CellStatus
  package var rounds = 0
  package var operations = 0
  package var coverage: Double?
  package var time = CellTime()
  /// Untimed cells, the empty strategy and A/A controls have no standing.
  package var standing: Standing?
  package var standingReason: UnrankedReason?
  package var ratio = TimeRatio()
  package var control = TimeRatio()
  package var counters = Counters()
  package var countedOperations: Int?
  package var deviation = CheckCounts()
  package var smoothness = Smoothness()
  package var doubts: String?

  package init(cell: CellKey, status: CellStatus) { (self.cell, self.status) = (cell, status) }

  package var showsWrongRows: Bool {
    cell.role != .floor && (deviation.wrongSteps ?? 0) > 0
  }

  package var hasResult: Bool { status.hasFigure && !showsWrongRows }
}

package struct CellTime: Equatable, Sendable {
  package var timeNs, lowNs, highNs: Double?
  package var disturbed: Int?
  package var floorNs: Double?

  package init() {}

  package init?(_ repetitions: Repetitions) {
    guard let time = repetitions.time else { return nil }
    timeNs = time
    (lowNs, highNs) = (repetitions.range?.low, repetitions.range?.high)
    disturbed = repetitions.disturbed
  }
}

package struct TimeRatio: Equatable, Sendable {
  package var value, low, high: Double?

  init() {}

  init(_ ratio: Estimate) {
    (value, low, high) = (ratio.value, ratio.interval?.low, ratio.interval?.high)
  }
}

extension TimeRatio {
  fileprivate mutating func code(
    _ columns: inout CSVColumns, _ name: String, _ stem: String, _ meaning: String
  ) {
    columns(name, &value, meaning, .ratio)
    columns(stem + "_low", &low, "low end of this ratio's interval", .ratio)
    columns(stem + "_high", &high, "high end of this ratio's interval", .ratio)
  }
}

package struct CheckCounts: Equatable, Sendable {
  package var checkedSteps, wrongSteps: Int?
}

extension CellResult: CSVRow {
  package static let blank = CellResult(cell: .blank, status: .ok)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns("status", &status, "`ok`, or why the cell has no time")
    columns("rounds", &rounds, "number of repetitions")
    columns("operations", &operations, "number of operations per sample in the last repetition")
    columns("time_ns", &time.timeNs, "second-fastest repetition, in ns per operation", .aboveZero)
    columns("low_ns", &time.lowNs, "fastest repetition, in ns per operation", .aboveZero)
    columns("high_ns", &time.highNs, "median repetition, in ns per operation", .aboveZero)
    columns.endRequired()
    columns("role", &cell.role, "`strategy`, `floor` (harness overhead) or `control` (A/A control)")
    columns("disturbed", &time.disturbed, "repetitions disturbed by other programs")
    columns("floor_ns", &time.floorNs, "harness overhead, in ns per operation", .aboveZero)
    columns("standing", &standing, "`fastest`, `tied`, `undecided`, `slower` or `unranked`")
    columns("standing_reason", &standingReason, "why the cell is unranked")
    ratio.code(&columns, "ratio_to_fastest", "ratio", "slowdown relative to the fastest strategy")
    // Fields stay blank if the program can't simulate a CPU or count allocations. If a counter is present in
    // only one of the compared runs, the comparison fails (see `Sides.absence`).
    for counter in Counter.allCases {
      let average = counter == .bytesPerRow ? "" : ", per operation"
      columns(counter.name, &counters[counter], counter.meaning + average, .fromZero)
    }
    columns("counted_operations", &countedOperations, "operations that the counters average over")
    control.code(
      &columns, "control_ratio", "control", "A/A control's slowdown relative to its strategy")
    columns("steps_checked", &deviation.checkedSteps, "operations compared with the reference")
    columns("steps_wrong", &deviation.wrongSteps, "operations that differed from the reference")
    columns("coverage", &coverage, "fraction of the script's operations that were timed", .share)
    columns("doubts", &doubts, "why the time is implausible")
    smoothness.code(&columns)
  }

  package var identity: CellKey { cell }
  package var name: String { cell.text }
}

package struct GroupResult: Sendable {
  package let key: CellGroup
  package var cells: [CellResult]
  package var control: CellResult?

  package var fastest: CellResult? { cells.first { $0.standing == .fastest } }
  package var rows: [CellResult] { cells + (control.map { [$0] } ?? []) }
}

extension [CellResult] {
  package var groups: [GroupResult] {
    let cells = Dictionary(grouping: self, by: \.cell.group)
    return map(\.cell.group).unique.map { key in
      let own = cells[key] ?? []
      return GroupResult(
        key: key, cells: own.filter { $0.cell.role != .control },
        control: own.first { $0.cell.role == .control })
    }
  }
}
