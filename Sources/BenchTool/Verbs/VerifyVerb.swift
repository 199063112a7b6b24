import Basics
import Conformance
import Foundation
import Reporting
import Runs
import Synchronization

extension Verb {
  package static let verify = Verb(
    "verify", "Check that strategies show the right rows at the right places",
    discussion: """
      Makes the same random gestures on each strategy and on the reference, compares what is on \
      screen after every frame, and prints how far each strategy deviates. As many strategies as \
      there are cores are driven side by side, each on a thread of its own.
      """,
    options: [
      Options.strategies, Options.modes.defaulting(to: "both"), Options.gestureCount,
      Options.seed, Options.isolateStrategies, Options.growth, Options.documentFormat,
      Options.document, Options.quiet,
      Options.json,
    ],
    examples: [
      Example("verify", "Every strategy, as published and as corrected."),
      Example(
        "verify -s fenwick --gestures 100k --seed 7", "A thorough look at a strategy of your own."),
      Example(
        "verify -s posts --format markdown --output results/VERIFY.md",
        "What the posts' code shows, as a document."),
    ],
    exitStatuses: [
      .fine("every deviation is one that the strategy declares"),
      .broken("a strategy broke the contract"),
    ] + ExitStatus.ofFiles + [.interrupted]
  ) { tool, arguments, words in
    try check(tool, arguments, command: [tool.program] + words)
  }
}

extension Options {
  static let gestureCount = Option(
    "gestures", letter: "g", .count("N"), default: "20k",
    "How many random gestures to make on each strategy")

  static let isolateStrategies = Option(
    "isolate", .duration,
    "First verify each strategy in its own process, with this timeout",
    discussion: """
      A strategy that traps, never ends or ends the program loses its own result and not the others'; its \
      last list and gestures are printed, as files for 'bench replay'.
      """)

  static let growth = Option(
    flag: "growth", "Check too how work grows with the rows",
    discussion: """
      Counts instructions under valgrind, as 'bench count' does, of offset, hit-test and recalc with 1k \
      and 32k rows: work that grows faster than a strategy's descriptor claims breaks the contract. Takes some \
      15 s of two cores; 'bench count --rows 1k,10k,100k,1M' takes minutes and tells slower growth too.
      """)

  static let documentFormat = Option(
    "format", .oneOf(DocumentFormat.allCases), default: "terminal", "What to write")
}

enum DocumentFormat: String, CaseIterable, Sendable {
  case terminal, markdown, json
}

extension Verb {
  private static func check(
    _ tool: Tool, _ arguments: Arguments, command: [String]
  ) throws -> ExitCode {
    try arguments[Options.document].refuseIfNowhere()
    let modes = arguments[Options.modes]
    var forms = tool.strategies(named: arguments[Options.strategies]).flatMap { contender in
      modes.filter { contender.descriptor.modes.contains($0) && !contender.descriptor.isFloor }
        .map { (contender: contender, mode: $0) }
    }
    guard !forms.isEmpty else {
      throw RunFault(
        .usage,
        "nothing to verify: no strategy named has a \(modes.map(\.rawValue).listed("or")) form")
    }
    let (gestures, seed) = (arguments[Options.gestureCount], arguments[Options.seed])
    var need = MemoryNeed()
    for _ in 0..<min(forms.count, ProcessInfo.processInfo.activeProcessorCount) {
      need.add(gestures: gestures)
    }
    try need.refuse("--gestures \(gestures)")
    Interruption.listen()
    var isEnded = false
    if let deadline = arguments[Options.isolateStrategies] {
      let count = forms.count
      forms = try forms.filter { form in
        guard
          let reason = try VerifyTrial(form.contender.descriptor.id, form.mode, gestures, seed)
            .reasonOfFailure(deadline: deadline / .seconds(1), program: tool.program)
        else { return true }
        Terminal.note("\n\(reason)\n")
        return false
      }
      isEnded = forms.count < count
    }
    // In the registry's order, whichever is done first.
    let found = Mutex([Verification?](repeating: nil, count: forms.count))
    DispatchQueue.concurrentPerform(iterations: forms.count) { [forms] index in
      guard !Interruption.isAsked else { return }
      let result = VerifyTrial.traced(forms[index].contender.descriptor.id) {
        Verification.run(
          forms[index].contender, mode: forms[index].mode, gestures: gestures, seed: seed)
      }
      found.withLock { $0[index] = result }
    }
    let results = found.withLock { $0.compactMap { $0 } }
    if results.count < forms.count { return .interrupted }
    let table = VerifyTable(results)
    let terminal = Terminal.current
    let text =
      switch arguments[Options.json] ? .json : arguments[Options.documentFormat] {
      case .terminal: table.text(width: terminal.width, style: terminal.style)
      case .markdown: table.markdown(command: command)
      case .json: try table.json()
      }
    try arguments[Options.document].write(Array(text.utf8))
    for result in results {
      for failure in result.failures {
        let text = failure.text(program: tool.program)
        Terminal.note("\n\(result.descriptor.id) (\(result.mode.rawValue)): \(text)\n")
      }
    }
    let verdict: ExitCode = table.isKept && !isEnded ? .success : .regression
    guard arguments[Options.growth] else { return verdict }
    // What a broken strategy counts is of no use; the others are checked all the same.
    let broken = Set(results.filter { !$0.isHeld }.map(\.descriptor.id))
    let held = results.map(\.descriptor.id).unique.filter { !broken.contains($0) }
    guard !held.isEmpty else { return verdict }
    let growth = try growth(of: held, tool, arguments)
    return verdict == .success ? growth : verdict
  }

  /// Whether the work of strategies grows as claimed; prints which does not.
  private static func growth(
    of strategies: [String], _ tool: Tool, _ arguments: Arguments
  ) throws -> ExitCode {
    let words = [
      "count", "--strategy", strategies.joined(separator: ","), "--mode", "corrected",
      "--scenario", "offset,hit-test,recalc", "--rows", "1k,32k",
      "--seed", "\(arguments[Options.seed])", "--quiet",
    ]
    guard case .perform(let counting) = try tool.table.parse(words) else { return .internalFault }
    let report = try CountVerb(tool: tool, arguments: counting, words: words).report { _, _ in }
      .report
    let faults =
      report.contradictedClaims.map { "refuted: \($0)" } + report.record.warnings.map(\.text)
    let praise = "work grows no faster than descriptors claim, from 1k to 32k rows"
    for line in faults.isEmpty ? [praise] : faults { Terminal.say(line) }
    return faults.isEmpty ? .success : .regression
  }
}
