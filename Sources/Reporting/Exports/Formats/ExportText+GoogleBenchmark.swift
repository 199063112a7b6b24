import Recording

extension ExportText {
  /// Google Benchmark's JSON: each round as a repetition, then mean, median, deviation and variation.
  ///
  /// Repetitions are what `compare.py` takes its U test from. There is one clock, of real time, so
  /// `cpu_time`, which readers insist on, is the same.
  /// Source: google/benchmark, src/json_reporter.cc and tools/gbench.
  static func googleBenchmark(_ run: ExportedRun) -> ExportText {
    let families = Dictionary(
      run.cells.enumerated().map { ($1.row.cell, $0) }, uniquingKeysWith: { first, _ in first })
    return ExportText(
      head: "{\"context\":\(context(of: run).json),\n\"benchmarks\":[\n", cells: run.cells,
      separator: ",\n", tail: "\n]}\n"
    ) { cell in
      let entries = GoogleBenchmarkEntries(cell: cell, family: families[cell.row.cell] ?? 0)
      return entries.all.map(\.json).joined(separator: ",\n")
    }
  }

  private static func context(of run: ExportedRun) -> JSONValue {
    let record = run.record
    var context: [(String, JSONValue)] = [
      ("date", .text(record.started.iso8601)), ("host_name", .text(record.machine.host)),
      ("executable", .text(record.command.first ?? "bench")),
      ("num_cpus", .whole(record.machine.cores)), ("mhz_per_cpu", .whole(0)),
      // Unknown, and Bencher insists on a list.
      ("caches", .list([])), ("load_avg", .numbers([record.machine.loadAverage])),
      ("library_build_type", .text(record.optimisation == "-O" ? "release" : "debug")),
      ("json_schema_version", .whole(1)), ("cpu_model", .text(record.machine.cpuModel)),
      ("revision", .text(record.revision)),
    ]
    if run.isPartial { context.append(("run_status", .text(record.status.rawValue))) }
    return .object(context)
  }
}

/// What a cell is in Google Benchmark's JSON.
private struct GoogleBenchmarkEntries {
  let cell: ExportedCell
  let family: Int

  var all: [JSONValue] {
    let times = cell.times
    let repetitions = times.values.enumerated().map { index, time in
      entry(
        cell.name, "iteration", [("repetition_index", .whole(index))],
        iterations: cell.row.operations, time)
    }
    var aggregates = [aggregate("mean", times.mean), aggregate("median", cell.median)]
    if let deviation = times.standardDeviation {
      aggregates.append(aggregate("stddev", deviation))
      aggregates.append(aggregate("cv", deviation / times.mean, unit: "percentage"))
    }
    return repetitions + aggregates
  }

  private func aggregate(_ name: String, _ value: Double, unit: String = "time") -> JSONValue {
    entry(
      "\(cell.name)_\(name)", "aggregate",
      [("aggregate_name", .text(name)), ("aggregate_unit", .text(unit))],
      iterations: cell.times.count, value)
  }

  private func entry(
    _ name: String, _ kind: String, _ facts: [(String, JSONValue)], iterations: Int,
    _ value: Double
  ) -> JSONValue {
    let beginning: [(String, JSONValue)] = [
      ("name", .text(name)), ("family_index", .whole(family)),
      ("per_family_instance_index", .whole(0)), ("run_name", .text(cell.name)),
      ("run_type", .text(kind)), ("repetitions", .whole(cell.times.count)),
    ]
    return .object(
      beginning + facts + [
        ("threads", .whole(1)), ("iterations", .whole(iterations)),
        ("real_time", .number(value)), ("cpu_time", .number(value)), ("time_unit", .text("ns")),
      ])
  }
}
