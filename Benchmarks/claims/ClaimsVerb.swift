import Basics
import BenchTool
import Foundation
import Reporting
import Runs

extension Verb {
  /// The program: what posts say, put to the test.
  static let claims = Verb(
    "claims", "Measure what posts about endless lists say",
    discussion: """
      Puts sentences of five posts to the test, each by an experiment and a rule, and writes in \
      Markdown where a sentence is true, where it is not, and where the figures do not decide.
      """,
    options: [
      Options.claims, Options.budget.defaulting(to: "120s"), Options.seed, Options.document,
      Options.check, Options.quiet,
    ],
    conflicts: [
      Conflict(
        Options.check, excludes: [Options.budget, Options.document],
        because: "it takes no times and writes nothing")
    ],
    examples: [
      Example("--budget 60s", "All of them; the counted ones take some seconds beyond the budget."),
      Example("--claim variable-heights -b 30s", "One of them."),
      Example("--output results/CLAIMS.md", "A document with every figure, rule and limit."),
      Example("--check results/CLAIMS.md", "Does the document still say what is counted?"),
    ],
    exitStatuses: [
      .fine("measured, whatever the verdicts are"),
      .broken("with --check: the document says something else"), .usage, .badInput,
      .missingInput, .internalError, .cannotCreate, .inputOutput, .interrupted,
    ]
  ) { tool, arguments, words in
    let claims = Claim.all.filter { arguments[Options.claims]?.contains($0.id) ?? true }
    if let path = arguments[Options.check] {
      return try check(
        claims, in: path, ClaimRunner(tool.strategies, seed: arguments[Options.seed]))
    }
    try arguments[Options.document].refuseIfNowhere()
    let report = try report(on: claims, tool, arguments, command: [tool.program] + words)
    guard report.isComplete else {
      // A file that holds a whole report is not replaced by a part of one.
      try Terminal.print(report.markdown)
      return .interrupted
    }
    try arguments[Options.document].write(Array(report.markdown.utf8))
    return .success
  }

  private static func report(
    on claims: [Claim], _ tool: Tool, _ arguments: Arguments, command: [String]
  ) throws -> Report {
    let budget = arguments[Options.budget] / .seconds(1)
    let (machine, others) = (MachineFacts.gather(), MachineFacts.secondsOfOthers)
    let (started, revision) = (Date.now, Revision.current())
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: budget)
    let runner = ClaimRunner(
      tool.strategies, claims: claims, budget: budget, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked }, report: observer.see)
    var findings: [Finding] = []
    for claim in claims where !Interruption.isAsked {
      findings.append(try claim.finding(runner))
    }
    observer.end()
    let seconds = Date.now.timeIntervalSince(started)
    var disturbance = Disturbance()
    disturbance.noteOthers(from: others, seconds: seconds)
    let warnings = RunWarning.all(on: machine, disturbance, seconds: seconds).map(\.text)
    let changes = revision.isDirty.map { $0 ? ", with changes that are not committed" : "" }
    let facts = [
      machine.cpuModel, "\(machine.cores) cores", machine.architecture, machine.os,
      "\(BuildFacts.compiler) \(BuildFacts.optimisation)",
      "load \(Quantity.amount(machine.loadAverage)); \(started.day); revision \(revision.commit)"
        + (changes ?? ", whether changed is unknown"),
    ]
    return Report(
      command: command, facts: facts.joined(separator: ", ") + ".",
      warnings: claims.allSatisfy(\.timings.isEmpty) ? [] : warnings,
      isComplete: !Interruption.isAsked, findings: findings)
  }

  /// Whether a document holds what is counted now, and of claims with times the words that lead to them.
  private static func check(
    _ claims: [Claim], in path: String, _ runner: ClaimRunner
  ) throws -> ExitCode {
    let document = String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
    let others = try claims.filter { claim in
      let finding = claim.timings.isEmpty ? try claim.finding(runner) : Finding(claim)
      return !finding.stands(in: document)
    }
    for claim in others { try Terminal.print("\(path) has something else about \(claim.id)\n") }
    let hasRules = document.contains(Report.frozen + "\n")
    if !hasRules { try Terminal.print("\(path) was written with other rules (claims.json)\n") }
    return others.isEmpty && hasRules ? .success : .regression
  }
}

extension Options {
  /// Which sentences.
  static let claims = Option(
    "claim", .list(of: claim), "Which claims to measure, all unless some are named",
    discussion: "Their IDs stand beside them in what is written.")

  private static let claim = ValueParser.choice(
    Claim.all.map { ($0.id, $0.id) }, placeholder: "ID", expectation: "the name of a claim")

  /// What to look into.
  static let check = Option(
    "check", .file, "Tell whether a document holds what is found now",
    discussion: "Compares counts, which are the same everywhere, and the words of rules.")
}
