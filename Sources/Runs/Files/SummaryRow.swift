import Basics
import ListLayout
import Measuring

/// One line of `summary.csv`: what a cell's samples, its counters and its frames come to.
///
/// A figure that was not measured is nil, and an empty field in the file. Times are in nanoseconds.
package struct SummaryRow: Equatable, Sendable {
  package var cell: CellKey
  package var status: CellStatus
  package var rounds = 0
  /// Operations of a timed segment, of the last repetition's.
  package var operations = 0
  /// How much of the script was timed, over all repetitions, in 0...1.
  package var coverage: Double?
  package var time = TimeFigures()
  /// Whether the group's ratios are to this cell: the fastest that shows the right rows.
  package var isFastest = false
  /// Time relative to the fastest strategy of the group.
  package var ratio = RatioFigures()
  /// Whether that ratio, or the control's, is of times without `floorNs`; nil where there is no ratio.
  package var isRatioNet: Bool?
  /// What the repetitions show of that; of an A/A control, of its base.
  package var verdict = VerdictFigures()
  /// Of an A/A control: time relative to its base; it ought to be 1.
  package var control = RatioFigures()
  package var counters = Counters()
  /// The operations that the counters are means over; only such over the same number are compared.
  package var countedOperations: Int?
  package var frames = FrameFigures()
  /// How far the screen was from what it should have shown.
  package var deviation = DeviationFigures()
  /// What is hard to believe of it.
  package var doubts: String?
}

// What may be done with a cell's figures: the rule of `run`, `count`, `show`, `export` and `compare`.
extension SummaryRow {
  /// Whether a checked step showed or answered something else than the reference.
  package var showsWrongRows: Bool {
    cell.role != .floor && (deviation.wrongSteps ?? 0) > 0
  }

  /// Whether its figures may be ranked, recommended and exported: it has some, for the work that was asked.
  /// Cells that show wrong rows but have figures are shown with a mark.
  package var hasResult: Bool { status.hasFigure && !showsWrongRows }
}

/// The distribution of a cell's time per operation over its repetitions.
package struct TimeFigures: Equatable, Sendable {
  /// The median of the three fastest repetitions and its 95 % interval, see `Repetitions`.
  package var timeNs, lowNs, highNs: Double?
  /// The fastest and the slowest repetition.
  package var minNs, maxNs: Double?
  /// Repetitions marked as disturbed, see `Repetitions`.
  package var disturbed: Int?
  /// The median of the group's floor: what the harness itself takes.
  package var floorNs: Double?
  package var netNs: Double?
  /// The median time of the first step of a new list.
  package var firstNs: Double?
  /// The median of what a warm-up took beyond what as many settled steps take.
  package var settlingNs: Double?
}

/// How many times as long as another a strategy takes, with its interval.
package struct RatioFigures: Equatable, Sendable {
  package var value, low, high: Double?
}

package struct VerdictFigures: Equatable, Sendable {
  /// Nil where nothing was compared.
  package var verdict: Verdict?
  /// The p-value, corrected for all pairs of the group's strategies (Holm); a control's is not.
  package var adjustedP: Double?
}

/// The distribution of the time of single frames, against what a display leaves for one.
package struct FrameFigures: Equatable, Sendable {
  package var p50Ns, p90Ns, p99Ns, p999Ns, maxNs: Double?
  /// Frames that took more than 8.33 ms: dropped at 120 Hz.
  package var over8ms: Int?
}

/// How many steps were compared with the reference, and how many answered, or showed, something else.
package struct DeviationFigures: Equatable, Sendable {
  package var checkedSteps, wrongSteps: Int?
}

extension SummaryRow: CellRow {
  package static let schema = CSVSchema<SummaryRow>(
    blank: SummaryRow(cell: .blank, status: .ok),
    promised: firstColumns + [
      Column("status", \.status),
      Column("rounds", \.rounds),
      Column("operations", \.operations),
      Column("time_ns", \.time.timeNs),
      Column("low_ns", \.time.lowNs),
      Column("high_ns", \.time.highNs),
    ],
    further: roleColumns + timeColumns + Counter.allCases.map { Column($0.name, \.counters[$0]) }
      + [Column("counted_operations", \.countedOperations)] + verdictColumns)

  private static let timeColumns: [Column<SummaryRow>] = [
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

  private static let verdictColumns: [Column<SummaryRow>] = [
    Column("frame_p50_ns", \.frames.p50Ns),
    Column("frame_p90_ns", \.frames.p90Ns),
    Column("frame_p99_ns", \.frames.p99Ns),
    Column("frame_p999_ns", \.frames.p999Ns),
    Column("frame_max_ns", \.frames.maxNs),
    Column("frames_over_8_33ms", \.frames.over8ms),
    Column("verdict", \.verdict.verdict),
    Column("verdict_p", \.verdict.adjustedP),
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
    let times = [
      ("time_ns", time.timeNs), ("low_ns", time.lowNs), ("high_ns", time.highNs),
    ]
    for case (let name, let value?) in times where value <= 0 {
      return "\(name): found \(value), expected more than 0"
    }
    for counter in Counter.allCases {
      if let value = counters[counter], value < 0 {
        return "\(counter.name): found \(value), expected 0 or more"
      }
    }
    let ratios = [
      ("ratio_to_fastest", ratio.value), ("ratio_low", ratio.low), ("ratio_high", ratio.high),
      ("control_ratio", control.value), ("control_low", control.low),
      ("control_high", control.high),
    ]
    // No two times that can be measured are further apart.
    for case (let name, let value?) in ratios where !(0..<1e15).contains(value) {
      return "\(name): found \(value), expected 0 or more and less than 1e15"
    }
    return nil
  }
}

/// What is counted of a cell, per operation: exact, and the same on every machine, which no time is. A
/// kind of work is declared in `Work` alone: its column is called as its case is.
package enum Counter: Hashable, Sendable {
  case work(Work)
  case allocations
  case allocatedBytes
  /// Bytes that the strategy keeps, for each row of the list.
  case bytesPerRow
  /// Instructions executed in user space; nearly exact, and of one build on one kind of processor. Of a
  /// run that was simulated they are exact, as are those that follow, and without the floor's.
  case instructions
  /// Loads and stores.
  case dataAccesses
  /// Cache lines that were not in the first level, and those that were not in the last.
  case linesL1, linesLl
  /// Branches that went another way than predicted.
  case mispredicted
}

extension Counter: CaseIterable, Encodable {
  /// The kinds of work that are compared: a layout that was cut is a fault, and no amount.
  package static let work: [Counter] =
    Work.allCases.filter { $0 != .layoutsCut }.map(Counter.work)

  package static let allCases: [Counter] =
    work + [.allocations, .allocatedBytes, .bytesPerRow] + simulated

  /// Those of the processor: of one build, on one kind of processor.
  package static let simulated: [Counter] = [
    .instructions, .dataAccesses, .linesL1, .linesLl, .mispredicted,
  ]

  /// Those that are the same in two builds of one program.
  package static let compared = allCases.filter { !simulated.contains($0) }

  package var name: String {
    let words = if case .work(let work) = self { "\(work)" } else { "\(self)" }
    return words.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// What was counted of a cell, per operation; nil where it was not.
package struct Counters: Equatable, Sendable {
  private var amounts: [Counter: Double] = [:]

  package subscript(counter: Counter) -> Double? {
    get { amounts[counter] }
    set { amounts[counter] = newValue }
  }

  package subscript(work: Work) -> Double? {
    get { amounts[.work(work)] }
    set { amounts[.work(work)] = newValue }
  }
}
