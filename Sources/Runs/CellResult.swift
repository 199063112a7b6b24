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
  package var frames = FrameTimes()
  package var deviation = CheckCounts()
  /// The reasons why the time is implausible (see `flagged`); nil if the time is plausible.
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
  /// The median of the three fastest repetitions and its interval, see `Repetitions`.
  package var timeNs, lowNs, highNs: Double?
  /// The times of the fastest and of the slowest repetition.
  package var minNs, maxNs: Double?
  /// The number of disturbed repetitions, see `Repetitions`.
  package var disturbed: Int?
  /// The harness overhead: the time of the group's empty strategy.
  package var floorNs: Double?
  /// The time minus the harness overhead.
  package var netNs: Double?
  /// The median time of the first operation of a new list.
  package var firstNs: Double?
  /// The median extra time of a warm-up, compared with the same number of operations after the warm-up.
  package var settlingNs: Double?

  package init() {}

  /// Computes the times from repetitions; nil if there are no repetitions.
  package init?(_ repetitions: Repetitions) {
    guard let estimate = repetitions.estimate else { return nil }
    timeNs = estimate.value
    (lowNs, highNs) = (estimate.interval?.low, estimate.interval?.high)
    (minNs, maxNs) = (repetitions.times.min(), repetitions.times.max())
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

/// The distribution of the times of single frames, in nanoseconds.
package struct FrameTimes: Equatable, Sendable {
  package var p50Ns, p90Ns, p99Ns, p999Ns, maxNs: Double?
  /// The number of frames that are dropped at 120 Hz, because they take longer than 8.33 ms.
  package var over8ms: Int?

  package init() {}

  init(_ frames: Histogram) {
    /// The frame time at a percentile; nil if fewer than ten frames are slower, because such a value would
    /// depend mostly on chance.
    func percentile(_ percent: Double) -> Double? {
      Double(frames.count) * (100 - percent) < 999.9
        ? nil : frames.percentile(percent).map { Double($0) }
    }
    (p50Ns, p90Ns) = (percentile(50), percentile(90))
    (p99Ns, p999Ns) = (percentile(99), percentile(99.9))
    maxNs = frames.maximum.map { Double($0) }
    over8ms = Int(frames.count(above: 8_333_333))
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
      Column("rounds", \.rounds, neededIf: { $0.time.disturbed != nil }),
      Column("operations", \.operations, neededIf: \.wasTimed),
      Column("time_ns", \.time.timeNs, .aboveZero, neededIf: \.wasTimed),
      Column("low_ns", \.time.lowNs, .aboveZero, neededIf: \.hasInterval),
      Column("high_ns", \.time.highNs, .aboveZero, neededIf: \.hasInterval),
    ],
    optional: roleColumns + timeColumns + counterColumns + verdictColumns)

  /// Whether the cell has enough repetitions for an interval around its time.
  private var hasInterval: Bool { wasTimed && rounds >= JudgingRules.intervalBlocks }

  private static let timeColumns: [Column<CellResult>] = [
    Column("min_ns", \.time.minNs),
    Column("max_ns", \.time.maxNs),
    Column("disturbed", \.time.disturbed, neededIf: \.wasTimed),
    Column("floor_ns", \.time.floorNs, .aboveZero, neededIf: { $0.time.netNs != nil }),
    Column("net_ns", \.time.netNs, neededIf: { $0.wasTimed && $0.time.floorNs != nil }),
    Column("first_ns", \.time.firstNs, .fromZero),
    Column("settling_ns", \.time.settlingNs),
    Column("is_fastest", \.isFastest),
    Column("ratio_to_fastest", \.ratio.value, .ratio, neededIf: { $0.ratio.low != nil }),
    Column("ratio_low", \.ratio.low, .ratio, neededIf: { $0.ratio.high != nil }),
    Column("ratio_high", \.ratio.high, .ratio, neededIf: { $0.ratio.low != nil }),
    Column("ratio_is_net", \.isRatioNet, neededIf: { $0.ratio.value != nil }),
  ]

  /// The columns of counters, which a program without a simulator or an allocation counter leaves blank. A
  /// comparison fails if only one of two runs has a counter (see `Sides.absence`).
  private static let counterColumns: [Column<CellResult>] =
    Counter.allCases.map { Column($0.name, \.counters[$0], .fromZero) }
    + [Column("counted_operations", \.countedOperations)]

  private static let verdictColumns: [Column<CellResult>] = [
    Column("frame_p50_ns", \.frames.p50Ns, .fromZero),
    Column("frame_p90_ns", \.frames.p90Ns, .fromZero),
    Column("frame_p99_ns", \.frames.p99Ns, .fromZero),
    Column("frame_p999_ns", \.frames.p999Ns, .fromZero),
    Column("frame_max_ns", \.frames.maxNs, .fromZero),
    Column("frames_over_8_33ms", \.frames.over8ms),
    Column(
      "verdict", \.verdict,
      neededIf: { $0.control.value != nil || $0.ratio.value != nil && !$0.isFastest }),
    Column("verdict_p", \.adjustedP, .probability, neededIf: { $0.verdict != nil }),
    Column("control_ratio", \.control.value, .ratio, neededIf: { $0.control.low != nil }),
    Column("control_low", \.control.low, .ratio, neededIf: { $0.control.high != nil }),
    Column("control_high", \.control.high, .ratio, neededIf: { $0.control.low != nil }),
    Column("steps_checked", \.deviation.checkedSteps),
    Column(
      "steps_wrong", \.deviation.wrongSteps, neededIf: { $0.deviation.checkedSteps != nil }),
    Column("coverage", \.coverage, .share, neededIf: \.wasTimed),
    Column("doubts", \.doubts),
  ]

  package var identity: CellKey { cell }
  package var name: String { cell.text }
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
