import Comparing
import Measuring
import Recording
import Text

/// The times of cells over several runs, as a table or as CSV.
package struct HistoryReport: Sendable {
  private let history: History
  /// Runs that were left out, a line each with the reason.
  private let leftOut: [String]

  /// A report of a history.
  package init(_ history: History, leftOut: [String]) {
    self.history = history
    self.leftOut = leftOut
  }

  /// How many cells are shown one by one where none was asked for in particular.
  private static let mostTables = 12

  /// The report for a terminal, in lines of at most `width` columns, below 40 taken as 40; ends in a
  /// line break. Of more cells than fit a screen only those with a step are shown.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    let flow = Flow(width: width)
    let all = history.series
    let stepped = all.filter { $0.step != nil }
    let shown = all.count <= Self.mostTables ? all : stepped
    var parts = shown.map { series in
      ([style(title(of: series), .heading)] + table(of: series).lines(width: width, style: style))
    }
    var ending = leftOut.map { "Left out: \($0)".printable }
    ending.append(method)
    ending.append(
      "\(Quantity.count(history.runs.count)) runs, \(Quantity.count(all.count)) cells, "
        + "\(Quantity.count(stepped.count)) with a step"
        + (shown.count < all.count && stepped.isEmpty ? "; name one to see its times." : "."))
    parts.append(ending.flatMap { flow.lines(of: $0) })
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var method: String {
    let thresholds = history.thresholds
    return "Steps: all runs before against all after, each place between two runs, beyond "
      + "\(Quantity.percent(thresholds.relative * 100)) and "
      + "\(Quantity.time(nanoseconds: thresholds.absoluteNs)), by Student's t with the variance of "
      + "repetitions and of runs, with and without the machine's shifts, corrected over all places and "
      + "cells (Holm, \(Quantity.percent((1 - thresholds.confidence) * 100)))."
  }

  private func title(of series: History.Series) -> String {
    let cell = series.cell
    let list = "\(cell.group.heights), \(Quantity.rows(cell.group.rows)) rows"
    return "\(cell.strategyName), \(cell.group.scenario), \(list)".printable
  }

  private func table(of series: History.Series) -> TextTable {
    var table = TextTable(columns: [
      .words("date"), .words("revision"), .numbers("time"), .numbers("repetitions"), .words("step"),
      .words("run", wraps: true),
    ])
    table.rows = series.points.map { point in
      let run = history.runs[point.run]
      let step = series.step.flatMap { $0.run == point.run ? $0.comparison : nil }
      let paint: Style.Paint? = step.map { $0.verdict == .slower ? .bad : .good }
      return [
        .init(run.started.iso8601), .init(String(run.revision.prefix(12))),
        .init(Quantity.time(nanoseconds: point.nanoseconds, interval: point.interval)),
        .init(Quantity.count(point.repetitions)),
        .init(
          step.map {
            "\($0.verdict.name) \(Quantity.ratio($0.ratio.value, interval: $0.ratio.interval))"
          } ?? "", paint), .init(run.name),
      ]
    }
    return table
  }

  /// All times as CSV: a line for each cell and run, by cell and date; the step stands in the line of
  /// the first run after it.
  package var csv: [UInt8] {
    var csv = CSVWriter()
    for column in [
      "schema", "scenario", "heights", "rows", "strategy", "mode", "started", "revision", "time_ns",
      "low_ns", "high_ns", "repetitions", "step", "step_ratio", "step_low", "step_high", "step_p",
      "run",
    ] { csv.field(column) }
    csv.endRecord()
    for series in history.series {
      for point in series.points { write(point, of: series, to: &csv) }
    }
    return csv.bytes
  }

  private func write(
    _ point: History.Point, of series: History.Series, to csv: inout CSVWriter
  ) {
    let (cell, run) = (series.cell, history.runs[point.run])
    let step = series.step.flatMap { $0.run == point.run ? $0.comparison : nil }
    csv.field("1")
    csv.field(cell.group.scenario)
    csv.field(cell.group.heights)
    cell.group.rows.write(to: &csv)
    csv.field(cell.strategy)
    csv.field(cell.mode)
    csv.field(run.started.iso8601)
    csv.field(run.revision)
    point.nanoseconds.write(to: &csv)
    (point.interval?.low).write(to: &csv)
    (point.interval?.high).write(to: &csv)
    point.repetitions.write(to: &csv)
    (step?.verdict.name).write(to: &csv)
    (step?.ratio.value).write(to: &csv)
    (step?.ratio.interval?.low).write(to: &csv)
    (step?.ratio.interval?.high).write(to: &csv)
    (step?.adjustedP).write(to: &csv)
    csv.field(run.name)
    csv.endRecord()
  }
}
