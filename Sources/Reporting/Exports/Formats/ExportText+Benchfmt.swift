import Recording

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
      let counts = WorkCount.all(of: cell.row).map { " \($0.value) \($0.goUnit)" }.joined()
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
    run.cells.flatMap { WorkCount.all(of: $0.row).map(\.goUnit) }.unique
      .map { "Unit \($0) better=lower assume=exact\n" }.joined()
  }
}
