import Conformance
import Foundation
import HostSystem
import ListLayout
import Replaying
import Reporting
import Running
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
      Options.strategies, Options.modes.defaulting(to: "both"), Options.heights,
      Options.gestureCount, Options.seed, Options.documentFormat, Options.document, Options.quiet,
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
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput, .interrupted,
    ]
  ) { tool, arguments, words in
    try VerifyVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

/// The options that `verify` alone has.
extension Options {
  package static let gestureCount = Option(
    "gestures", letter: "g", .count(placeholder: "N"), default: "20k",
    "How many random gestures to make on each strategy")
}

/// `bench verify`: every strategy against the reference, with the bound that it must keep.
struct VerifyVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    var entries: [VerifiedEntry] = []
    var failures: [String] = []
    try arguments[Options.document].refuseIfNowhere()
    let forms = tool.strategies(named: arguments[Options.strategies]).flatMap { contender in
      arguments[Options.modes]
        .filter { contender.card.modes.contains($0) && !contender.card.isFloor }
        .map { (contender: contender, mode: $0) }
    }
    let gestures = arguments[Options.gestureCount]
    var need = MemoryNeed()
    for _ in 0..<min(forms.count, ProcessInfo.processInfo.activeProcessorCount) {
      need.add(gestures: gestures)
    }
    try need.refuse("--gestures \(gestures)")
    Interruption.listen()
    let seed = arguments[Options.seed]
    let found = Mutex([Int: Verification]())
    DispatchQueue.concurrentPerform(iterations: forms.count) { index in
      guard !Interruption.isAsked else { return }
      let result = Verification.run(
        forms[index].contender, mode: forms[index].mode, gestures: gestures, seed: seed)
      found.withLock { $0[index] = result }
    }
    let results = found.withLock { $0 }
    if results.count < forms.count { return .interrupted }
    // In the roster's order, whichever was done first.
    for (_, result) in results.sorted(by: { $0.key < $1.key }) {
      entries.append(VerifiedEntry(result))
      if let failure = result.failure {
        let text = failure.text(program: tool.program)
        failures.append("\(result.card.id) (\(result.mode.rawValue)): \(text)")
      }
    }
    let table = VerifyTable(entries)
    try arguments[Options.document].write(Array(text(of: table, entries).utf8))
    for failure in failures { Terminal.note("\n\(failure)\n") }
    return table.isKept && failures.isEmpty ? .success : .regression
  }

  private func text(of table: VerifyTable, _ entries: [VerifiedEntry]) -> String {
    let terminal = Terminal.current
    return switch arguments[Options.json] ? .json : arguments[Options.documentFormat] {
    case .terminal:
      table.text(width: terminal.width, style: Style(useColour: terminal.usesColour))
    case .markdown: VerifyDocument(entries, command: [tool.program] + words).markdown
    case .json: table.json
    }
  }
}

extension VerifiedEntry {
  /// One strategy's result over all scenarios, and each scenario's.
  fileprivate init(_ verification: Verification) {
    let card = verification.card
    self.init(card.id, verification.mode, verification.deviation)
    if verification.failure != nil { verdict = .deviates }
    (origin, publishedDefect, inherentDeviation) = (
      card.origin, card.publishedDefect, card.inherentDeviation
    )
    scenarios = verification.results.map {
      VerifiedEntry($0.scenario.rawValue, verification.mode, $0.deviation)
    }
    bound = Self.bound(of: verification)
    // What nothing bounds cannot be held; it can only be reported.
    let isBounded = verification.results.contains { $0.bound != .reported }
    held = isBounded || !verification.isHeld ? verification.isHeld : nil
  }

  /// What was measured, under a name.
  private init(_ name: String, _ mode: StrategyMode, _ deviation: Deviation) {
    self.init(
      strategy: name, mode: mode.rawValue, frames: deviation.frames,
      verdict: deviation.isZero ? .exact : .deviates)
    wrongRowFrames = deviation.wrongRowFrames
    deviationPtFrames = "\(LayoutUnit(rawValue: deviation.displacement))"
    sidewaysPtFrames = "\(LayoutUnit(rawValue: deviation.sideways))"
    stallFrames = deviation.stallFrames
    lostPt = "\(deviation.lost)"
    blankPtFrames = "\(LayoutUnit(rawValue: deviation.blank))"
    passesOver2 = deviation.framesOverTwoPasses
  }

  /// The bounds of its scenarios, and where one is broken.
  private static func bound(of verification: Verification) -> String {
    if let broken = verification.results.first(where: { !$0.isHeld }) {
      return "\(broken.bound.rawValue) (broken in \(broken.scenario))"
    }
    if let failure = verification.failure { return "law \(failure.law)" }
    var parts: [String] = []
    for bound in DeviationBound.known {
      let scenarios = verification.results.filter { $0.bound == bound }.map(\.scenario.rawValue)
      guard !scenarios.isEmpty else { continue }
      parts.append("\(scenarios.joined(separator: ", ")): \(bound.rawValue)")
    }
    return parts.isEmpty ? DeviationBound.reported.rawValue : parts.joined(separator: "; ")
  }
}

extension DeviationBound {
  /// The bounds that can be broken.
  fileprivate static let known: [DeviationBound] = [.none, .work, .content, .motion]
}
