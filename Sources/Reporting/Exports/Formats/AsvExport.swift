import Recording

/// A folder of airspeed velocity: run after run it collects the results of commits, and `asv publish`
/// makes graphs of them and finds the commit at which something became slower.
///
/// A scenario is a benchmark; strategy, rows, heights and mode are its parameters. What a run has not
/// measured is null. `benchmarks.json` is that of the latest export. The format has no place for what
/// a partial run lacks.
/// Source: airspeed-velocity/asv, asv/results.py, benchmarks.py and machine.py.
struct AsvExport {
  private let run: ExportedRun
  private let repository: String
  private let machine: String

  /// Throws `badData` when the run's commit is not known, because asv keeps results by commit.
  init(_ run: ExportedRun, repository: String) throws(RunFault) {
    let revision = run.record.revision
    guard revision.count >= 8, revision.allSatisfy(\.isHexDigit) else {
      throw RunFault(
        .badData, "asv: the run's revision is \(RunFault.quoted(revision)), expected a commit")
    }
    self.run = run
    self.repository = repository
    let facts = run.record.machine
    machine = "\(facts.slug)-\(ExportedCell.escapedWithDots(facts.host).prefix(8))"
  }

  /// All files of the folder. Of those that are there already, `asv.conf.json` stays.
  var files: [ExportFile] {
    let environment = "layoutbench"
    let result = "\(run.record.revision.prefix(8))-\(environment).json"
    return [
      file("asv.conf.json", configuration, yields: true),
      file("results/\(machine)/machine.json", machineFacts + [("version", .whole(1))]),
      file("results/\(machine)/\(result)", results(environment: environment)),
      file(
        "results/benchmarks.json",
        scenarios.map { ($0.name, $0.description) } + [("version", .whole(2))]),
    ]
  }

  private func file(
    _ path: String, _ members: [(String, JSONValue)], yields: Bool = false
  ) -> ExportFile {
    ExportFile(ExportText(JSONValue.object(members).json + "\n"), path: path, yields: yields)
  }

  private var configuration: [(String, JSONValue)] {
    [
      ("version", .whole(1)), ("project", .text("LayoutBench")), ("dvcs", .text("git")),
      ("repo", .text(repository)), ("branches", .list([.text("HEAD")])),
      ("environment_type", .text("existing")), ("results_dir", .text("results")),
      ("html_dir", .text("html")),
    ]
  }

  private var machineFacts: [(String, JSONValue)] {
    let facts = run.record.machine
    return [
      ("machine", .text(machine)), ("os", .text(facts.kernel)), ("arch", .text(facts.architecture)),
      ("cpu", .text(facts.cpuModel)), ("num_cpu", .text(String(facts.cores))),
      ("ram", .text(String(facts.memoryBytes))),
    ]
  }

  private var scenarios: [AsvScenario] {
    run.cells.map(\.row.cell.group.scenario).unique.map { id in
      AsvScenario(id: id, cells: run.cells.filter { $0.row.cell.group.scenario == id })
    }
  }

  private func results(environment: String) -> [(String, JSONValue)] {
    let started = JSONValue.whole(Int(run.record.started.seconds) * 1000)
    return [
      ("version", .whole(2)), ("commit_hash", .text(run.record.revision)),
      ("env_name", .text(environment)), ("date", started), ("params", .object(machineFacts)),
      ("python", .text("")), ("requirements", .object([])), ("env_vars", .object([])),
      ("result_columns", .list(AsvScenario.columns.map(JSONValue.text))),
      ("results", .object(scenarios.map { ($0.name, $0.result(started: started)) })),
      ("durations", .object([])),
    ]
  }
}
