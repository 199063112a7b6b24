import Comparing
import Measuring
import Recording

extension ComparisonReport {
  /// The columns of the CSV form: a line for each cell's time, for each counter, for each growth that
  /// is faster now, and for each cell that only one side has.
  static let columns = [
    "schema", "scenario", "heights", "rows", "strategy", "mode", "metric", "base", "head", "ratio",
    "ratio_low", "ratio_high", "observations", "p", "verdict", "note", "threshold_relative",
    "threshold_absolute_ns", "threshold_confidence", "tolerance",
  ]

  /// The comparison as CSV, all of it; the thresholds in force stand in every line.
  public var csv: [UInt8] {
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
          cell: counter.cell, metric: counter.counter.rawValue, base: counter.base,
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
    for (cells, verdict) in [
      (comparison.cells.onlyInBase, "missing"), (comparison.cells.onlyInHead, "new"),
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
    (line.hasRows ? group.rows : nil as Int?).write(to: &csv)
    csv.field(line.cell.strategy)
    csv.field(line.cell.mode)
    csv.field(line.metric)
    line.base.write(to: &csv)
    line.head.write(to: &csv)
    line.ratio.write(to: &csv)
    (line.interval?.low).write(to: &csv)
    (line.interval?.high).write(to: &csv)
    line.observations.write(to: &csv)
    line.p.write(to: &csv)
    csv.field(line.verdict)
    line.note.write(to: &csv)
    (isTime ? thresholds.relative : nil).write(to: &csv)
    (isTime ? thresholds.absoluteNs : nil).write(to: &csv)
    (isTime ? thresholds.confidence : nil).write(to: &csv)
    line.tolerance.write(to: &csv)
    csv.endRecord()
  }
}
