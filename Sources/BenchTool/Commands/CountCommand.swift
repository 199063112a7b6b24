import BenchBasics
import BenchMeasuring
import BenchReporting
import BenchRuns
import Foundation
import Synchronization

extension Command {
  static let count = Command(
    "count", "Count instructions and cache misses under valgrind",
    discussion: """
      Runs every strategy and scenario on a simulated processor. Counts instructions, data accesses, cache \
      misses and branch mispredictions per operation, without the harness overhead. A program's instruction \
      and data access counts are the same on every x86-64 machine with the same C library, under any load, \
      so 'compare --exact' can detect changes of 1 %. Times also depend on effects that these counts miss. \
      Needs valgrind (Debian: apt-get install valgrind).
      """,
    options: Options.planned + [
      Options.output, Options.record, Options.quiet,
    ],
    conflicts: [Options.recordConflict],
    examples: [
      ("count", "Count instructions for all strategies, even on a busy machine."),
      (
        "count -s fenwick,blocked-sums -c offset,hit-test -r 1M",
        "Count instructions and cache misses for two strategies."
      ),
    ],
    exitCodes: [
      .regression:
        "a strategy showed wrong rows, or its work grows faster than its descriptor claims"
    ]
  ) { tool, arguments in
    try CountCommand(tool: tool, arguments: arguments).perform()
  }
}

struct CountCommand {
  private let tool: Tool
  private let arguments: Arguments
  private let request: RunRequest
  private let runner: Runner
  private let valgrind: Valgrind
  private var record: RunRecord

  init(tool: Tool, arguments: Arguments) throws {
    (self.tool, self.arguments) = (tool, arguments)
    request = try RunRequest(counting: arguments, tool: tool)
    Interruption.listen()
    runner = try Runner(request, of: tool.strategies) { _ in }
    try runner.plan.requireCells()
    valgrind = try Valgrind()
    record = try RunRecord(of: runner, arguments)
    record.simulation = .init(
      tool: valgrind.version, model: SimulatedCaches.text,
      unusedFeatures: GlibcSettings.unusedFeatures)
  }

  func perform() throws -> ExitCode {
    let writer = try RunWriter(arguments, record, planned: runner.rows, hasSamples: false)
    let (report, rows): (RunReport, [CellResult])
    do {
      (report, rows) = try self.report()
    } catch {
      writer.withdraw()
      throw error
    }
    let terminal = Terminal.current
    try writeThenPrint {
      try writer.finish(report, rows)
    } print: {
      try Terminal.print(
        report.counts(width: terminal.width, style: terminal.style)
          + "\n\(writer.folder.path.printable)\n")
    }
    let wrong = report.record.warnings.first { $0.kind == .ruledOut }
    if let wrong { Terminal.log(wrong.text) }
    return report.contradictedClaims.isEmpty && wrong == nil ? .success : .regression
  }

  func report() throws -> (report: RunReport, rows: [CellResult]) {
    if !arguments[Options.quiet] {
      Terminal.log("counting \(runner.plan.cells) cells under \(valgrind.version)")
    }
    let counted = Dictionary(try valgrind.count(Program.path(), request).map { ($0.cell, $0) }) {
      first, _ in first
    }
    let rows = runner.plan.groups.flatMap { group in
      group.entries.compactMap { counted[group.key(of: $0)] }
    }
    var record = record
    (record.finished, record.status) = (.thisSecond, .complete)
    let warning = RunWarning(ruledOut: rows) {
      request.command(tool.program, "count", repeating: $0)
    }
    if let warning { record.warnings.append(warning) }
    return (RunReport(record, rows, tool: tool), rows)
  }
}

struct Valgrind {
  let version, path: String
}

extension Valgrind {
  init() throws(RunFault) {
    guard let path = Program.find("valgrind") else {
      #if os(macOS)
        let advice = "valgrind does not support macOS on Apple silicon; use Linux"
      #else
        let advice = "Debian: apt-get install valgrind"
      #endif
      throw RunFault(.missingInput, "valgrind is not in PATH (\(advice))")
    }
    let outcome = try ChildProcess.run([path, "--version"], deadline: 60)
    let version = outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    self.init(version: version, path: path)
  }

  func count(_ program: String, _ request: RunRequest) throws -> [CellResult] {
    try TemporaryFolder.with { folder in
      // Strip the debug information, which older versions of valgrind cannot read.
      let copy = folder + "/program"
      let strip = ["strip", "--strip-debug", "-o", copy, program]
      let isStripped = (try? ChildProcess.run(strip, deadline: 60))?.ending.isSuccess == true
      let counted = isStripped ? copy : program
      let results = Mutex<[Result<[CellResult], any Error>]>([])
      DispatchQueue.concurrentPerform(iterations: Plan.parts) { part in
        let result = Result {
          var request = request
          request.part = part
          let command = command(
            counted, try request.words, output: "\(folder)/counts-\(part)")
          return try Self.rows(of: Program.run(command), from: path)
        }
        results.withLock { $0.append(result) }
      }
      return Self.net(of: try results.withLock { try $0.flatMap { try $0.get() } })
    }
  }

  private static func net(of rows: [CellResult]) -> [CellResult] {
    let floors = rows.filter { $0.cell.role == .floor }.map { ($0.cell.group, $0.counters) }
    let overhead = Dictionary(floors) { first, _ in first }
    return rows.map { row in
      var row = row
      row.time.timeNs = nil
      guard row.cell.role != .floor, let own = overhead[row.cell.group] else { return row }
      for counter in Counter.simulated {
        guard let gross = row.counters[counter], let own = own[counter] else { continue }
        row.counters[counter] = max(0, gross - own)
      }
      return row
    }
  }

  /// The environment is the same on every machine, because environment variables are stored on the stack,
  /// where their size shifts the addresses of other data.
  func command(_ program: String, _ options: [String], output: String) -> [String] {
    var environment = GlibcSettings.countingEnvironment
    for name in ["LD_LIBRARY_PATH", "VALGRIND_LIB"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    // Debian's valgrind is a shell script, and a shell overwrites PWD unless it already refers to the current
    // folder. The path `/proc/self/cwd` always refers to the current folder, and has the same length in every
    // folder.
    environment["PWD"] = "/proc/self/cwd"
    environment[SimulatedProcessor.variable] = output
    return ["env", "-i"] + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      // Each cell runs in a separate thread (see `FreshHeap`).
      + [path, "-q", "--max-threads=10000", "--callgrind-out-file=\(output)"]
      + SimulatedCaches.options
      + [program] + WorkerJob.count.command + options
  }

  static func rows(
    of outcome: ChildProcess.Outcome, from path: String
  ) throws(RunFault) -> [CellResult] {
    // Exit code 1 means that a strategy, named in the output, showed wrong rows.
    guard [.exited(0), .exited(1)].contains(outcome.ending), !outcome.output.isEmpty else {
      throw RunFault(
        .internalFault,
        "a process under valgrind \(outcome.ending.text)"
          + (reason(in: outcome.errorOutput).map { ": \($0)" } ?? ""))
    }
    let rows = try CellResult.rows(in: Array(outcome.output.utf8), file: "bench count")
    func isBlank(_ row: CellResult) -> Bool {
      let lacksAny = Counter.simulated.contains { row.counters[$0] == nil }
      return row.countedOperations != nil && (lacksAny || row.counters[.instructions] == 0)
    }
    if let blank = rows.first(where: isBlank) {
      throw RunFault(
        .missingInput,
        "\(path) has no counts for \(blank.cell.text); make sure that your valgrind includes "
          + "callgrind")
    }
    return rows
  }

  private static func reason(in errorOutput: String) -> String? {
    errorOutput.split(whereSeparator: \.isNewline).lazy.map { line in
      String(line.trimmingPrefix(/(==|--)[0-9]+(==|--) ?/))
    }.first { !$0.isEmpty && !$0.hasPrefix("warning:") }
  }
}
