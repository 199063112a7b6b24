import BenchBasics
import BenchReporting
import BenchRuns
import Conformance
import Foundation
import Synchronization

extension Command {
  package static let verify = Command(
    "verify", "Check that strategies show the right rows",
    discussion: """
      Plays the same random gestures on each strategy and on a reference, and compares the screens after \
      every frame. Prints how far each strategy deviates, and reduces failures to a short list of gestures. \
      Each strategy runs in its own process, so one that crashes, exits, hangs (for 60 s, or longer above \
      20k gestures) or uses half of the memory is reported without stopping the others.
      """,
    options: [
      Options.strategies, Options.modes.defaulting(to: "both"), Options.gestureCount,
      Options.seed, Options.growth, Options.tableFormat,
      Options.document, Options.quiet, Options.json,
    ],
    examples: [
      ("verify", "Check both the published and the corrected code of every strategy."),
      ("verify -s fenwick --gestures 100k --seed 7", "Check one strategy thoroughly."),
    ],
    exitCodes: [.regression: "a strategy broke an invariant, crashed, exited or hung"]
  ) { tool, arguments in
    try VerifyCommand(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let gestureCount = Option(
    "gestures", letter: "g", .count("N"), default: "20k",
    "Perform this many random gestures per strategy")

  static let growth = Option(
    flag: "growth", "Also check how work grows with the number of rows",
    discussion: """
      Runs offset, hit-test and recalc under valgrind with 1k and 32k rows, and reports strategies whose \
      instruction counts grow faster than claimed. This takes about 15 s on two cores. \
      'count --rows 1k,10k,100k,1M' detects smaller differences.
      """)

  static let tableFormat = Option(
    "format", .oneOf(ReportFormat.allCases), default: "terminal", "Print the table in this format",
    discussion:
      "With '--format markdown', each strategy is verified with ten random seeds instead of one.")
}

struct VerifyCommand {
  let tool: Tool
  let arguments: Arguments

  typealias Form = (strategy: StrategyEntry, mode: StrategyMode)

  func perform() throws -> ExitCode {
    let (gestures, seed) = (arguments[Options.gestureCount], arguments[Options.seed])
    guard gestures > 0 else { throw RunFault(.usage, "nothing to verify: --gestures is 0") }
    let forms = try arguments[Options.strategies].filter { !$0.descriptor.isFloor }
      .forms(in: arguments[Options.modes], to: "verify")
    let seeds = format == .markdown ? (1...10).map { (seed &- 1) &* 10 &+ $0 } : [seed]
    var need = MemoryNeed()
    for _ in 0..<min(forms.count * seeds.count, ProcessInfo.processInfo.activeProcessorCount) {
      need.add(gestures: gestures)
    }
    try need.refuse("--gestures \(gestures)")
    Interruption.listen()
    let reports = try verify(forms, gestures: gestures, seeds: seeds)
    if reports.count < forms.count * seeds.count { return .interrupted }
    let results = reports.map(\.verification)
    try writeThenPrint {
      try arguments[Options.document].write(Array(text(of: results, seeds: seeds).utf8))
    } print: {
      for report in reports {
        let result = report.verification
        let texts =
          result.failures.map { $0.text(program: tool.program) }
          + (result.fault.map { ["\($0)\n\(report.instructions)"] } ?? [])
        for text in texts {
          Terminal.printError("\n\(result.descriptor.id) (\(result.mode.rawValue)): \(text)\n")
        }
      }
    }
    let isRight = results.areHeld
    guard arguments[Options.growth] else { return isRight ? .success : .regression }
    // Counts are meaningless for a strategy that failed verification.
    let broken = Set(results.filter { !$0.isHeld }.map(\.descriptor.id))
    let right = results.map(\.descriptor.id).unique.filter { !broken.contains($0) }
    let growsAsClaimed = try right.isEmpty || checkGrowth(of: right)
    return isRight && growsAsClaimed ? .success : .regression
  }

  private var format: ReportFormat {
    arguments[Options.json] ? .json : arguments[Options.tableFormat]
  }

  private func verify(
    _ forms: [Form], gestures: Int, seeds: [UInt64]
  ) throws -> [VerifyingProcess.Report] {
    typealias Report = VerifyingProcess.Report
    let (executable, limit) = (try Program.path(), VerifyingProcess.limit(gestures: gestures))
    let count = forms.count * seeds.count
    let results = Mutex([Result<Report, RunFault>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      guard !Interruption.isAsked else { return }
      let ((strategy, mode), seed) = (forms[index / seeds.count], seeds[index % seeds.count])
      let result = Result { () throws(RunFault) in
        // A program that passes fixed arguments to `run(_:)` might ignore the arguments of a child process,
        // so verify in this process instead.
        guard tool.readsProcessArguments else {
          return Report(
            verification: .run(strategy, mode: mode, gestures: gestures, seed: seed))
        }
        return try VerifyingProcess(
          name: tool.program, executable: executable, strategy: strategy, mode: mode,
          gestures: gestures, seed: seed, limit: limit
        ).run()
      }
      results.withLock { $0[index] = result }
    }
    if Interruption.isAsked { return [] }
    let reports = try results.withLock { try $0.compactMap { try $0?.get() } }
    for report in reports { Terminal.printError(report.notes) }
    return reports
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
      return forms.markdown(command: arguments.words, seeds: seeds)
    }
  }

  private func checkGrowth(of strategies: [String]) throws -> Bool {
    let command = [
      "count", "--strategy", strategies.commaSeparated, "--mode", "corrected",
      "--scenario", "offset,hit-test,recalc", "--rows", "1k,32k",
      "--seed", "\(arguments[Options.seed])", "--quiet",
    ]
    guard case .perform(let counting) = try tool.table.parse(command) else {
      throw RunFault(.internalFault, "'count' does not accept the options of --growth")
    }
    let report = try CountCommand(tool: tool, arguments: counting).report().report
    let faults =
      report.contradictedClaims.map { "refuted: \($0)" } + report.record.warnings.map(\.text)
    let success = "work grows no faster than claimed between 1k and 32k rows"
    for line in faults.isEmpty ? [success] : faults { Terminal.log(line) }
    return faults.isEmpty
  }
}

extension [StrategyEntry] {
  func forms(in modes: [StrategyMode], to command: String) throws(RunFault) -> [VerifyCommand.Form]
  {
    let forms = flatMap { strategy in
      modes.filter(strategy.descriptor.modes.contains).map { (strategy, $0) }
    }
    guard forms.isEmpty else { return forms }
    let names = modes.map(\.rawValue).listed("or")
    throw RunFault(.usage, "nothing to \(command): no selected strategy has \(names) code")
  }
}
