import Basics
import Conformance
import Foundation
import Measuring
import Reporting
import Runs

// With `--isolate`, strategies first run in separate processes, because they may trap, hang or exhaust
// memory.

extension Program {
  /// Runs a verb of this program in a separate process.
  fileprivate static func isolated(
    _ arguments: [String], environment: [String: String] = [:], timeout: Double
  ) throws(RunFault) -> ChildProcess.Outcome {
    // Disables backtraces, because a process that is short of memory may hang while it prints one.
    try run(
      [try path()] + arguments,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
      deadline: timeout)
  }
}

extension RunVerb {
  /// Runs each cell of a plan in a separate process, and excludes the cells that fail.
  func isolate(_ runner: Runner, timeout: Double) throws {
    // A/A controls need no trial, because they run the same code as their strategies.
    let cells = runner.plan.strategyCells
    arguments.logProgress("--isolate: trying \(Quantity.count(cells.count)) cells")
    // Cells with cold caches run the same operations as cells with warm caches, so only one of the two is
    // tried.
    var known: [CellKey: String?] = [:]
    for (group, entry) in cells {
      if Interruption.isAsked { return }
      var key = group.key(of: entry)
      key.group.caches = .warm
      let failure =
        try known[key] ?? failure(of: entry, in: group, of: runner.request, timeout: timeout)
      known[key] = .some(failure)
      if let failure { try runner.exclude(group.key(of: entry), .failed(failure)) }
    }
  }

  /// The reason why a cell fails in its own process; nil if it succeeds.
  private func failure(
    of entry: Plan.Entry, in group: Plan.Group, of request: RunRequest, timeout: Double
  ) throws(RunFault) -> String? {
    let id = entry.contender.descriptor.id
    var request = request
    (request.modes, request.publishesPostsAlone) = ([entry.mode], false)
    (request.scenarios, request.heights) = ([group.scenario], [group.heights])
    request.usesFurtherHeightsOnlyForOthers = false
    (request.rows, request.usesOwnCounts) = ([group.rows], false)
    let milliseconds = max(1, Int(min(0.2, timeout / 4) * 1000))
    let halfOfMemory = max(1024, MachineFacts.memoryLimit >> 21)
    let outcome = try Program.isolated(
      ["worker", WorkerJob.steps.rawValue] + request.options(strategies: [id])
        + ["--steps", "1000", "--go-on", "\(milliseconds)ms", "--memory-limit", "\(halfOfMemory)"],
      timeout: timeout)
    if outcome.ending.isSuccess {
      let isDone =
        (try? JSONDecoder().decode(StepReceipt.self, from: Data(outcome.output.utf8))) != nil
      return isDone
        ? nil : "its process \(outcome.ending.text) before it had finished its operations"
    }
    // Each line logged by the separate process begins with the name of its executable file or with the name
    // of this program.
    let prefixes = [Terminal.program, FileSystem.parts(of: try Program.path()).name].map {
      $0 + ": "
    }
    guard case .exited = outcome.ending, let line = outcome.lastErrorLine,
      let prefix = prefixes.first(where: line.hasPrefix)
    else { return "its process \(outcome.ending.text)" }
    return String(line.dropFirst(prefix.count).trimmingPrefix("\(id): "))
  }
}

/// A run of `verify` for one strategy in a separate process, which writes its gestures to a file.
struct VerifyTrial {
  /// The environment variable that contains the path of the file to which the gestures are written.
  private static let traceVariable = "LAYOUTBENCH_TRACE"

  let strategy: String
  let mode: StrategyMode
  let gestures: Int
  let seed: UInt64

  /// The reason why the separate process fails, with the list and gestures that reproduce the failure; nil if
  /// the process succeeds. `program` is the program's name in the printed `replay` command.
  func failure(timeout: Double, program: String) throws -> String? {
    try TemporaryFolder.with { folder in
      let path = folder + "/trace"
      try FileSystem.replaceFile(at: path, with: [])
      let outcome = try Program.isolated(
        [
          "verify", "--json", "--strategy", strategy, "--mode", mode.rawValue,
          "--gestures", "\(gestures)", "--seed", "\(seed)",
        ], environment: [Self.traceVariable: path], timeout: timeout)
      // The JSON output contains the key `kept` only if all gestures were performed.
      if [.exited(0), .exited(1)].contains(outcome.ending), outcome.output.contains("\"kept\"") {
        return nil
      }
      let error = outcome.errorOutput.split(whereSeparator: \.isNewline)
        .last { $0.contains("Fatal error") }
      let ending =
        "\(strategy) (\(mode.rawValue)): its process \(outcome.ending.text)"
        + (error.map { ": \($0)" } ?? "")
      let trace = String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
        .split(separator: "\n", maxSplits: 1)
      guard trace.count == 2 else {
        return "\(ending) before its first list was created (seed \(seed))"
      }
      return """
        \(ending), during the last of the following gestures (seed \(seed)).
        To reproduce, save these two files:
        \(trace[1])and run
        \(program) replay \(trace[0])
        """
    }
  }

  /// Calls `body`. If this process was started by `failure(timeout:program:)`, writes each list and gesture
  /// to the trace file while `body` runs.
  static func traced<Result>(_ strategy: String, _ body: () -> Result) -> Result {
    guard let path = ProcessInfo.processInfo.environment[traceVariable],
      let file = FileHandle(forWritingAtPath: path)
    else { return body() }
    let trace = ScriptTrace(
      begin: { script in
        file.truncateFile(atOffset: 0)
        file.seek(toFileOffset: 0)
        let files = "heights.txt:\n\(script.heightLines)gestures.csv:\n\(script.gestureLines)"
        file.write(Data("\(script.replayOptions(for: strategy))\n\(files)".utf8))
      },
      add: { file.write(Data(($0.line + "\n").utf8)) })
    return ScriptTrace.$current.withValue(trace, operation: body)
  }
}
