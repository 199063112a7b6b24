import Recording

extension ExportText {
  /// JSON of github-action-benchmark for its tool `customSmallerIsBetter`: of each cell the median.
  ///
  /// The unit is one that the action can convert, and must stay the same for ever.
  /// Source: benchmark-action/github-action-benchmark, src/extract.ts.
  static func githubAction(_ run: ExportedRun) -> ExportText {
    let confidence = Quantity.percent(run.record.plan.confidence * 100)
    let status = run.isPartial ? "\nof a run that was \(run.record.status.rawValue)" : ""
    return ExportText(head: "[\n", cells: run.cells, separator: ",\n", tail: "\n]\n") { cell in
      var members: [(String, JSONValue)] = [
        ("name", .text(cell.name)), ("unit", .text("ns/iter")), ("value", .number(cell.median)),
      ]
      let rounds = cell.times.count == 1 ? "1 round" : "\(cell.times.count) rounds"
      var extra = "\(rounds) of \(cell.row.operations) operations"
      if let interval = cell.interval {
        members.append(("range", .text("± \(cell.reach(of: interval))")))
        extra += "\n\(confidence) interval \(interval.low)..\(interval.high)"
      }
      return JSONValue.object(members + [("extra", .text(extra + status))]).json
    }
  }
}
