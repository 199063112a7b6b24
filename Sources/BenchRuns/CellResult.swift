import BenchBasics
import BenchMeasuring
import ListLayout

/// The result of one cell of a run: a line of `summary.csv`. Values that were not measured are nil.
package struct CellResult: Equatable, Sendable {
  package var cell: CellKey
  package var status: CellStatus
  /// The number of repetitions.
  package var rounds = 0
  /// The number of operations in a sample of the last repetition.
  package var operations = 0
  /// The share of the script's steps that were timed in at least one repetition, from 0 to 1.
  package var coverage: Double?
  package var time = CellTime()
  /// How the cell compares with the fastest of its group; nil for the empty strategy, for A/A controls, and for
  /// cells without a time.
  package var standing: Standing?
  /// The reason why the cell is not ranked; nil if it is ranked or has no time.
  package var standingReason: String?
  /// The time of this cell divided by the time of the fastest strategy in the group, in the rounds of both.
  package var ratio = TimeRatio()
  /// The time of an A/A control divided by the time of the strategy that it repeats; ideally 1.
  package var control = TimeRatio()
  package var counters = Counters()
  /// The number of operations over which `counters` are averaged. Only counters over the same number of
  /// operations are comparable.
  package var countedOperations: Int?
  package var deviation = CheckCounts()
  package var smoothness = Smoothness()
  /// The reason why the time cannot be true; nil if it can.
  package var doubts: String?

  package init(cell: CellKey, status: CellStatus) { (self.cell, self.status) = (cell, status) }

  /// Whether the answer or the screen of a checked operation differed from the reference.
  package var showsWrongRows: Bool {
    cell.role != .floor && (deviation.wrongSteps ?? 0) > 0
  }

  /// Whether the cell was timed and may have a result.
  var wasTimed: Bool { rounds > 0 && status.hasFigure }

  /// Whether the result may be ranked, recommended and exported.
  package var hasResult: Bool { status.hasFigure && !showsWrongRows }
}

/// The distribution of a cell's time per operation over its repetitions.
package struct CellTime: Equatable, Sendable {
  /// The second fastest repetition, and the range from the fastest to the median, see `Repetitions`.
  package var timeNs, lowNs, highNs: Double?
  /// The number of disturbed repetitions, see `Repetitions`.
  package var disturbed: Int?
  /// The harness overhead: the time of the group's empty strategy.
  package var floorNs: Double?

  package init() {}

  /// Computes the times from repetitions; nil if there are no repetitions.
  package init?(_ repetitions: Repetitions) {
    guard let time = repetitions.time else { return nil }
    timeNs = time
    (lowNs, highNs) = (repetitions.range?.low, repetitions.range?.high)
    disturbed = repetitions.disturbed
  }
}

/// A ratio of two times with its interval; 2 means twice the time.
package struct TimeRatio: Equatable, Sendable {
  package var value, low, high: Double?

  package init() {}

  init(_ ratio: Estimate) {
    (value, low, high) = (ratio.value, ratio.interval?.low, ratio.interval?.high)
  }
}

/// The numbers of steps that were compared with the reference and that differed from it.
package struct CheckCounts: Equatable, Sendable {
  package var checkedSteps, wrongSteps: Int?

  package init() {}
}

extension CellResult: CSVRow {
  package static let blank = CellResult(cell: .blank, status: .ok)

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns("status", &status)
    columns("rounds", &rounds, neededIf: time.disturbed != nil)
    columns("operations", &operations, neededIf: wasTimed)
    columns("time_ns", &time.timeNs, .aboveZero, neededIf: wasTimed)
    columns("low_ns", &time.lowNs, .aboveZero, neededIf: wasTimed)
    columns("high_ns", &time.highNs, .aboveZero, neededIf: wasTimed)
    columns.endRequired()
    columns("role", &cell.role)
    columns("disturbed", &time.disturbed, neededIf: wasTimed)
    columns("floor_ns", &time.floorNs, .aboveZero)
    columns("standing", &standing, neededIf: wasTimed && cell.role == .strategy)
    columns("standing_reason", &standingReason, neededIf: standing == .unranked)
    columns("ratio_to_fastest", &ratio.value, .ratio, neededIf: ratio.low != nil)
    columns("ratio_low", &ratio.low, .ratio, neededIf: ratio.high != nil)
    columns("ratio_high", &ratio.high, .ratio, neededIf: ratio.low != nil)
    // A program without a simulator or an allocation counter leaves the fields of these counters blank. A
    // comparison fails if only one of two runs has a counter (see `Sides.absence`).
    for counter in Counter.allCases { columns(counter.name, &counters[counter], .fromZero) }
    columns("counted_operations", &countedOperations)
    columns("control_ratio", &control.value, .ratio, neededIf: control.low != nil)
    columns("control_low", &control.low, .ratio, neededIf: control.high != nil)
    columns("control_high", &control.high, .ratio, neededIf: control.low != nil)
    columns("steps_checked", &deviation.checkedSteps)
    columns("steps_wrong", &deviation.wrongSteps, neededIf: deviation.checkedSteps != nil)
    columns("coverage", &coverage, .share, neededIf: wasTimed)
    columns("doubts", &doubts)
    smoothness.code(&columns)
  }

  package var identity: CellKey { cell }
  package var name: String { cell.text }
}

/// The results of the cells of one group, in the order of the plan.
package struct GroupResult: Sendable {
  package let key: CellGroup
  /// All cells except the A/A control.
  package var cells: [CellResult]
  package var control: CellResult?

  package var fastest: CellResult? { cells.first { $0.standing == .fastest } }
  /// The empty strategy.
  package var overhead: CellResult? { cells.first { $0.cell.role == .floor } }
  /// All cells, in the order of `summary.csv`.
  package var rows: [CellResult] { cells + (control.map { [$0] } ?? []) }
}

extension [CellResult] {
  /// The cells divided into groups, in the order of the groups' first cells.
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
