import BenchTool
import HostSystem
import Text

extension Verb {
  /// Put what posts say to the test.
  static let claims = Verb(
    "claims", "Measure what posts about endless lists say",
    discussion: """
      Puts sentences of five posts to the test, each by an experiment and a rule, and says where \
      a sentence is true, where it is not, and where the figures do not decide.
      """,
    options: [
      Options.claims, Options.budget.defaulting(to: "120s"), Options.seed, Options.format,
      Options.document, Options.check, Options.quiet,
    ],
    conflicts: [
      Conflict(
        Options.check, excludes: [Options.budget, Options.format, Options.document],
        because: "it takes no times and writes nothing")
    ],
    examples: [
      Example("--budget 60s", "All of them; the counted ones take some seconds beyond the budget."),
      Example("--claim variable-heights -b 30s", "One of them."),
      Example(
        "--format markdown --output results/CLAIMS.md",
        "A document with every figure, rule and limit."),
      Example("--check results/CLAIMS.md", "Does the document still say what is counted?"),
    ],
    exitStatuses: [
      .fine("measured, whatever the verdicts are"),
      .broken("with --check: the document says something else"), .usage, .badInput,
      .missingInput, .internalError, .cannotCreate, .inputOutput, .interrupted,
    ]
  ) { tool, arguments, words in
    try ClaimsVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

extension Options {
  /// Which sentences.
  static let claims = Option(
    "claim", .list(of: .claim), "Which claims to measure, all unless some are named",
    discussion: "Their IDs stand under them in what is printed.")

  /// What to write.
  static let format = Option(
    "format", .choice([("terminal", false), ("markdown", true)]), default: "terminal",
    "What to write")

  /// What to look into.
  static let check = Option(
    "check", .file, "Tell whether a document holds what is found now",
    discussion: "Compares counts, which are the same everywhere, and the words of rules.")
}

/// The program: what posts say, put to the test.
struct ClaimsVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    let named = arguments[Options.claims]
    let claims = Claim.all.filter { named?.contains($0.id) ?? true }
    if let path = arguments[Options.check] { return try check(claims, in: path) }
    try arguments[Options.document].refuseIfNowhere()
    let report = try measured(claims)
    let text =
      arguments[Options.format] ? report.markdown : report.text(width: Terminal.current.width)
    guard report.isComplete else {
      // A file that holds a whole report is not replaced by a part of one.
      try Terminal.print(text)
      return .interrupted
    }
    try arguments[Options.document].write(Array(text.utf8))
    return .success
  }

  private func measured(_ claims: [Claim]) throws -> Report {
    let budget = arguments[Options.budget] / .seconds(1)
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: budget)
    let runner = ClaimRunner(
      tool.strategies, claims: claims, budget: budget, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked }, report: observer.see)
    let surroundings = Surroundings()
    var findings: [Finding] = []
    for claim in claims where !Interruption.isAsked {
      findings.append(Finding(claim, try claim.evidence(runner)))
    }
    observer.end()
    var report = Report(
      command: [tool.program] + words, facts: surroundings.facts, findings: findings)
    if claims.contains(where: { !$0.timings.isEmpty }) {
      report.warnings = surroundings.warnings
    }
    report.isComplete = !Interruption.isAsked
    return report
  }

  /// Whether a document holds what is counted now, and of the others the words that lead to it.
  private func check(_ claims: [Claim], in path: String) throws -> ExitCode {
    let document = String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
    let runner = ClaimRunner(
      tool.strategies, claims: [], budget: 0, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked })
    var isSame = true
    for claim in claims {
      let evidence =
        claim.timings.isEmpty ? try claim.evidence(runner) : Evidence("", [])
      guard !Finding(claim, evidence).stands(in: document) else { continue }
      isSame = false
      try Terminal.print("\(path) has something else about \(claim.id)\n")
    }
    return isSame ? .success : .regression
  }
}

extension ValueParser where Value == String {
  /// The name of a claim.
  fileprivate static var claim: ValueParser {
    let names = Claim.all.map(\.id)
    return ValueParser(
      placeholder: "ID", expectation: "the name of a claim", completion: .words(names),
      read: { (text, _) throws(InvalidValue) in
        guard names.contains(text) else {
          let hint = Spelling.hint(for: text, among: names)
          throw InvalidValue(
            text, "no such claim" + (hint.isEmpty ? "; expected \(names.listed("or"))" : hint))
        }
        return text
      })
  }
}
