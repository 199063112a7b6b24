import HostSystem

/// One line of `summary.csv`: what a cell's samples, its counters and its frames come to.
///
/// A figure that was not measured is nil, and an empty field in the file.
package struct SummaryRow: Equatable, Sendable {
  /// What was measured.
  package var cell: CellKey
  /// Whether the cell has a figure.
  package var status: CellStatus
  /// Repetitions measured.
  package var rounds = 0
  /// Operations of a timed segment, of the last repetition's.
  package var operations = 0
  /// How much of the script was timed, over all repetitions, in 0...1.
  package var coverage: Double?
  /// Time per operation.
  package var time = TimeFigures()
  /// Time relative to the fastest strategy of the group.
  package var ratio = RatioFigures()
  /// What the rounds show of that.
  package var verdict = VerdictFigures()
  /// Of a null control: time relative to the strategy that it is the twin of.
  package var control = ControlFigures()
  /// Work and memory.
  package var counters = Counters()
  /// Time per frame.
  package var frames = FrameFigures()
  /// How far the screen was from what it should have shown.
  package var deviation = DeviationFigures()
  /// What the program itself finds hard to believe of the figure.
  package var doubts: [Doubt] = []

  /// A cell without figures.
  package init(cell: CellKey, status: CellStatus) {
    self.cell = cell
    self.status = status
  }
}

/// Whether a cell has a figure, and if not, why.
package enum CellStatus: Hashable, Sendable {
  /// Measured as planned.
  case ok
  /// Measured, but stopped early because it was far slower than the others.
  case cut
  /// Not measured, because the technique cannot do it: the reason.
  case unsupported(String)
  /// Not measured, because the list has no rows.
  case empty
  /// An answer or a screen was not the reference's: first in this step of the check, or while timed.
  case wrong(step: Int?)
  /// Failed in a process of its own, so that it was not measured: how.
  case failed(String)
  /// The run ended before it was measured.
  case notReached
}

extension CellStatus {
  /// Whether it was measured and its answers were right: no other cell has a figure anywhere.
  package var hasFigure: Bool { self == .ok || self == .cut }

  /// Whether it was not to be measured.
  package var isUnsupported: Bool { if case .unsupported = self { true } else { false } }

  /// Whether its answers were wrong.
  package var isWrong: Bool { if case .wrong = self { true } else { false } }

  /// Whether it failed in a process of its own.
  package var isFailed: Bool { if case .failed = self { true } else { false } }

  /// Whether it ought to have a figure and has none.
  package var isFault: Bool { isWrong || isFailed || self == .notReached }

  /// What files call it: `ok`, `cut`, or why there is no figure.
  package var text: String {
    switch self {
    case .ok: "ok"
    case .cut: "cut"
    case .unsupported(let reason): reason.isEmpty ? "no figure" : reason
    case .empty: Self.emptyText
    case .wrong(nil): Self.wrongWhileTimed
    case .wrong(let step?): Self.wrongInStep + String(step)
    case .failed(let how): Self.failedInProcess + how
    case .notReached: Self.notReachedText
    }
  }

  /// The status that a file names; any other text is a reason.
  package init(text: String) {
    switch text {
    case "ok": self = .ok
    case "cut": self = .cut
    case Self.emptyText: self = .empty
    case Self.wrongWhileTimed: self = .wrong(step: nil)
    case Self.notReachedText: self = .notReached
    default:
      if text.hasPrefix(Self.wrongInStep), let step = Int(text.dropFirst(Self.wrongInStep.count)) {
        self = .wrong(step: step)
      } else if text.hasPrefix(Self.failedInProcess) {
        self = .failed(String(text.dropFirst(Self.failedInProcess.count)))
      } else {
        self = .unsupported(text)
      }
    }
  }

  private static let wrongWhileTimed = "wrong answers while timed"
  private static let wrongInStep = "wrong answer in step "
  private static let failedInProcess = "failed: "
  private static let emptyText = "no rows to ask about"
  private static let notReachedText = "not reached"
}

extension CellStatus: CSVValue {
  /// What the field holds.
  package static var csvExpectation: String { "ok, cut, or a reason" }

  /// The status that a field names.
  package init?(csv field: ArraySlice<UInt8>) {
    guard let text = String(csv: field), !text.isEmpty else { return nil }
    self.init(text: text)
  }

  /// The word or the reason.
  package var csvText: String { text }
}

extension SummaryRow {
  /// The columns of `summary.csv`.
  package static let schema = CSVSchema<SummaryRow>(
    blank: SummaryRow(cell: .blank, status: .ok),
    promised: [
      Column("schema", always: 3),
      Column("scenario", \.cell.group.scenario),
      Column("heights", \.cell.group.heights),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy),
      Column("mode", \.cell.mode),
      Column("status", \.status),
      Column("rounds", \.rounds),
      Column("operations", \.operations),
      Column("median_ns", \.time.medianNs),
      Column("low_ns", \.time.lowNs),
      Column("high_ns", \.time.highNs),
    ],
    further: [Column("role", \.cell.roleName), Column("caches", \.cell.group.caches)] + timeColumns
      + Counter.allCases.map { Column($0.name, \.counters[$0]) } + frameColumns
      + verdictColumns + [
        Column("steps_checked", \.deviation.checkedSteps),
        Column("steps_wrong", \.deviation.wrongSteps),
        Column("coverage", \.coverage),
        Column("doubts", \.doubtText),
      ])

  private static var timeColumns: [Column<SummaryRow>] {
    [
      Column("mad_ns", \.time.madNs),
      Column("min_ns", \.time.minNs),
      Column("p90_ns", \.time.p90Ns),
      Column("p95_ns", \.time.p95Ns),
      Column("max_ns", \.time.maxNs),
      Column("confidence", \.time.confidence),
      Column("lag1", \.time.lag1),
      Column("outliers", \.time.outliers),
      Column("disturbed", \.time.disturbed),
      Column("floor_ns", \.time.floorNs),
      Column("net_ns", \.time.netNs),
      Column("first_ns", \.time.firstNs),
      Column("settling_ns", \.time.settlingNs),
      Column("ratio_to_fastest", \.ratio.toFastest),
      Column("ratio_low", \.ratio.low),
      Column("ratio_high", \.ratio.high),
    ]
  }

  private static var verdictColumns: [Column<SummaryRow>] {
    [
      Column("verdict", \.verdict.verdict),
      Column("verdict_p", \.verdict.adjustedP),
      Column("detectable", \.verdict.detectable),
      Column("rounds_needed", \.verdict.roundsNeeded),
      Column("control_ratio", \.control.ratio),
      Column("control_low", \.control.low),
      Column("control_high", \.control.high),
    ]
  }

  private static var frameColumns: [Column<SummaryRow>] {
    [
      Column("frame_p50_ns", \.frames.p50Ns),
      Column("frame_p90_ns", \.frames.p90Ns),
      Column("frame_p99_ns", \.frames.p99Ns),
      Column("frame_p999_ns", \.frames.p999Ns),
      Column("frame_max_ns", \.frames.maxNs),
      Column("frames_over_1ms", \.frames.over1ms),
      Column("frames_over_8_33ms", \.frames.over8ms),
      Column("frames_over_16_67ms", \.frames.over16ms),
    ]
  }
}

/// The distribution of a cell's time per operation over its repetitions.
package struct TimeFigures: Equatable, Sendable {
  /// The median, in nanoseconds.
  package var medianNs: Double?
  /// The lower end of the median's interval, in nanoseconds.
  package var lowNs: Double?
  /// The upper end of the median's interval, in nanoseconds.
  package var highNs: Double?
  /// The median absolute deviation, in nanoseconds, not scaled.
  package var madNs: Double?
  /// The fastest round, in nanoseconds.
  package var minNs: Double?
  /// The 90th percentile, in nanoseconds.
  package var p90Ns: Double?
  /// The 95th percentile, in nanoseconds.
  package var p95Ns: Double?
  /// The slowest round, in nanoseconds.
  package var maxNs: Double?
  /// The interval's confidence, in 0...1, as reached with the rounds there were.
  package var confidence: Double?
  /// The correlation of each round with the next, in -1...1; 0 when rounds are independent.
  package var lag1: Double?
  /// Repetitions labelled as outliers; they are part of all figures.
  package var outliers: Int?
  /// Repetitions marked as disturbed; no part of the figures where enough others are left, see
  /// `Repetitions`.
  package var disturbed: Int?
  /// What the harness itself takes, in nanoseconds: the median of the group's floor, which does the
  /// same with a list that lays nothing out.
  package var floorNs: Double?
  /// The median without the floor, in nanoseconds, at least 0.
  package var netNs: Double?
  /// The median time of the first step of a new list, in nanoseconds.
  package var firstNs: Double?
  /// The median, over repetitions, of what the warm-up took beyond what as many settled steps take, in
  /// nanoseconds: cold caches, and costs that occur once.
  package var settlingNs: Double?

  /// No figures.
  package init() {}
}

/// How many times as long as the fastest strategy of its group a strategy takes.
package struct RatioFigures: Equatable, Sendable {
  /// The median over paired repetitions; 1 for the fastest.
  package var toFastest: Double?
  /// The lower end of its interval.
  package var low: Double?
  /// The upper end of its interval.
  package var high: Double?

  /// No figures.
  package init() {}
}

/// What the repetitions show of a strategy beside the fastest of its group; of a null control, beside the
/// strategy that it is the twin of.
package struct VerdictFigures: Equatable, Sendable {
  /// The verdict; nil where nothing was compared.
  package var verdict: Verdict?
  /// The p-value, corrected for all pairs of the group's strategies (Holm); a control's is not.
  package var adjustedP: Double?
  /// The smallest true difference that the repetitions would have shown: 0.02 is 2 %.
  package var detectable: Double?
  /// About how many repetitions would decide an unresolved one.
  package var roundsNeeded: Int?

  /// No figures.
  package init() {}
}

/// Of a strategy's twin, the null control: its time relative to the same strategy's.
package struct ControlFigures: Equatable, Sendable {
  /// The median over paired repetitions; it ought to be 1.
  package var ratio: Double?
  /// The lower end of its interval.
  package var low: Double?
  /// The upper end of its interval.
  package var high: Double?
}

/// The distribution of the time of single frames, against what a display leaves for one.
package struct FrameFigures: Equatable, Sendable {
  /// The median frame, in nanoseconds.
  package var p50Ns: Double?
  /// The 90th percentile, in nanoseconds.
  package var p90Ns: Double?
  /// The 99th percentile, in nanoseconds.
  package var p99Ns: Double?
  /// The 99.9th percentile, in nanoseconds.
  package var p999Ns: Double?
  /// The slowest frame, in nanoseconds.
  package var maxNs: Double?
  /// Frames that took more than 1 ms, a fair share for layout.
  package var over1ms: Int?
  /// Frames that took more than 8.33 ms: dropped at 120 Hz.
  package var over8ms: Int?
  /// Frames that took more than 16.67 ms: dropped at 60 Hz.
  package var over16ms: Int?

  /// No figures.
  package init() {}
}

/// What was compared with the reference.
package struct DeviationFigures: Equatable, Sendable {
  /// How many steps were compared.
  package var checkedSteps: Int?
  /// How many of them answered, or showed, something else.
  package var wrongSteps: Int?
}

extension SummaryRow {
  /// The rows of a whole `summary.csv`, of which each cell stands there once, with times above 0 and counts
  /// that are not negative.
  ///
  /// Throws bad data with the file, the line, the value and what was expected.
  package static func checkedRows(in bytes: [UInt8], file: String) throws(RunFault) -> [SummaryRow]
  {
    var rows: [SummaryRow] = []
    var lines: [CellKey: Int] = [:]
    try schema.forEachRow(in: bytes, file: file) { (row, place) throws(RunFault) in
      if let impossibility = row.impossibility {
        throw .badData(file: file, line: place.line, "column \(impossibility)")
      }
      if let first = lines.updateValue(place.line, forKey: row.cell) {
        throw .badData(
          file: file, line: place.line,
          "\(row.cell.text) stands on line \(first) already, expected once")
      }
      rows.append(row)
    }
    try CSVByte.checkEnd(of: bytes, file: file)
    return rows
  }

  /// The first figure that no measurement can give, as a message says it; nil when all are possible.
  private var impossibility: String? {
    let times = [
      ("median_ns", time.medianNs), ("low_ns", time.lowNs), ("high_ns", time.highNs),
    ]
    for (name, value) in times {
      if let value, value <= 0 { return "\(name): found \(value), expected more than 0" }
    }
    for counter in Counter.allCases {
      if let value = counters[counter], value < 0 {
        return "\(counter.name): found \(value), expected 0 or more"
      }
    }
    return nil
  }
}
