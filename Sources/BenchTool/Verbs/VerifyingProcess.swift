import BenchBasics
import BenchMeasuring
import BenchRuns
import Conformance
import Foundation

/// Verifies a strategy in another process of this program, where the strategy may trap, hang, exit or exhaust
/// memory.
struct VerifyingProcess {
  /// The name of the program in messages, and the path of its executable.
  let name, executable: String
  let strategy: StrategyEntry
  let mode: StrategyMode
  let gestures: Int
  let seed: UInt64
  /// The time limit in seconds.
  let limit: Double

  /// The time limit for a number of gestures: 60 s for 20,000 gestures, and more only for more gestures.
  static func limit(gestures: Int) -> Double { 60 * max(1, Double(gestures) / 20_000) }

  /// The result of a verification, and all texts to print about it.
  struct Report {
    var verification: Verification
    /// What the strategy printed.
    var notes = ""
    /// The list and the gestures that reproduce a trap or another early end.
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

  /// The result of a process that has finished; nil if it ended early or in another way than a program does.
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
    // Disables backtraces, because a process that is short of memory may hang while it prints one.
    try Program.run(
      [executable] + words, environment: ["SWIFT_BACKTRACE": "enable=no"], deadline: limit)
  }

  // MARK: A process without a result

  /// Runs the process again with the option `--trace`, to find the list and the gestures after which the first
  /// process ended.
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
    if !isRepeated { fault += "; a second process did not end early" }
    let script = try found.map { (found) throws(RunFault) in try smallest(found.script, traced) }
    let id = strategy.descriptor.id
    let again =
      "\(name) verify -s \(id) -m \(mode.rawValue) --gestures \(gestures) --seed \(seed)"
    return Report(
      verification: Verification(fault, of: strategy.descriptor, mode: mode), notes: notes,
      instructions: script?.instructions(program: name, strategy: id)
        ?? "To see it again, run\n\(again)")
  }

  /// The message of the Swift runtime or, if there is none, the last message of this program.
  private func reason(in outcome: ChildProcess.Outcome) -> String? {
    let lines = outcome.errorOutput.split(whereSeparator: \.isNewline).map(String.init)
    if let fatal = lines.last(where: { $0.contains("Fatal error") }) { return fatal }
    guard case .exited = outcome.ending, let line = lines.last else { return nil }
    return line.hasPrefix(name + ": ") ? String(line.dropFirst(name.count + 2)) : line
  }

  /// Returns the smallest script found after which `replay` ends as `outcome` did, in 20 s. Returns `script`
  /// itself if `replay` does not end in that way, or has no temporary folder for its files.
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

/// The lines that a verifying process prints for its parent. Each consists of a word and a value in JSON.
enum ProcessLine: String {
  case result = "verified "
  case list = "list "
  case gesture = "gesture "

  /// Prints a line. The first line break ends a line that a strategy may have printed.
  func print(_ value: some Encodable) throws {
    let json = try JSONEncoder().encode(value)
    try OutputFile.standardOutput().append(Array("\n\(rawValue)".utf8) + json + Array("\n".utf8))
  }

  /// The result of a verification in a line; nil if the line is another one.
  static func verification(in line: Substring) -> Verification.Record? {
    result.value(in: line)
  }

  private func value<Value: Decodable>(in line: Substring) -> Value? {
    guard line.hasPrefix(rawValue) else { return nil }
    return try? JSONDecoder().decode(
      Value.self, from: Data(line.dropFirst(rawValue.count).utf8))
  }

  /// The last list in the output of a process with the option `--trace`, with its gestures up to the end of the
  /// process, and the number of gestures on all lists; nil if there is no list.
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
  /// Verifies one strategy and prints the result. With `--trace`, also prints each list and each gesture before
  /// the strategy processes it.
  func verify() throws -> ExitCode {
    let strategies = arguments[Options.strategies]
    guard strategies.count == 1,
      let mode = StrategyMode(rawValue: arguments[Options.runModes].rawValue)
    else {
      throw RunFault(.usage, "'worker verify' needs one --strategy and one --mode")
    }
    Self.limitMemory(mebibytes: max(1024, MachineFacts.memoryLimit >> 21))
    // A strategy that spends ten seconds on one gesture hangs; the signal ends the process.
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

  /// Ends the process when its memory exceeds `mebibytes` MiB. The limit is checked 50 times per second.
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
