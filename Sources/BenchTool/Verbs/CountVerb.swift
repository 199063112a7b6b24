import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Synchronization
import Workloads

extension Verb {
  static let count = Verb(
    "count", "Count what strategies do on a simulated processor, exactly",
    discussion: """
      Runs every cell of a plan under valgrind, warm, and counts for each step its instructions, its \
      accesses to data, the cache lines that it misses in a first and in a last level, and the \
      branches that it mispredicts; what the harness takes itself is subtracted. The same program \
      gives the same figures on every machine, however busy it is, so that 'compare --exact' sees \
      half a percent. No time follows from them alone. Needs valgrind (Debian: apt-get install \
      valgrind).
      """,
    options: Options.planned + [
      Options.simulatedCaches, Options.output, Options.record, Options.quiet,
    ],
    conflicts: [
      Conflict(
        Options.record, excludes: [Options.output], because: "both say where the results go")
    ],
    examples: [
      Example("count", "Every technique, without waiting for a quiet machine."),
      Example(
        "count -s fenwick,blocked-sums -c offset,hit-test -r 1M --model 32k,1M",
        "Two techniques on a smaller processor."),
      Example("compare --exact results/counts NEW", "Does it do more work than before?"),
    ],
    exitStatuses: [
      .fine("counted"),
      .broken("a strategy showed the wrong rows, or its work grows faster than its card claims"),
    ] + ExitStatus.ofFiles + [.interrupted]
  ) { tool, arguments, words in
    try CountVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

extension Options {
  static let simulatedCaches = Option(
    "model", .simulatedCaches, default: SimulatedCaches.usual.text,
    "Bytes of the simulated processor's first and last level of cache")
}

extension ValueParser where Value == SimulatedCaches {
  fileprivate static var simulatedCaches: ValueParser {
    ValueParser("L1,LL", "two sizes of caches, the first the smaller one, such as 48k,2M") {
      SimulatedCaches($0)
    }
  }
}

/// `bench count`: has a plan counted by processes under valgrind, a part by each, and keeps what they find.
struct CountVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  /// The environment variable that says which part of the plan a process counts: `1/4`.
  static let part = "LAYOUTBENCH_PART"
  /// How many parts there are, however many cores: what a process counted before may move what it counts
  /// next to other addresses, and so to other lines.
  private static let parts = 4

  func perform() throws -> ExitCode {
    if let part = ProcessInfo.processInfo.environment[Self.part] {
      let shard = try ValueParser<Shard>.shard.read([part], tool.vocabulary)
      let rows = try runner(of: RunPlan(counting: arguments, tool: tool), shard).count()
      try Destination.standardOutput.write(SummaryRow.schema.text(of: rows))
      return .success
    }
    var writer: RunWriter?
    let (report, rows): (RunReport, [SummaryRow])
    do {
      (report, rows) = try self.report { record, planned in
        writer = try RunWriter(
          RunRecorder.folder(arguments, record), record, planned: planned, hasSamples: false)
      }
    } catch {
      // Nothing is left of a count that failed.
      writer?.withdraw()
      throw error
    }
    guard let writer else { return .internalFault }
    let terminal = Terminal.current
    let text = CountReport(report).text(width: terminal.width, style: terminal.style)
    do {
      try writer.finish(report, rows)
    } catch {
      // What took minutes is shown at least.
      try Terminal.print(text)
      throw error
    }
    try Terminal.print(text + "\n\(writer.folder.path.printable)\n")
    let isRefuted = !report.contradictedClaims.isEmpty
    return isRefuted || rows.contains { $0.status.isWrong } ? .regression : .success
  }

  private func runner(of plan: RunPlan, _ shard: Shard? = nil) throws -> Runner {
    var request = try RunRequest(plan, seed: arguments[Options.seed], tool: tool)
    (request.keepsPlan, request.shard) = (true, shard)
    return try Runner(request) { _ in }
  }

  /// What was counted; `begin` is given the record and the cells before, because counting takes minutes.
  func report(
    begin: (RunRecord, [SummaryRow]) throws -> Void
  ) throws -> (report: RunReport, rows: [SummaryRow]) {
    let plan = try RunPlan(counting: arguments, tool: tool)
    Interruption.listen()
    let runner = try runner(of: plan)
    let valgrind = try Valgrind(model: arguments[Options.simulatedCaches])
    var record = try RunRecorder.record(of: runner, plan, words: words)
    record.simulation = valgrind.simulation
    try begin(record, runner.rows)
    arguments.note("counting \(runner.plan.cells) cells under \(valgrind.version)")
    let rows = net(of: inOrder(of: runner.plan, try count(with: valgrind)))
    record.finished = .thisSecond
    record.status = .complete
    if let warning = RunWarning(ruledOut: rows) { record.warnings.append(warning) }
    return (RunReport(record, rows, tool: tool), rows)
  }

  private func count(with valgrind: Valgrind) throws -> [SummaryRow] {
    try TemporaryFolder.with { folder in
      let program = try valgrind.program(in: folder)
      let parts = Mutex<[Int: Result<[SummaryRow], any Error>]>([:])
      let words = words
      DispatchQueue.concurrentPerform(iterations: Self.parts) { index in
        let result = Result {
          let outcome = try ChildProcess.run(
            valgrind.words(
              program, words, part: "\(index + 1)/\(Self.parts)",
              counts: "\(folder)/counts-\(index)"),
            isInterrupted: { Interruption.isAsked })
          guard outcome.ending.isSuccess else {
            throw RunFault(
              .internalFault,
              "a process under valgrind \(outcome.ending.text)"
                + (outcome.lastComplaint.map { ": \($0)" } ?? ""))
          }
          return try SummaryRow.checkedRows(in: Array(outcome.output.utf8), file: "bench count")
        }
        parts.withLock { $0[index] = result }
      }
      return try parts.withLock { try $0.values.flatMap { try $0.get() } }
    }
  }

  private func inOrder(of plan: Plan, _ rows: [SummaryRow]) -> [SummaryRow] {
    let found = Dictionary(rows.map { ($0.cell, $0) }) { first, _ in first }
    return plan.groups.flatMap { group in
      group.entries.compactMap { found[group.key(of: $0)] }
    }
  }

  /// The rows without what the group's floor does, and without a time, which none of this is.
  private func net(of rows: [SummaryRow]) -> [SummaryRow] {
    let floors = Dictionary(
      rows.filter { $0.cell.role == .floor }.map { ($0.cell.group, $0.counters) }
    ) { first, _ in first }
    return rows.map { row in
      var row = row
      row.time.timeNs = nil
      guard row.cell.role != .floor, let floor = floors[row.cell.group] else { return row }
      for counter in Counter.simulated {
        guard let gross = row.counters[counter], let own = floor[counter] else { continue }
        row.counters[counter] = max(0, gross - own)
      }
      return row
    }
  }
}

struct Valgrind {
  let version: String
  private let path: String
  private let model: SimulatedCaches

  /// Throws code 66 where there is no valgrind.
  init(model: SimulatedCaches) throws(RunFault) {
    self.model = model
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { String($0) + "/valgrind" }
    guard let path = candidates.first(where: { access($0, X_OK) == 0 })
    else {
      throw RunFault(
        .missingInput,
        "counting needs valgrind, and there is none on the path (Debian: apt-get install valgrind)")
    }
    self.path = path
    let answer = try ChildProcess.run([path, "--version"], deadline: 60)
    version = answer.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var simulation: RunRecord.Simulation { .init(tool: version, model: model.text) }

  /// A copy of this program without debug information, which older valgrinds cannot read; the program
  /// itself where nothing can make one.
  func program(in folder: String) throws(RunFault) -> String {
    let (own, copy) = (try Program.path(), folder + "/program")
    let stripped = try? ChildProcess.run(["strip", "--strip-debug", "-o", copy, own], deadline: 60)
    return stripped?.ending.isSuccess ?? false ? copy : own
  }

  /// The command that counts a part: with no environment but what it needs, so that what is on the stack
  /// is the same everywhere.
  func words(
    _ program: String, _ words: [String], part: String, counts: String
  ) -> [String] {
    var environment = AllocationPolicy.environment
    for name in ["LD_LIBRARY_PATH", "VALGRIND_LIB", "GLIBC_TUNABLES"] {
      environment[name] = environment[name] ?? ProcessInfo.processInfo.environment[name]
    }
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment[SimulatedProcessor.variable] = counts
    environment[CountVerb.part] = part
    return ["env", "-i"] + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      + [path, "-q", "--callgrind-out-file=\(counts)"] + model.options + [program] + words
  }
}
