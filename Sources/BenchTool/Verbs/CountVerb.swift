import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Synchronization

extension Verb {
  static let count = Verb(
    "count", "Count instructions and cache misses under valgrind",
    discussion: """
      Runs every strategy and scenario with warm caches on a simulated processor. Counts instructions, data \
      accesses, cache misses and branch mispredictions per operation, without the harness overhead. The \
      counts of a program are the same on every machine and under any load, so 'compare --exact' detects \
      changes of 0.5 %. Times also depend on effects that are not counted. Needs valgrind (Debian: apt-get \
      install valgrind).
      """,
    options: Options.planned + [
      Options.simulatedCaches, Options.output, Options.record, Options.quiet,
    ],
    conflicts: [Options.recordConflict],
    examples: [
      Example("count", "Count the instructions of all strategies, even on a busy machine."),
      Example(
        "count -s fenwick,blocked-sums -c offset,hit-test -r 1M --model 32k,1M",
        "Count instructions and cache misses of two strategies, simulating smaller caches."),
      Example("compare --exact results/counts NEW", "Compare a new count with a recorded one."),
    ],
    exitCodes: [
      .regression:
        "a strategy showed wrong rows, or its work grows faster than its descriptor claims"
    ]
  ) { tool, arguments in
    try CountVerb(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let simulatedCaches = Option(
    "model", .simulatedCaches, default: SimulatedCaches.usual.text,
    "Sizes of the simulated first- and last-level caches, in bytes")
}

extension ValueParser where Value == SimulatedCaches {
  fileprivate static var simulatedCaches: ValueParser {
    ValueParser("L1,LL", "two cache sizes, the smaller one first, such as 48k,2M") {
      SimulatedCaches($0)
    }
  }
}

/// Performs `bench count`: counts the shards of a plan in parallel processes under valgrind.
struct CountVerb {
  let tool: Tool
  let arguments: Arguments

  /// The number of processes under valgrind. The number of processes is the same on every machine, because
  /// the cells that a process has already counted shift the addresses of later cells, which changes the cache
  /// misses of the later cells.
  private static let shards = 4

  func perform() throws -> ExitCode {
    var writer: RunWriter?
    let (report, rows): (RunReport, [CellResult])
    do {
      (report, rows) = try self.report { record, planned in
        writer = try RunWriter(
          RunRecorder.folder(arguments, record), record, planned: planned, hasSamples: false)
      }
    } catch {
      writer?.withdraw()
      throw error
    }
    guard let writer else { return .internalFault }
    let terminal = Terminal.current
    let text = report.counts(width: terminal.width, style: terminal.style)
    do {
      try writer.finish(report, rows)
    } catch {
      // The counts are printed even if writing the files fails, because counting takes minutes.
      try Terminal.print(text)
      throw error
    }
    try Terminal.print(text + "\n\(writer.folder.path.printable)\n")
    let wrong = report.record.warnings.filter { $0.kind == .ruledOut }
    for warning in wrong { Terminal.log(warning.text) }
    return report.contradictedClaims.isEmpty && wrong.isEmpty ? .success : .regression
  }

  /// Counts all cells of the plan. Before counting, calls `begin` with the record of the run and the planned
  /// cells.
  func report(
    begin: (RunRecord, [CellResult]) throws -> Void
  ) throws -> (report: RunReport, rows: [CellResult]) {
    let request = try RunRequest(counting: arguments, tool: tool)
    Interruption.listen()
    let runner = try Runner(request) { _ in }
    try runner.plan.requireCells()
    let valgrind = try Valgrind(model: arguments[Options.simulatedCaches])
    var record = try RunRecorder.record(of: runner, arguments)
    record.simulation = valgrind.simulation
    try begin(record, runner.rows)
    arguments.logProgress("counting \(runner.plan.cells) cells under \(valgrind.version)")
    let rows = net(of: inOrder(of: runner.plan, try count(request, with: valgrind)))
    record.finished = .thisSecond
    record.status = .complete
    if let warning = RunWarning(ruledOut: rows) { record.warnings.append(warning) }
    return (RunReport(record, rows, tool: tool), rows)
  }

  private func count(_ request: RunRequest, with valgrind: Valgrind) throws -> [CellResult] {
    try TemporaryFolder.with { folder in
      let program = try valgrind.strippedProgram(in: folder)
      let results = Mutex<[Int: Result<[CellResult], any Error>]>([:])
      let options = request.options(strategies: request.contenders.map(\.descriptor.id))
      DispatchQueue.concurrentPerform(iterations: Self.shards) { index in
        let result = Result {
          let command = valgrind.command(
            program, options + ["--shard", "\(index + 1)/\(Self.shards)"],
            output: "\(folder)/counts-\(index)")
          return try Valgrind.rows(of: Program.run(command), from: valgrind.path)
        }
        results.withLock { $0[index] = result }
      }
      return try results.withLock { try $0.values.flatMap { try $0.get() } }
    }
  }

  private func inOrder(of plan: Plan, _ rows: [CellResult]) -> [CellResult] {
    let byCell = Dictionary(rows.map { ($0.cell, $0) }) { first, _ in first }
    return plan.groups.flatMap { group in
      group.entries.compactMap { byCell[group.key(of: $0)] }
    }
  }

  /// Removes the times from result rows, and subtracts the harness overhead of each row's group from the
  /// row's counters.
  private func net(of rows: [CellResult]) -> [CellResult] {
    let overheads = Dictionary(
      rows.filter { $0.cell.role == .floor }.map { ($0.cell.group, $0.counters) }
    ) { first, _ in first }
    return rows.map { row in
      var row = row
      row.time.timeNs = nil
      guard row.cell.role != .floor, let overhead = overheads[row.cell.group] else { return row }
      for counter in Counter.simulated {
        guard let gross = row.counters[counter], let own = overhead[counter] else { continue }
        row.counters[counter] = max(0, gross - own)
      }
      return row
    }
  }
}
