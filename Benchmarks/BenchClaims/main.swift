import BenchBasics
import BenchReporting
import BenchRuns
import BenchTool
import Foundation

extension Command {
  static let claims = Command(
    "claims", "Test blog posts' claims about endless lists",
    discussion: """
      Tests sentences from five blog posts with experiments and rules. The verdicts (true, false \
      or undecided) are written in Markdown.
      """,
    options: [
      Options.claims, Options.budget.defaulting(to: "120s"), Options.seed, Options.document,
      Options.check, Options.quiet,
    ],
    conflicts: [
      Conflict(
        Options.check, excludes: [Options.budget, Options.document],
        because: "it neither measures times nor writes a document")
    ],
    examples: [
      ("--budget 60s", "Test all claims. Counting adds a few seconds to the budget."),
      ("--claim variable-heights -b 30s", "Test one claim."),
      ("--output results/CLAIMS.md", "Write all results, rules and limits to a document."),
      (
        "--check results/CLAIMS.md", "Check a document against the current rules and counts."
      ),
    ],
    exitCodes: [.regression: "with --check: the document differs"]
  ) { tool, arguments in
    let claims = ClaimsFile.contents.claims.filter {
      arguments[Options.claims]?.contains($0.id) ?? true
    }
    if let path = arguments[Options.check] {
      return try check(
        claims, in: path, ClaimRunner(tool.strategies, seed: arguments[Options.seed]))
    }
    let facts = facts
    let budget = arguments[Options.budget] / .seconds(1)
    Interruption.listen()
    let observer = RunObserver(isQuiet: arguments[Options.quiet], budget: budget)
    let runner = ClaimRunner(
      tool.strategies, claims: claims, budget: budget, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked }, report: observer.see)
    var findings: [Finding] = []
    for claim in claims where !Interruption.isAsked {
      findings.append(try runner.finding(on: claim))
    }
    observer.end()
    if Interruption.isAsked { return .interrupted }
    let text = findings.document(command: arguments.words, facts: facts)
    try arguments[Options.document].write(Array(text.utf8))
    return .success
  }

  private static var facts: String {
    let (machine, revision) = (MachineFacts.gather(), Revision.current())
    let changes = revision.isDirty.map { $0 ? ", with uncommitted changes" : "" }
    return [
      machine.cpuModel, "\(machine.cores) cores", machine.architecture, machine.os,
      "\(BuildFacts.compiler) \(BuildFacts.optimisation)",
      "load \(Quantity.amount(machine.loadAverage)); \(Date.now.day); revision \(revision.commit)"
        + (changes ?? ", changes unknown") + ".",
    ].joined(separator: ", ")
  }

  /// Checks the rules and counts in a document. For claims that depend on measured times, only the
  /// description is checked.
  private static func check(
    _ claims: [Claim], in path: String, _ runner: ClaimRunner
  ) throws -> ExitCode {
    let document = String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
    let changed = try claims.filter { claim in
      let finding = claim.timedRuns == 0 ? try runner.finding(on: claim) : Finding(claim)
      return !finding.isReported(in: document)
    }
    for claim in changed { try Terminal.print("\(path) differs in \(claim.id)\n") }
    let hasRules = document.contains(ClaimsFile.rulesLine + "\n")
    if !hasRules { try Terminal.print("\(path) was written with different rules (claims.json)\n") }
    return changed.isEmpty && hasRules ? .success : .regression
  }
}

extension Options {
  static let claims = Option(
    "claim",
    .list(
      of: .choice(
        ClaimsFile.contents.claims.map { ($0.id, $0.id) }, placeholder: "ID",
        expectation: "the ID of a claim")),
    "IDs of the claims to measure; default: all", discussion: "The document lists all IDs."
  )

  static let check = Option(
    "check", .file, "Check a document against the current rules and counts",
    discussion: "Checks rules and counts only, because they are the same on every machine.")
}

Tool("bench-claims", only: .claims).main()
