import Measuring
import Runs

extension ComparisonReport {
  /// The columns of the CSV form: a line for each cell's time, for each counter, for each growth that
  /// is faster now, and for each cell that only one side has.
  static let columns = [
    "schema", "scenario", "heights", "rows", "strategy", "mode", "metric", "base", "head", "ratio",
    "ratio_low", "ratio_high", "observations", "p", "verdict", "note", "threshold_relative",
    "threshold_absolute_ns", "threshold_confidence", "tolerance",
  ]

  /// The comparison as CSV, all of it; the thresholds in force stand in every line.
  package var csv: [UInt8] {
    var csv = CSVWriter()
    for column in Self.columns { csv.field(column) }
    csv.endRecord()
    for cell in comparison.times {
      write(
        Line(
          cell: cell.cell, metric: "time_ns", base: cell.baseNs, head: cell.headNs,
          ratio: cell.ratio.value, interval: cell.ratio.interval, observations: cell.ratio.count,
          p: cell.adjustedP, verdict: cell.verdict.name), to: &csv)
    }
    for counter in comparison.counters {
      write(
        Line(
          cell: counter.cell, metric: counter.counter.name, base: counter.base,
          head: counter.head, ratio: counter.ratio, tolerance: counter.tolerance,
          verdict: counter.change.rawValue), to: &csv)
    }
    for growth in comparison.grown {
      let group = CellGroup(scenario: growth.scenario, heights: growth.heights, rows: 0)
      write(
        Line(
          cell: CellKey(group: group, strategy: growth.strategy, mode: growth.mode), hasRows: false,
          metric: "growth", verdict: CounterComparison.Change.more.rawValue,
          note: "\(growth.base.notation) to \(growth.head.notation)"), to: &csv)
    }
    for deviation in comparison.deviations {
      write(
        Line(
          cell: deviation.cell, metric: "steps_wrong",
          base: deviation.base.wrongSteps.map(Double.init),
          head: deviation.head.wrongSteps.map(Double.init),
          verdict: CounterComparison.Change.more.rawValue), to: &csv)
    }
    for (cells, verdict) in [
      (comparison.cells.onlyInBase, "missing"), (comparison.cells.onlyInHead, "new"),
      (comparison.cells.withoutFigure, "no figure"),
    ] {
      for stray in cells {
        write(
          Line(cell: stray.cell, metric: "cell", verdict: verdict, note: stray.reason), to: &csv)
      }
    }
    return csv.bytes
  }

  private struct Line {
    let cell: CellKey
    var hasRows = true
    let metric: String
    var base: Double?
    var head: Double?
    var ratio: Double?
    var interval: Interval?
    var observations: Int?
    var p: Double?
    /// The tolerance of a counter, which the gate's thresholds are not for.
    var tolerance: Double?
    let verdict: String
    var note: String?
  }

  private func write(_ line: Line, to csv: inout CSVWriter) {
    let isTime = line.metric == "time_ns"
    let thresholds = comparison.thresholds.of(line.cell)
    let group = line.cell.group
    csv.field("1")
    csv.field(group.scenario)
    csv.field(group.heights)
    csv.field((line.hasRows ? group.rows : nil as Int?).csvText)
    csv.field(line.cell.strategy)
    csv.field(line.cell.mode)
    csv.field(line.metric)
    csv.field(line.base.csvText)
    csv.field(line.head.csvText)
    csv.field(line.ratio.csvText)
    csv.field((line.interval?.low).csvText)
    csv.field((line.interval?.high).csvText)
    csv.field(line.observations.csvText)
    csv.field(line.p.csvText)
    csv.field(line.verdict)
    csv.field(line.note.csvText)
    csv.field((isTime ? thresholds.relative : nil).csvText)
    csv.field((isTime ? thresholds.absoluteNs : nil).csvText)
    csv.field((isTime ? thresholds.confidence : nil).csvText)
    csv.field(line.tolerance.csvText)
    csv.endRecord()
  }
}

extension ComparisonReport {
  /// The comparison as JSON, all of it. Throws what its encoding throws.
  package func json() throws -> String { try JSONText.of(Document(self)) }

  private struct Document: Encodable {
    struct Side: Encodable {
      let name: String
      let revision: String?
    }

    struct Time: Encodable {
      let cell: Place
      let baseNs, headNs, ratio: Double
      let low, high: Double?
      let confidence: Double
      let observations: Int
      let p, margin: Double
      let verdict: String

      init(_ comparison: CellComparison) {
        cell = Place(comparison.cell)
        (baseNs, headNs) = (comparison.baseNs, comparison.headNs)
        ratio = comparison.ratio.value
        (low, high) = (comparison.ratio.interval?.low, comparison.ratio.interval?.high)
        (confidence, observations) = (comparison.ratio.confidence, comparison.ratio.count)
        (p, margin) = (comparison.adjustedP, comparison.margin.relative)
        verdict = comparison.verdict.name
      }

      enum CodingKeys: String, CodingKey {
        case cell
        case baseNs = "base_ns"
        case headNs = "head_ns"
        case ratio, low, high, confidence, observations, p, margin, verdict
      }
    }

    struct Count: Encodable {
      let cell: Place
      let counter: Counter
      let base, head, tolerance: Double
      let change: CounterComparison.Change

      init(_ comparison: CounterComparison) {
        cell = Place(comparison.cell)
        counter = comparison.counter
        (base, head, tolerance) = (comparison.base, comparison.head, comparison.tolerance)
        change = comparison.change
      }
    }

    struct Growth: Encodable {
      let scenario, heights, strategy, mode, base, head: String
    }

    struct Deviation: Encodable {
      let cell: Place
      let base, head: Int?

      init(_ comparison: DeviationComparison) {
        cell = Place(comparison.cell)
        (base, head) = (comparison.base.wrongSteps, comparison.head.wrongSteps)
      }
    }

    struct Stray: Encodable {
      let cell: Place
      let reason: String?

      init(_ stray: StrayCell) { (cell, reason) = (Place(stray.cell), stray.reason) }
    }

    struct Place: Encodable {
      let scenario, heights: String
      let rows: Int
      let strategy, mode: String

      init(_ cell: CellKey) {
        (scenario, heights) = (cell.group.scenario, cell.group.heights)
        (rows, strategy, mode) = (cell.group.rows, cell.strategy, cell.mode)
      }
    }

    let schema = 1
    let base, head: Side
    let gate: String
    let thresholds: Thresholds
    let method, notes: [String]
    let conclusion: String
    let exitCode: Int32
    let times: [Time]
    let counters: [Count]
    let countersCompared: Int
    let countersNotGuarded: [Counter]
    let growth: [Growth]
    let stepsWrong: [Deviation]
    let onlyInBase, onlyInHead, withoutFigure: [Stray]
    let allowsNew: Bool

    init(_ report: ComparisonReport) {
      let comparison = report.comparison
      base = Side(name: comparison.base.name, revision: comparison.base.revision)
      head = Side(name: comparison.head.name, revision: comparison.head.revision)
      gate = comparison.thresholds.preset?.rawValue ?? "own values"
      thresholds = comparison.thresholds
      (method, notes) = (comparison.method, comparison.notes)
      (conclusion, exitCode) = (report.conclusion, report.exitCode.rawValue)
      times = comparison.times.map(Time.init)
      counters = (comparison.risen + comparison.fallen).map(Count.init)
      countersCompared = comparison.counters.count
      countersNotGuarded = comparison.uncounted
      growth = comparison.grown.map {
        Growth(
          scenario: $0.scenario, heights: $0.heights, strategy: $0.strategy, mode: $0.mode,
          base: $0.base.notation, head: $0.head.notation)
      }
      stepsWrong = comparison.deviations.map(Deviation.init)
      onlyInBase = comparison.cells.onlyInBase.map(Stray.init)
      onlyInHead = comparison.cells.onlyInHead.map(Stray.init)
      withoutFigure = comparison.cells.withoutFigure.map(Stray.init)
      allowsNew = comparison.cells.allowsNew
    }

    enum CodingKeys: String, CodingKey {
      case schema, base, head, gate, thresholds, method, notes, conclusion
      case exitCode = "exit_code"
      case times, counters
      case countersCompared = "counters_compared"
      case countersNotGuarded = "counters_not_guarded"
      case growth
      case onlyInBase = "only_in_base"
      case onlyInHead = "only_in_head"
      case stepsWrong = "steps_wrong"
      case withoutFigure = "without_figure"
      case allowsNew = "allows_new"
    }
  }
}
