import Recording

extension ExportText {
  /// The cells' rows of `summary.csv`, each behind the facts of its run, so that the tables of many runs
  /// can be put one under the other.
  static func csv(_ run: ExportedRun) -> ExportText {
    let record = run.record
    let facts = [
      ("run_started", record.started.iso8601), ("run_status", record.status.rawValue),
      ("revision", record.revision), ("dirty", record.isDirty.map { $0 ? "1" : "0" } ?? ""),
      ("compiler", record.compiler), ("cpu_model", record.machine.cpuModel),
      ("host", record.machine.host), ("seed", String(record.seed)),
    ]
    let names = facts.map(\.0).joined(separator: ",")
    var csv = CSVWriter()
    for fact in facts { csv.field(fact.1) }
    let values = String(decoding: csv.bytes, as: UTF8.self)
    return ExportText(head: "\(names),\(SummaryRow.schema.header)\n", cells: run.cells) { cell in
      "\(values)," + String(decoding: SummaryRow.schema.line(of: cell.row), as: UTF8.self)
    }
  }
}
