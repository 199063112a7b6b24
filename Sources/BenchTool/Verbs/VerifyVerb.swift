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
    "format", .oneOf(ReportFormat.allCases), default: "terminal", "Format of the table")
}

struct VerifyVerb {
  let tool: Tool
  let arguments: Arguments

  private typealias Form = (strategy: StrategyEntry, mode: StrategyMode)

  func perform() throws -> ExitCode {
    let forms = try selectedForms()
    let (gestures, seed) = (arguments[Options.gestureCount], arguments[Options.seed])
    var need = MemoryNeed()
    for _ in 0..<min(forms.count, ProcessInfo.processInfo.activeProcessorCount) {
      need.add(gestures: gestures)
    }
    try need.refuse("--gestures \(gestures)")
    Interruption.listen()
    let running = try forms.filter { form in
      guard let timeout = arguments[Options.isolateStrategies] else { return true }
      let trial = VerifyTrial(
        strategy: form.strategy.descriptor.id, mode: form.mode, gestures: gestures, seed: seed)
      let failure = try trial.failure(timeout: timeout.seconds, program: tool.program)
      if let failure { Terminal.printError("\n\(failure)\n") }
      return failure == nil
    }
    let results = verify(running, gestures: gestures, seed: seed)
    if results.count < running.count { return .interrupted }
    try arguments[Options.document].write(Array(text(of: results).utf8))
    for result in results {
      for failure in result.failures {
        let text = failure.text(program: tool.program)
        Terminal.printError("\n\(result.descriptor.id) (\(result.mode.rawValue)): \(text)\n")
      }
    }
    let isRight = running.count == forms.count && results.areHeld
    guard arguments[Options.growth] else { return isRight ? .success : .regression }
    // The growth of a strategy's work is checked only if the strategy passed verification, because the counts
    // of a broken strategy are useless.
    let broken = Set(results.filter { !$0.isHeld }.map(\.descriptor.id))
    let right = results.map(\.descriptor.id).unique.filter { !broken.contains($0) }
    let growsAsClaimed = try right.isEmpty || checkGrowth(of: right)
    return isRight && growsAsClaimed ? .success : .regression
  }

  private func selectedForms() throws(RunFault) -> [Form] {
    let modes = arguments[Options.modes]
    let forms = arguments[Options.strategies].flatMap { strategy -> [Form] in
      modes.filter { strategy.descriptor.modes.contains($0) && !strategy.descriptor.isFloor }
        .map { (strategy, $0) }
    }
    guard arguments[Options.gestureCount] > 0 else {
      throw RunFault(.usage, "nothing to verify: --gestures is 0")
    }
    guard forms.isEmpty else { return forms }
    throw RunFault(
      .usage,
      "nothing to verify: no selected strategy has \(modes.map(\.rawValue).listed("or")) code")
  }

  /// The results of verification, in the order of `forms`. After an interruption, some results are missing.
  private func verify(_ forms: [Form], gestures: Int, seed: UInt64) -> [Verification] {
    let results = Mutex([Verification?](repeating: nil, count: forms.count))
    DispatchQueue.concurrentPerform(iterations: forms.count) { index in
      guard !Interruption.isAsked else { return }
      let (strategy, mode) = forms[index]
      let result = VerifyTrial.traced(strategy.descriptor.id) {
        Verification.run(strategy, mode: mode, gestures: gestures, seed: seed)
      }
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  private func text(of results: [Verification]) throws -> String {
    let terminal = Terminal.current
    return switch arguments[Options.json] ? .json : arguments[Options.tableFormat] {
    case .terminal: results.text(width: terminal.width, style: terminal.style)
    case .markdown: results.markdown(command: arguments.command)
    case .json: try results.json()
    }
  }

  /// Whether the work of the strategies grows no faster than their descriptors claim. If the results refute a
  /// descriptor's claim, logs the claim.
  private func checkGrowth(of strategies: [String]) throws -> Bool {
    let command = [
      "count", "--strategy", strategies.joined(separator: ","), "--mode", "corrected",
      "--scenario", "offset,hit-test,recalc", "--rows", "1k,32k",
      "--seed", "\(arguments[Options.seed])", "--quiet",
    ]
    guard case .perform(let counting) = try tool.table.parse(command) else { return false }
    let report = try CountVerb(tool: tool, arguments: counting).report { _, _ in }.report
    let faults =
      report.contradictedClaims.map { "refuted: \($0)" } + report.record.warnings.map(\.text)
    let success = "work grows no faster than claimed, from 1k to 32k rows"
    for line in faults.isEmpty ? [success] : faults { Terminal.log(line) }
    return faults.isEmpty
  }
}
