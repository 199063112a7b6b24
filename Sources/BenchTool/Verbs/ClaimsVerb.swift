import Claims
import Foundation
import HostSystem
import Recording
import Reporting
import Running

extension Verb {
  /// Put what posts say to the test.
  package static let claims = Verb(
    "claims", "Measure what posts about endless lists say",
    discussion: """
      Puts sentences of five posts to the test, each by an experiment and a rule, and says where \
      a sentence is true, where it is not, and where the figures do not decide.
      """,
    options: [
      Options.claims, Options.budget.defaulting(to: "120s"), Options.seed, Options.documentFormat,
      Options.document, Options.quiet,
    ],
    examples: [
      Example("claims", "All of them; the counted ones take some seconds beyond the budget."),
      Example("claims --claim variable-heights -b 30s", "One of them."),
      Example(
        "claims --format markdown --output results/CLAIMS.md",
        "A document with every figure, rule and limit."),
    ],
    exitStatuses: [
      .fine("measured, whatever the verdicts are"), .usage, .internalError, .cannotCreate,
      .inputOutput,
      .interrupted,
    ]
  ) { tool, arguments, words in
    try ClaimsVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

/// The options that `claims` alone has.
extension Options {
  /// Which sentences.
  package static let claims = Option(
    "claim", .list(of: .claim), "Which claims to measure, all unless some are named",
    discussion: "Their IDs stand under them in what 'claims' prints.")
}

/// `bench claims`: what posts say, put to the test.
struct ClaimsVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    try arguments[Options.document].refuseIfNowhere()
    let named = arguments[Options.claims]
    let report = try measured(Claim.all.filter { named?.contains($0.id) ?? true })
    guard report.isComplete else {
      // A file that holds a whole report is not replaced by a part of one.
      try Terminal.print(text(of: report))
      return .interrupted
    }
    try arguments[Options.document].write(Array(try text(of: report).utf8))
    return .success
  }

  private func measured(_ claims: [Claim]) throws -> ClaimsReport {
    let budget = arguments[Options.budget] / .seconds(1)
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: budget)
    let laboratory = Laboratory(
      tool.strategies, claims: claims, budget: budget, seed: arguments[Options.seed],
      isInterrupted: { Interruption.isAsked }, report: observer.see)
    let (started, machine, before) = (Timestamp.now(), MachineFacts.gather(), MachineState.gather())
    let lock = RunLock()
    var entries: [ClaimEntry] = []
    for claim in claims where !Interruption.isAsked {
      entries.append(try claim.assessed(in: laboratory))
    }
    observer.end()
    var report = ClaimsReport(
      command: [tool.program] + words, started: started, machine: machine, revision: .current(),
      claims: entries,
      unmeasured: Claim.unmeasured.map {
        .init(post: $0.post.rawValue, sentence: $0.sentence, reason: $0.reason)
      })
    let after = MachineState.gather()
    let seconds = Double(Timestamp.now().seconds - started.seconds)
    var conditions = RunConditions(
      machine: machine, before: before, after: after, seconds: seconds)
    conditions.disturbance.otherCores = MachineState.otherCores(
      from: before, to: after, seconds: seconds)
    conditions.hadCompany = lock.hasCompany()
    if claims.contains(where: { $0.timing != nil }) { report.warnings = conditions.warnings }
    report.isComplete = !Interruption.isAsked
    return report
  }

  private func text(of report: ClaimsReport) throws -> String {
    let terminal = Terminal.current
    return switch arguments[Options.documentFormat] {
    case .terminal:
      report.text(width: terminal.width, style: Style(useColour: terminal.usesColour))
    case .markdown: report.markdown
    case .json: try report.json()
    }
  }
}

extension ValueParser where Value == String {
  /// The name of a claim.
  static var claim: ValueParser {
    let names = Claim.all.map(\.id)
    return ValueParser(
      placeholder: "ID", expectation: "the name of a claim", completion: .words(names),
      read: { (text, _) throws(InvalidValue) in
        guard names.contains(text) else {
          let hint = Suggestion.hint(for: text, among: names)
          throw InvalidValue(
            text, "no such claim" + (hint.isEmpty ? "; expected \(names.listed("or"))" : hint))
        }
        return text
      })
  }
}
