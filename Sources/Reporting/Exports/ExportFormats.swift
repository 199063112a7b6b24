import Runs
import Text

/// A format that other programs read, in which a run can be exported.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// JSON of Google Benchmark, for its `compare.py`.
  case googleBenchmark = "google-benchmark"
  /// Text of Go's benchmarks, for `benchstat`.
  case benchfmt

  /// A run in this format.
  package func text(of run: ExportedRun) -> ExportText {
    switch self {
    case .googleBenchmark: .googleBenchmark(run)
    case .benchfmt: .benchfmt(run)
    }
  }
}

/// Text that is made piece by piece, one for each cell, so that no more than one is held at a time.
package struct ExportText: Sendable {
  private let head: String
  private let separator: String
  private let tail: String
  private let cells: [ExportedCell]
  private let piece: @Sendable (ExportedCell) -> String

  /// A head, a piece for each cell with the separator between two, a tail.
  init(
    head: String, cells: [ExportedCell], separator: String = "", tail: String = "",
    piece: @escaping @Sendable (ExportedCell) -> String
  ) {
    self.head = head
    self.cells = cells
    self.separator = separator
    self.tail = tail
    self.piece = piece
  }

  /// Gives the text in its order. Complexity: O(samples); a call for each cell.
  package func write<Fault>(to sink: (String) throws(Fault) -> Void) throws(Fault) {
    try sink(head)
    for (index, cell) in cells.enumerated() {
      try sink((index == 0 ? "" : separator) + piece(cell))
    }
    try sink(tail)
  }
}

extension ExportText {
  /// Go's benchmark text: a line for each round, with the exact counts behind the time.
  ///
  /// Only what is the same in runs that may be compared is configuration, because `benchstat` makes a
  /// table of its own for each configuration. So a partial run, which says there that it is one, is
  /// never taken for a whole one.
  /// Source: golang/proposal 14313-benchmark-format; golang/perf benchfmt/reader.go.
  static func benchfmt(_ run: ExportedRun) -> ExportText {
    ExportText(head: configuration(of: run) + units(of: run), cells: run.cells) { cell in
      let labels = cell.labels.map { "/\($0.key)=\($0.value)" }.joined()
      let counts = cell.counts.map { " \($0.value) \($0.unit)" }.joined()
      return cell.times.values.map { time in
        "BenchmarkLayout\(labels) \(cell.row.operations) \(time) ns/op\(counts)\n"
      }.joined()
    }
  }

  private static func configuration(of run: ExportedRun) -> String {
    let machine = run.record.machine
    var lines = [
      ("goos", machine.kernel.prefix { $0 != " " }.lowercased()),
      ("goarch", goName(ofArchitecture: machine.architecture)), ("cpu", machine.cpuModel),
    ]
    if run.isPartial { lines.append(("run-status", run.record.status.rawValue)) }
    // A key without a value would take one away.
    return lines.filter { !$1.allSatisfy(\.isWhitespace) }
      .map { "\($0): \($1.printable)\n" }.joined()
  }

  /// What Go calls the instruction set.
  private static func goName(ofArchitecture name: String) -> String {
    switch name {
    case "x86_64": "amd64"
    case "aarch64": "arm64"
    default: name
    }
  }

  /// Counts are exact: one that differs at all is a difference.
  private static func units(of run: ExportedRun) -> String {
    run.cells.flatMap { $0.counts.map(\.unit) }.unique
      .map { "Unit \($0) better=lower assume=exact\n" }.joined()
  }
}

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
      head: "{\"context\":\(context(of: run).line),\n\"benchmarks\":[\n", cells: run.cells,
      separator: ",\n", tail: "\n]}\n"
    ) { cell in
      let entries = GoogleBenchmarkEntries(cell: cell, family: families[cell.row.cell] ?? 0)
      return entries.all.map(\.line).joined(separator: ",\n")
    }
  }

  private static func context(of run: ExportedRun) -> JSON {
    let record = run.record
    var context: [(String, JSON)] = [
      ("date", .text(record.started.iso8601)), ("host_name", .text(record.machine.host)),
      ("executable", .text(record.command.first ?? "bench")),
      ("num_cpus", .whole(record.machine.cores)), ("mhz_per_cpu", .whole(0)),
      // Unknown, and Bencher insists on a list.
      ("caches", .list([])), ("load_avg", .list([record.machine.loadAverage].map(JSON.number))),
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

  var all: [JSON] {
    let times = cell.times
    let repetitions = times.values.enumerated().map { index, time in
      entry(
        cell.name, "iteration", [("repetition_index", .whole(index))],
        iterations: cell.row.operations, time)
    }
    var aggregates = [aggregate("mean", times.mean), aggregate("median", times.median)]
    if let deviation = times.standardDeviation {
      aggregates.append(aggregate("stddev", deviation))
      aggregates.append(aggregate("cv", deviation / times.mean, unit: "percentage"))
    }
    return repetitions + aggregates
  }

  private func aggregate(_ name: String, _ value: Double, unit: String = "time") -> JSON {
    entry(
      "\(cell.name)_\(name)", "aggregate",
      [("aggregate_name", .text(name)), ("aggregate_unit", .text(unit))],
      iterations: cell.times.count, value)
  }

  private func entry(
    _ name: String, _ kind: String, _ facts: [(String, JSON)], iterations: Int,
    _ value: Double
  ) -> JSON {
    let beginning: [(String, JSON)] = [
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
