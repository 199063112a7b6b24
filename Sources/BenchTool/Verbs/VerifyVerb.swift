import Basics
import Conformance
import Foundation
import Reporting
import Runs
import Synchronization

extension Verb {
  package static let verify = Verb(
    "verify", "Check that strategies show the right rows",
    discussion: """
      Performs the same random gestures on each strategy and on a reference, and compares their screens \
      after every frame. Prints how far each strategy deviates. A failure is reduced to a short list of \
      gestures.
      """,
    options: [
      Options.strategies, Options.modes.defaulting(to: "both"), Options.gestureCount,
      Options.seed, Options.isolateStrategies, Options.growth, Options.tableFormat,
      Options.document, Options.quiet, Options.json,
    ],
    examples: [
      Example("verify", "Check the published and the corrected code of every strategy."),
      Example("verify -s fenwick --gestures 100k --seed 7", "Check one strategy thoroughly."),
      Example(
        "verify -s posts --format markdown --output results/VERIFY.md",
        "Write a document about the code of the blog posts."),
    ],
    exitCodes: [.regression: "a strategy broke an invariant, or failed with --isolate"]
  ) { tool, arguments in
    try VerifyVerb(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let gestureCount = Option(
    "gestures", letter: "g", .count("N"), default: "20k", "Number of random gestures per strategy")

  static let isolateStrategies = Option(
    "isolate", .duration, "Verify each strategy in its own process first, with this timeout",
    discussion: """
      Use this option for strategies that may trap, hang or end the program. If a strategy fails, its last \
      list and gestures are printed as files for 'replay', and the other strategies are still verified.
      """)

  static let growth = Option(
    flag: "growth", "Also check how work grows with the number of rows",
    discussion: """
      Counts the instructions of offset, hit-test and recalc with 1k and 32k rows under valgrind, and \
      reports strategies whose work grows faster than their descriptors claim. The check takes about 15 s on \
      two cores. To detect slightly faster growth, use 'count --rows 1k,10k,100k,1M'.
      """)

  static let tableFormat = Option(
    "format", .oneOf(ReportFormat.allCases), default: "terminal", "Format of the table",
    discussion: "With markdown, each strategy is verified with ten random seeds instead of one.")
}

struct VerifyVerb {
  let tool: Tool
  let arguments: Arguments

  typealias Form = (strategy: StrategyEntry, mode: StrategyMode)

  func perform() throws -> ExitCode {
    let (gestures, seed) = (arguments[Options.gestureCount], arguments[Options.seed])
    guard gestures > 0 else { throw RunFault(.usage, "nothing to verify: --gestures is 0") }
    let forms = try arguments[Options.strategies].filter { !$0.descriptor.isFloor }
      .forms(in: arguments[Options.modes], to: "verify")
    var need = MemoryNeed()
    for _ in 0..<min(forms.count, ProcessInfo.processInfo.activeProcessorCount) {
      need.add(gestures: gestures)
    }
    try need.refuse("--gestures \(gestures)")
    Interruption.listen()
    let running = try forms.filter { form in
      guard let timeout = arguments[Options.isolateStrategies] else { return true }
      let failure = try failure(of: form, timeout: timeout.seconds)
      if let failure { Terminal.printError("\n\(failure)\n") }
      return failure == nil
    }
    let seeds = format == .markdown ? (1...10).map { (seed &- 1) &* 10 &+ $0 } : [seed]
    let results = verify(running, gestures: gestures, seeds: seeds)
    if results.count < running.count * seeds.count { return .interrupted }
    try arguments[Options.document].write(Array(text(of: results, seeds: seeds).utf8))
    for result in results {
      for failure in result.failures {
        let text = failure.text(program: tool.program)
        Terminal.printError("\n\(result.descriptor.id) (\(result.mode.rawValue)): \(text)\n")
      }
    }
    let isRight = running.count == forms.count && results.areHeld
    guard arguments[Options.growth] else { return isRight ? .success : .regression }
    // The counts of a strategy that failed verification are useless.
    let broken = Set(results.filter { !$0.isHeld }.map(\.descriptor.id))
    let right = results.map(\.descriptor.id).unique.filter { !broken.contains($0) }
    let growsAsClaimed = try right.isEmpty || checkGrowth(of: right)
    return isRight && growsAsClaimed ? .success : .regression
  }

  private var format: ReportFormat {
    arguments[Options.json] ? .json : arguments[Options.tableFormat]
  }

  /// The results of verification with each seed, in the order of `forms`. After an interruption, some results
  /// are missing.
  private func verify(_ forms: [Form], gestures: Int, seeds: [UInt64]) -> [Verification] {
    let results = Mutex([Verification?](repeating: nil, count: forms.count * seeds.count))
    DispatchQueue.concurrentPerform(iterations: forms.count * seeds.count) { index in
      guard !Interruption.isAsked else { return }
      let (strategy, mode) = forms[index / seeds.count]
      let result = Self.traced(strategy.descriptor.id) {
        Verification.run(
          strategy, mode: mode, gestures: gestures, seed: seeds[index % seeds.count])
      }
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  private func text(of results: [Verification], seeds: [UInt64]) throws -> String {
    let terminal = Terminal.current
    switch format {
    case .terminal: return results.text(width: terminal.width, style: terminal.style)
    case .json: return try results.json()
    case .markdown:
      let forms = stride(from: 0, to: results.count, by: seeds.count).map {
        Array(results[$0..<$0 + seeds.count])
      }
      return forms.markdown(command: arguments.command, seeds: seeds)
    }
  }

  /// Whether the work of the strategies grows no faster than their descriptors claim; logs refuted claims.
  private func checkGrowth(of strategies: [String]) throws -> Bool {
    let command = [
      "count", "--strategy", strategies.joined(separator: ","), "--mode", "corrected",
      "--scenario", "offset,hit-test,recalc", "--rows", "1k,32k",
      "--seed", "\(arguments[Options.seed])", "--quiet",
    ]
    guard case .perform(let counting) = try tool.table.parse(command) else { return false }
    let report = try CountVerb(tool: tool, arguments: counting).report().report
    let faults =
      report.contradictedClaims.map { "refuted: \($0)" } + report.record.warnings.map(\.text)
    let success = "work grows no faster than claimed, from 1k to 32k rows"
    for line in faults.isEmpty ? [success] : faults { Terminal.log(line) }
    return faults.isEmpty
  }
}

// With `--isolate`, each strategy first runs in a separate process, which writes its gestures to a file.
extension VerifyVerb {
  /// The environment variable that contains the path of the file to which the gestures are written.
  private static let traceVariable = "LAYOUTBENCH_TRACE"

  /// The reason why verifying a strategy in a separate process fails, with the list and gestures that
  /// reproduce the failure; nil if the process succeeds.
  private func failure(of form: Form, timeout: Double) throws -> String? {
    let (strategy, mode) = (form.strategy.descriptor.id, form.mode.rawValue)
    let (gestures, seed) = (arguments[Options.gestureCount], arguments[Options.seed])
    return try TemporaryFolder.with { folder in
      let path = folder + "/trace"
      try FileSystem.replaceFile(at: path, with: [])
      let outcome = try Program.isolated(
        [
          "verify", "--json", "--strategy", strategy, "--mode", mode,
          "--gestures", "\(gestures)", "--seed", "\(seed)",
        ], environment: [Self.traceVariable: path], timeout: timeout)
      // The JSON output contains the key `kept` only if all gestures were performed.
      if [.exited(0), .exited(1)].contains(outcome.ending), outcome.output.contains("\"kept\"") {
        return nil
      }
      let error = outcome.errorOutput.split(whereSeparator: \.isNewline)
        .last { $0.contains("Fatal error") }
      let ending =
        "\(strategy) (\(mode)): its process \(outcome.ending.text)"
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
        \(tool.program) replay \(trace[0])
        """
    }
  }

  /// Calls `body`. In a process started by `failure(of:timeout:)`, writes each list and gesture to the trace.
  private static func traced<Result>(_ strategy: String, _ body: () -> Result) -> Result {
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

extension [StrategyEntry] {
  /// Each strategy in each of the modes that it has. Throws a usage error if there are none.
  func forms(in modes: [StrategyMode], to verb: String) throws(RunFault) -> [VerifyVerb.Form] {
    let forms = flatMap { strategy in
      modes.filter(strategy.descriptor.modes.contains).map { (strategy, $0) }
    }
    guard forms.isEmpty else { return forms }
    let names = modes.map(\.rawValue).listed("or")
    throw RunFault(.usage, "nothing to \(verb): no selected strategy has \(names) code")
  }
}
