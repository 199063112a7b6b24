import Measuring
import Recording

extension ExportText {
  /// JSON of the Java Microbenchmark Harness: a visit is a fork, a round an iteration.
  ///
  /// The score is our median with its interval, as in all of a run's figures, where JMH itself has the
  /// mean. The format has no place for what a partial run lacks.
  /// Source: openjdk/jmh, JSONResultFormat.java; jzillmann/jmh-visualizer.
  static func jmh(_ run: ExportedRun) -> ExportText {
    let confidence = run.record.plan.confidence
    return ExportText(head: "[\n", cells: run.cells, separator: ",\n", tail: "\n]\n") { cell in
      JSONValue.jmh(cell, confidence: confidence).json
    }
  }
}

extension JSONValue {
  fileprivate static func jmh(_ cell: ExportedCell, confidence: Double) -> JSONValue {
    let forks = cell.timesByVisit
    // Readers part the class from its method at the last dot.
    let owner = ExportedCell.escapedWithDots(cell.row.cell.group.scenario)
    let method = ExportedCell.escapedWithDots(cell.row.cell.strategy)
    let parameters = cell.labels.dropFirst(2).map { ($0.key, JSONValue.text($0.value)) }
    let interval = cell.interval ?? cell.interval(confidence: confidence)
    return .object([
      ("benchmark", .text("layoutbench.\(owner).\(method)")), ("mode", .text("avgt")),
      ("threads", .whole(1)), ("forks", .whole(forks.count)),
      ("measurementIterations", .whole(forks.map(\.count).max() ?? 0)),
      ("params", .object(parameters)),
      (
        "primaryMetric",
        .object([
          ("score", .number(cell.median)), ("scoreError", .number(cell.reach(of: interval))),
          ("scoreConfidence", .numbers([interval.low, interval.high])),
          ("scorePercentiles", percentiles(of: cell.times)), ("scoreUnit", .text("ns/op")),
          ("rawData", .list(forks.map(JSONValue.numbers))),
        ])
      ),
      ("secondaryMetrics", .object([])),
    ])
  }

  private static func percentiles(of times: Sample) -> JSONValue {
    .object(
      [0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100].map { (percent: Double) in
        ("\(percent)", .number(times.percentile(percent)))
      })
  }
}
