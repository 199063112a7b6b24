import BenchBasics
import BenchMeasuring
import BenchRuns
import Conformance
import Foundation

struct VerifyingProcess {
  let name, executable: String
  let strategy: StrategyEntry
  let mode: StrategyMode
  let gestures: Int
  let seed: UInt64
  let limit: Double

  /// Returns the time limit in seconds: 60 for up to 20,000 gestures, and proportionally more for longer
  /// scripts.
  static func limit(gestures: Int) -> Double { 60 * max(1, Double(gestures) / 20_000) }

  struct Report {
    var verification: Verification
    var notes = ""
    var instructions = ""
  }

  func run() throws(RunFault) -> Report {
    let outcome = try outcome(of: words, limit: limit)
    let other = outcome.output.split(separator: "\n").filter {
      ProcessLine.verification(in: $0) == nil
    }
    let notes = other.map { $0 + "\n" }.joined() + outcome.errorOutput
    guard let record = result(of: outcome) else { return try report(of: outcome, notes: notes) }
    let verification = Verification(record, of: strategy.descriptor, mode: mode)
    return Report(verification: verification, notes: notes)
  }

  private func result(of outcome: ChildProcess.Outcome) -> Verification.Record? {
    guard outcome.ending.isSuccess else { return nil }
    let lines = outcome.output.split(separator: "\n").reversed()
    return lines.lazy.compactMap(ProcessLine.verification).first
  }

  private var words: [String] {
    [
      "worker", WorkerJob.verify.rawValue, "--strategy", [strategy.descriptor.id].commaSeparated,
      "--mode", mode.rawValue, "--gestures", "\(gestures)", "--seed", "\(seed)",
    ]
  }

  private func outcome(
    of words: [String], limit: Double
  ) throws(RunFault) -> ChildProcess.Outcome {
    // A process that is short of memory may hang while printing a backtrace.
    try Program.run(
      [executable] + words, environment: ["SWIFT_BACKTRACE": "enable=no"], deadline: limit)
  }

  private func report(
    of outcome: ChildProcess.Outcome, notes: String
  ) throws(RunFault) -> Report {
    var fault: String
    if case .overdue = outcome.ending {
      fault = "hangs: its process \(outcome.ending.text)"
    } else {
      fault = "its process \(outcome.ending.text)"
      if outcome.ending.isSuccess { fault += " before the verification had finished" }
      fault += reason(in: outcome).map { ": \($0)" } ?? ""
    }
    let traced = try self.outcome(of: words + ["--trace"], limit: limit)
    let isRepeated = result(of: traced) == nil
    let found = isRepeated ? ProcessLine.place(in: traced.output) : nil
    fault += " (seed \(seed)\(found.map { ", gesture \($0.gesture)" } ?? ""))"
    if !isRepeated { fault += "; this did not happen again in a second process" }
    let script = try found.map { (found) throws(RunFault) in try smallest(found.script, traced) }
    let id = strategy.descriptor.id
    let again =
      "\(name) verify -s \(id) -m \(mode.rawValue) --gestures \(gestures) --seed \(seed)"
    return Report(
      verification: Verification(fault, of: strategy.descriptor, mode: mode), notes: notes,
      instructions: script?.instructions(program: name, strategy: id)
        ?? "To see it again, run\n\(again)")
  }

  /// Returns the Swift runtime's error message or, if there is none, the last line on standard error.
  private func reason(in outcome: ChildProcess.Outcome) -> String? {
    let lines = outcome.errorOutput.split(whereSeparator: \.isNewline).map(String.init)
    if let fatal = lines.last(where: { $0.contains("Fatal error") }) { return fatal }
    guard case .exited = outcome.ending, let line = lines.last else { return nil }
    return line.hasPrefix(name + ": ") ? String(line.dropFirst(name.count + 2)) : line
  }

  /// Spends up to 20 s on finding a smaller script with which `replay` fails in the same way as in `outcome`.
  /// Returns `script` unchanged if `replay` can't reproduce the failure, or if there is no temporary folder.
  private func smallest(
    _ script: GestureScript, _ outcome: ChildProcess.Outcome
  ) throws(RunFault) -> GestureScript {
    guard case .signalled(let signal) = outcome.ending, signal != SIGALRM else { return script }
    let end = ContinuousClock.now + .seconds(20)
    let smallest = try? TemporaryFolder.with { folder in
      func fails(_ script: GestureScript) -> Bool {
        let (heights, gestures) = (folder + "/heights.txt", folder + "/gestures.csv")
        do throws(RunFault) {
          try FileSystem.replaceFile(at: heights, with: Array(script.heightLines.utf8))
          try FileSystem.replaceFile(at: gestures, with: Array(script.gestureLines.utf8))
          let words = script.replay(strategy.descriptor.id, heights: heights, gestures: gestures)
          return try self.outcome(of: words, limit: 10).ending == outcome.ending
        } catch {
          return false
        }
      }
      guard fails(script) else { return script }
      return Shrinking(
        script, step: script.gestures.count, for: strategy.descriptor.requirement
      ) { ContinuousClock.now < end && fails($0) ? $0.gestures.count : nil }.smallest()
    }
    if Interruption.isAsked { throw RunFault(.interrupted, "interrupted") }
    return smallest ?? script
  }
}

/// Kinds of lines that a verifying process prints for its parent. Each line consists of one of these prefixes
/// and a JSON value.
enum ProcessLine: String {
  case result = "verified "
  case list = "list "
  case gesture = "gesture "

  /// Prints a line break first, in case the strategy has printed an unfinished line.
  func print(_ value: some Encodable) throws {
    let json = try JSONEncoder().encode(value)
    try OutputFile.standardOutput().append(Array("\n\(rawValue)".utf8) + json + Array("\n".utf8))
  }

  static func verification(in line: Substring) -> Verification.Record? {
    result.value(in: line)
  }

  private func value<Value: Decodable>(in line: Substring) -> Value? {
    guard line.hasPrefix(rawValue) else { return nil }
    return try? JSONDecoder().decode(
      Value.self, from: Data(line.dropFirst(rawValue.count).utf8))
  }

  static func place(in output: String) -> (script: GestureScript, gesture: Int)? {
    let lines = output.split(separator: "\n")
    guard let start = lines.lastIndex(where: { $0.hasPrefix(list.rawValue) }),
      var script: GestureScript = list.value(in: lines[start])
    else { return nil }
    script.gestures = lines[start...].compactMap { gesture.value(in: $0) }
    return (script, lines.count { $0.hasPrefix(gesture.rawValue) })
  }
}

extension Worker {
  func verify() throws -> ExitCode {
    let strategies = arguments[Options.strategies]
    guard strategies.count == 1,
      let mode = StrategyMode(rawValue: arguments[Options.runModes].rawValue)
    else {
      throw RunFault(.usage, "'worker verify' needs one --strategy and one --mode")
    }
    Self.limitMemory(mebibytes: max(1024, MachineFacts.memoryLimit >> 21))
    // A strategy counts as hanging if a single gesture takes ten seconds; SIGALRM then kills the process.
    let trace = ScriptTrace(
      begin: { script in
        try? ProcessLine.list.print(script)
        alarm(10)
      },
      add: { gesture in
        try? ProcessLine.gesture.print(gesture)
        alarm(10)
      })
    let result = ScriptTrace.$current.withValue(arguments[Options.trace] ? trace : nil) {
      Verification.run(
        strategies[0], mode: mode, gestures: arguments[Options.gestureCount],
        seed: arguments[Options.seed])
    }
    alarm(0)
    try ProcessLine.result.print(result.record)
    return .success
  }

  private static func limitMemory(mebibytes: Int) {
    Thread.detachNewThread {
      while true {
        if let bytes = PeakMemory.bytes, bytes >> 20 > mebibytes {
          Terminal.log("the process uses more than \(mebibytes) MiB of memory")
          _exit(ExitCode.internalFault.rawValue)
        }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }
}

extension Options {
  static let trace = Option(
    flag: "trace", "Print each list and each gesture before the strategy processes it")
}
