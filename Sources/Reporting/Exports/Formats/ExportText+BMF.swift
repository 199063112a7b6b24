import Recording

extension ExportText {
  /// Bencher Metric Format: of each cell the latency, in nanoseconds, and its exact counts.
  ///
  /// It has one value for a cell, and no place for what a partial run lacks. Throws `badData` for a name
  /// that is too long.
  /// Source: bencher.dev, reference, Bencher Metric Format.
  static func bmf(_ run: ExportedRun) throws(RunFault) -> ExportText {
    let longest = 1024
    if let name = run.cells.map(\.name).first(where: { $0.count > longest }) {
      throw RunFault(
        .badData,
        "bmf: the name \(RunFault.quoted(name)) has \(name.count) characters, expected at most "
          + "\(longest)")
    }
    return ExportText(head: "{\n", cells: run.cells, separator: ",\n", tail: "\n}\n") { cell in
      var latency: [(String, JSONValue)] = [("value", .number(cell.median))]
      if let interval = cell.interval {
        latency.append(("lower_value", .number(interval.low)))
        latency.append(("upper_value", .number(interval.high)))
      }
      let counts = WorkCount.all(of: cell.row).map { count in
        (count.name, JSONValue.object([("value", .number(count.value))]))
      }
      let measures = JSONValue.object([("latency", .object(latency))] + counts)
      return "\(JSONValue.text(cell.name).json):\(measures.json)"
    }
  }
}
