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
      .broken(
        "a strategy showed the wrong rows, or its work grows faster than its descriptor claims"),
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

  /// How many parts there are, however many cores: what a process counted before may move what it counts
  /// next to other addresses, and so to other lines.
  private static let parts = 4

  func perform() throws -> ExitCode {
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
    let wrong = report.record.warnings.filter { $0.kind == .ruledOut }
    for warning in wrong { Terminal.say(warning.text) }
    return report.contradictedClaims.isEmpty && wrong.isEmpty ? .success : .regression
  }

  /// What was counted; `begin` is given the record and the cells before, because counting takes minutes.
  func report(
    begin: (RunRecord, [SummaryRow]) throws -> Void
  ) throws -> (report: RunReport, rows: [SummaryRow]) {
    let plan = try RunPlan(counting: arguments, tool: tool)
    Interruption.listen()
    var request = try RunRequest(plan, seed: arguments[Options.seed], tool: tool)
    request.keepsPlan = true
    let runner = try Runner(request) { _ in }
    try runner.plan.requireCells()
    let valgrind = try Valgrind(model: arguments[Options.simulatedCaches])
    var record = try RunRecorder.record(of: runner, plan, words: words)
    record.simulation = valgrind.simulation
    try begin(record, runner.rows)
    arguments.note("counting \(runner.plan.cells) cells under \(valgrind.version)")
    let rows = net(of: inOrder(of: runner.plan, try count(plan, with: valgrind)))
    record.finished = .thisSecond
    record.status = .complete
    if let warning = RunWarning(ruledOut: rows) { record.warnings.append(warning) }
    return (RunReport(record, rows, tool: tool), rows)
  }

  private func count(_ plan: RunPlan, with valgrind: Valgrind) throws -> [SummaryRow] {
    try TemporaryFolder.with { folder in
      let program = try valgrind.program(in: folder)
      let parts = Mutex<[Int: Result<[SummaryRow], any Error>]>([:])
      let words = plan.words(seed: arguments[Options.seed])
      DispatchQueue.concurrentPerform(iterations: Self.parts) { index in
        let result = Result {
          let outcome = try ChildProcess.run(
            valgrind.words(
              program, words + ["--shard", "\(index + 1)/\(Self.parts)"],
              counts: "\(folder)/counts-\(index)"),
            isInterrupted: { Interruption.isAsked })
          return try Valgrind.rows(of: outcome, from: valgrind.path)
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
  let path: String
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
  func words(_ program: String, _ words: [String], counts: String) -> [String] {
    var environment = AllocationPolicy.environment
    for name in ["LD_LIBRARY_PATH", "VALGRIND_LIB", "GLIBC_TUNABLES"] {
      environment[name] = environment[name] ?? ProcessInfo.processInfo.environment[name]
    }
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment[SimulatedProcessor.variable] = counts
    return ["env", "-i"] + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      // A thread for each cell, see `FreshHeap`.
      + [path, "-q", "--max-threads=10000", "--callgrind-out-file=\(counts)"] + model.options + [
        program, "worker", WorkerJob.count.rawValue,
      ] + words
  }

  /// What a process under the valgrind at `path` has counted; throws why it has not.
  static func rows(
    of outcome: ChildProcess.Outcome, from path: String
  ) throws(RunFault) -> [SummaryRow] {
    // 1 reports wrong rows, which the summary has.
    guard [.exited(0), .exited(1)].contains(outcome.ending) else {
      throw RunFault(
        .internalFault,
        "a process under valgrind \(outcome.ending.text)"
          + (reason(in: outcome.complaint).map { ": \($0)" } ?? ""))
    }
    let rows = try SummaryRow.checkedRows(in: Array(outcome.output.utf8), file: "bench count")
    func isBlank(_ row: SummaryRow) -> Bool {
      let lacksAny = Counter.simulated.contains { row.counters[$0] == nil }
      return row.countedOperations != nil && (lacksAny || row.counters[.instructions] == 0)
    }
    if let empty = rows.first(where: isBlank) {
      throw RunFault(
        .missingInput,
        "\(path) counted nothing of \(empty.cell.text): expected valgrind with its tool callgrind")
    }
    return rows
  }

  /// The first line of what valgrind and the program wrote that is no warning, without the prefix `==123==`.
  static func reason(in complaint: String) -> String? {
    complaint.split(whereSeparator: \.isNewline).lazy.map { line in
      String(line.trimmingPrefix(/(==|--)[0-9]+(==|--) ?/))
    }.first { !$0.isEmpty && !$0.hasPrefix("warning:") }
  }
}
