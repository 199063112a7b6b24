import Basics
import ListLayout
import Measuring

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
  /// Whether this cell is the fastest of its group that shows the right rows.
  package var isFastest = false
  /// The time of this cell divided by the time of the fastest strategy in the group.
  package var ratio = TimeRatio()
  /// Whether the harness overhead was subtracted from the times in `ratio` and `control`; nil without a ratio.
  package var isRatioNet: Bool?
  /// The verdict on `ratio`, or on `control` if this cell is an A/A control; nil if nothing was compared.
  package var verdict: Verdict?
  /// The p-value of the verdict, corrected for all pairs of strategies in the group (Holm), except in an A/A
  /// control.
  package var adjustedP: Double?
  /// The time of an A/A control divided by the time of the strategy that it repeats; ideally 1.
  package var control = TimeRatio()
  package var counters = Counters()
  /// The number of operations over which `counters` are averaged. Only counters over the same number of
  /// operations are comparable.
  package var countedOperations: Int?
  package var deviation = CheckCounts()
  /// The reasons why the time is implausible (see `flagged`); nil if the time is plausible.
  package var doubts: String?

  package init(cell: CellKey, status: CellStatus) { (self.cell, self.status) = (cell, status) }

  /// Whether the answer or the screen of a checked operation differed from the reference.
  package var showsWrongRows: Bool {
    cell.role != .floor && (deviation.wrongSteps ?? 0) > 0
  }

  /// Whether the result may be ranked, recommended and exported.
  package var hasResult: Bool { status.hasFigure && !showsWrongRows }
}

/// The distribution of a cell's time per operation over its repetitions.
package struct CellTime: Equatable, Sendable {
  /// The median of the three fastest repetitions and its interval, see `Repetitions`.
  package var timeNs, lowNs, highNs: Double?
  /// The number of disturbed repetitions, see `Repetitions`.
  package var disturbed: Int?
  /// The harness overhead: the time of the group's empty strategy.
  package var floorNs: Double?
  /// The time minus the harness overhead.
  package var netNs: Double?

  package init() {}

  /// Computes the times from repetitions; nil if there are no repetitions.
  package init?(_ repetitions: Repetitions) {
    guard let estimate = repetitions.estimate else { return nil }
    timeNs = estimate.value
    (lowNs, highNs) = (estimate.interval?.low, estimate.interval?.high)
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
  package static let schema = CSVSchema<CellResult>(
    blank: CellResult(cell: .blank, status: .ok),
    required: keyColumns + [
      Column("status", \.status),
      Column("rounds", \.rounds),
      Column("operations", \.operations),
      Column("time_ns", \.time.timeNs),
      Column("low_ns", \.time.lowNs),
      Column("high_ns", \.time.highNs),
    ],
    optional: [roleColumn] + timeColumns + Counter.allCases.map { Column($0.name, \.counters[$0]) }
      + [Column("counted_operations", \.countedOperations)] + verdictColumns)

  private static let timeColumns: [Column<CellResult>] = [
    Column("disturbed", \.time.disturbed),
    Column("floor_ns", \.time.floorNs),
    Column("net_ns", \.time.netNs),
    Column("is_fastest", \.isFastest),
    Column("ratio_to_fastest", \.ratio.value),
    Column("ratio_low", \.ratio.low),
    Column("ratio_high", \.ratio.high),
    Column("ratio_is_net", \.isRatioNet),
  ]

  private static let verdictColumns: [Column<CellResult>] = [
    Column("verdict", \.verdict),
    Column("verdict_p", \.adjustedP),
    Column("control_ratio", \.control.value),
    Column("control_low", \.control.low),
    Column("control_high", \.control.high),
    Column("steps_checked", \.deviation.checkedSteps),
    Column("steps_wrong", \.deviation.wrongSteps),
    Column("coverage", \.coverage),
    Column("doubts", \.doubts),
  ]

  package var identity: CellKey { cell }
  package var name: String { cell.text }

  package var impossibility: String? {
    let times = [("time_ns", time.timeNs), ("low_ns", time.lowNs), ("high_ns", time.highNs)]
    for case (let name, let value?) in times where value <= 0 {
      return "\(name): found \(value), expected more than 0"
    }
    let amounts =
      [("floor_ns", time.floorNs)] + Counter.allCases.map { ($0.name, counters[$0]) }
    for case (let name, let value?) in amounts where value < 0 {
      return "\(name): found \(value), expected 0 or more"
    }
    for case (let name, let value?) in [("coverage", coverage), ("verdict_p", adjustedP)]
    where !(0...1).contains(value) {
      return "\(name): found \(value), expected 0 to 1"
    }
    let ratios = [
      ("ratio_to_fastest", ratio.value), ("ratio_low", ratio.low), ("ratio_high", ratio.high),
      ("control_ratio", control.value), ("control_low", control.low),
      ("control_high", control.high),
    ]
    // The ratio of two measurable times is always less than 1e15.
    for case (let name, let value?) in ratios where !(0..<1e15).contains(value) {
      return "\(name): found \(value), expected 0 or more and less than 1e15"
    }
    return nil
  }
}

/// The results of the cells of one group, in the order of the plan.
package struct GroupResult: Sendable {
  package let key: CellGroup
  /// All cells except the A/A control.
  package var cells: [CellResult]
  package var control: CellResult?

  package var fastest: CellResult? { cells.first(where: \.isFastest) }
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
