import Recording

extension ExportText {
  /// JSON of pyperf: a visit is a run of its, a round a value, in seconds.
  ///
  /// Source: psf/pyperf, pyperf/_bench.py and _metadata.py; version 1.0 of the format.
  static func pyperf(_ run: ExportedRun) -> ExportText {
    let metadata = JSONValue.object(facts(of: run)).json
    return ExportText(
      head: "{\"version\":\"1.0\",\"metadata\":\(metadata),\n\"benchmarks\":[\n",
      cells: run.cells, separator: ",\n", tail: "\n]}\n"
    ) { cell in
      let facts: [(String, JSONValue)] = [
        ("name", .text(cell.name)), ("loops", .whole(max(1, cell.row.operations))),
      ]
      let runs = cell.timesByVisit.map { times in
        JSONValue.object([("values", .numbers(times.map { $0 / 1e9 }))])
      }
      return JSONValue.object([("metadata", .object(facts)), ("runs", .list(runs))]).json
    }
  }

  /// pyperf refuses a fact that is empty or has several lines.
  private static func facts(of run: ExportedRun) -> [(String, JSONValue)] {
    let record = run.record
    var facts = [
      ("cpu_model_name", record.machine.cpuModel), ("platform", record.machine.os),
      ("kernel", record.machine.kernel), ("revision", record.revision),
      ("compiler", "\(record.compiler), \(record.optimisation)"),
    ]
    if run.isPartial { facts.append(("run_status", record.status.rawValue)) }
    let usable = facts.map { ($0, $1.printable) }.filter { !$1.allSatisfy(\.isWhitespace) }
    return [("unit", .text("second"))] + usable.map { ($0, .text($1)) }
  }
}
