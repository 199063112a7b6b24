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
  package var smoothness = Smoothness()
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
      Column("rounds", \.rounds),
      Column("operations", \.operations),
      Column("time_ns", \.time.timeNs),
      Column("low_ns", \.time.lowNs),
      Column("high_ns", \.time.highNs),
    ],
    optional: roleColumns + timeColumns + Counter.allCases.map { Column($0.name, \.counters[$0]) }
      + [Column("counted_operations", \.countedOperations)] + verdictColumns
      + smoothnessColumns)

  private static let timeColumns: [Column<CellResult>] = [
    Column("min_ns", \.time.minNs),
    Column("max_ns", \.time.maxNs),
    Column("disturbed", \.time.disturbed),
    Column("floor_ns", \.time.floorNs),
    Column("net_ns", \.time.netNs),
    Column("first_ns", \.time.firstNs),
    Column("settling_ns", \.time.settlingNs),
    Column("is_fastest", \.isFastest),
    Column("ratio_to_fastest", \.ratio.value),
    Column("ratio_low", \.ratio.low),
    Column("ratio_high", \.ratio.high),
    Column("ratio_is_net", \.isRatioNet),
  ]

  private static let verdictColumns: [Column<CellResult>] = [
    Column("frame_p50_ns", \.frames.p50Ns),
    Column("frame_p90_ns", \.frames.p90Ns),
    Column("frame_p99_ns", \.frames.p99Ns),
    Column("frame_p999_ns", \.frames.p999Ns),
    Column("frame_max_ns", \.frames.maxNs),
    Column("frames_over_8_33ms", \.frames.over8ms),
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
      [
        ("floor_ns", time.floorNs), ("first_ns", time.firstNs), ("frame_p50_ns", frames.p50Ns),
        ("frame_p90_ns", frames.p90Ns), ("frame_p99_ns", frames.p99Ns),
        ("frame_p999_ns", frames.p999Ns), ("frame_max_ns", frames.maxNs),
      ] + Counter.allCases.map { ($0.name, counters[$0]) }
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
