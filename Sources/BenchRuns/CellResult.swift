import BenchBasics
import BenchMeasuring
import ListLayout

/// The result of a cell: one row of `summary.csv`. Unmeasured values are nil.
package struct CellResult: Equatable, Sendable {
  package var cell: CellKey
  package var status: CellStatus
  package var rounds = 0
  package var operations = 0
  /// The fraction of the script that was timed at least once, from 0 to 1.
  package var coverage: Double?
  package var time = CellTime()
  /// How the strategy ranks in its group; nil for untimed cells, the empty strategy and A/A controls.
  package var standing: Standing?
  package var standingReason: String?
  /// The slowdown relative to the fastest strategy, computed from the repetitions that both completed.
  package var ratio = TimeRatio()
  /// An A/A control's time divided by its strategy's time, ideally 1.
  package var control = TimeRatio()
  package var counters = Counters()
  /// The number of operations that the counters average over. Averages over different numbers of operations
  /// can't be compared.
  package var countedOperations: Int?
  package var deviation = CheckCounts()
  package var smoothness = Smoothness()
  /// Why the time is physically implausible; nil if it isn't.
  package var doubts: String?

  package init(cell: CellKey, status: CellStatus) { (self.cell, self.status) = (cell, status) }

  package var showsWrongRows: Bool {
    cell.role != .floor && (deviation.wrongSteps ?? 0) > 0
  }

  var wasTimed: Bool { rounds > 0 && status.hasFigure }

  package var hasResult: Bool { status.hasFigure && !showsWrongRows }
}

package struct CellTime: Equatable, Sendable {
  package var timeNs, lowNs, highNs: Double?
  package var disturbed: Int?
  /// Harness overhead: the time of the group's empty strategy.
  package var floorNs: Double?

  package init() {}

  package init?(_ repetitions: Repetitions) {
    guard let time = repetitions.time else { return nil }
    timeNs = time
    (lowNs, highNs) = (repetitions.range?.low, repetitions.range?.high)
    disturbed = repetitions.disturbed
  }
}

/// A ratio of two times with its confidence interval; 2 means twice as slow.
package struct TimeRatio: Equatable, Sendable {
  package var value, low, high: Double?

  package init() {}

  init(_ ratio: Estimate) {
    (value, low, high) = (ratio.value, ratio.interval?.low, ratio.interval?.high)
  }
}

extension TimeRatio {
  fileprivate mutating func code(
    _ columns: inout CSVColumns, _ name: String, _ stem: String, _ meaning: String
  ) {
    columns(name, &value, meaning, .ratio, neededIf: low != nil)
    columns(stem + "_low", &low, "low end of this ratio's interval", .ratio, neededIf: high != nil)
    columns(
      stem + "_high", &high, "high end of this ratio's interval", .ratio, neededIf: low != nil)
  }
}

/// The number of steps compared with the reference, and how many of them differed.
package struct CheckCounts: Equatable, Sendable {
  package var checkedSteps, wrongSteps: Int?

  package init() {}
}

extension CellResult: CSVRow {
  package static let blank = CellResult(cell: .blank, status: .ok)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns("status", &status, "`ok`, or why the cell has no time")
    columns("rounds", &rounds, "number of repetitions", neededIf: time.disturbed != nil)
    columns(
      "operations", &operations, "number of operations in a sample of the last repetition",
      neededIf: wasTimed)
    columns(
      "time_ns", &time.timeNs, "time per operation in the second-fastest repetition, in ns",
      .aboveZero, neededIf: wasTimed)
    columns(
      "low_ns", &time.lowNs, "time per operation in the fastest repetition, in ns", .aboveZero,
      neededIf: wasTimed)
    columns(
      "high_ns", &time.highNs, "time per operation in the median repetition, in ns", .aboveZero,
      neededIf: wasTimed)
    columns.endRequired()
    columns(
      "role", &cell.role,
      "`strategy`, `floor` for the empty strategy or `control` for an A/A control")
    columns(
      "disturbed", &time.disturbed, "number of repetitions disturbed by other programs",
      neededIf: wasTimed)
    columns(
      "floor_ns", &time.floorNs,
      "harness overhead per operation, which every time includes, in ns", .aboveZero)
    columns(
      "standing", &standing, "`fastest`, `tied`, `undecided`, `slower` or `unranked`",
      neededIf: wasTimed && cell.role == .strategy)
    columns(
      "standing_reason", &standingReason, "why the cell is unranked",
      neededIf: standing == .unranked)
    ratio.code(
      &columns, "ratio_to_fastest", "ratio",
      "slowdown relative to the fastest strategy, from the repetitions that both completed")
    // Fields stay blank if the program can't simulate a CPU or count allocations. A comparison fails if
    // only one of its runs has a counter (see `Sides.absence`).
    for counter in Counter.allCases {
      let average = counter == .bytesPerRow ? "" : " per operation"
      columns(counter.name, &counters[counter], counter.meaning + average, .fromZero)
    }
    columns(
      "counted_operations", &countedOperations,
      "number of operations that the counters average over")
    control.code(
      &columns, "control_ratio", "control",
      "an A/A control's time divided by that of the strategy it repeats")
    columns(
      "steps_checked", &deviation.checkedSteps,
      "number of operations whose answers and screens were compared with the reference")
    columns(
      "steps_wrong", &deviation.wrongSteps,
      "number of operations that differed from the reference",
      neededIf: deviation.checkedSteps != nil)
    columns(
      "coverage", &coverage, "fraction of the script's operations that were timed", .share,
      neededIf: wasTimed)
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
  package var overhead: CellResult? { cells.first { $0.cell.role == .floor } }
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
