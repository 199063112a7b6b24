import Recording

extension ExportText {
  /// Everything in one file: the record as `run.json` has it, what is left out and why, the figures of
  /// each cell and the time of each of its rounds.
  ///
  /// Keys that end in `_ns` are nanoseconds per operation. Throws as `RunRecord.json()` does.
  static func json(_ run: ExportedRun) throws(RunFault) -> ExportText {
    let record = String(decoding: try run.record.json().dropLast(), as: UTF8.self)
    let leftOut = run.omissions.map { omission in
      JSONValue.object(JSONValue.key(omission.cell) + [("reason", .text(omission.words))]).json
    }
    let list = leftOut.isEmpty ? "[]" : "[\n\(leftOut.joined(separator: ",\n"))\n]"
    return ExportText(
      head: "{\"schema\":\(RunRecord.schemaVersion),\"run\":\(record),\n"
        + "\"left_out\":\(list),\n\"cells\":[\n",
      cells: run.cells, separator: ",\n", tail: "\n]}\n"
    ) { JSONValue.cell($0).json }
  }
}

extension JSONValue {
  fileprivate static func key(_ cell: CellKey) -> [(String, JSONValue)] {
    [
      ("strategy", .text(cell.strategy)), ("scenario", .text(cell.group.scenario)),
      ("rows", .whole(cell.group.rows)), ("heights", .text(cell.group.heights)),
      ("mode", .text(cell.mode)),
    ] + (cell.group.caches == .cold ? [("caches", .text("cold"))] : [])
  }

  fileprivate static func cell(_ cell: ExportedCell) -> JSONValue {
    let (row, time) = (cell.row, cell.row.time)
    let counts = WorkCount.all(of: row).map { ($0.name, JSONValue.number($0.value)) }
    return .object(
      [("name", .text(cell.name))] + key(row.cell) + [
        ("rounds", .whole(row.rounds)), ("operations", .whole(row.operations)),
        ("median_ns", .number(cell.median)), ("low_ns", .optional(time.lowNs)),
        ("high_ns", .optional(time.highNs)), ("confidence", .optional(time.confidence)),
        ("ratio_to_fastest", .optional(row.ratio.toFastest)),
        ("verdict", row.verdict.verdict.map(JSONValue.text) ?? .null),
        ("counts", .object(counts)),
        ("repetitions_ns", .numbers(cell.times.values)),
      ])
  }
}
