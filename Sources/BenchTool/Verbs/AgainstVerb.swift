import Foundation
import HostSystem
import ListLayout
import Reporting
import Running
import Runs
import Text
import Workloads

/// The options of a comparison of two revisions.
extension Options {
  /// The other revision.
  package static let against = Option(
    "against",
    ValueParser<String>(
      placeholder: "REV", expectation: "a branch, tag or commit", completion: .nothing,
      convert: { $0.isEmpty ? nil : $0 }
    ), "Compare this tree with another revision of it",
    discussion: """
      Builds both in release, the other one from a worktree in a temporary folder, asks 'verify' \
      whether this tree's strategies are right, compares exact counts, and lets pairs of processes \
      take turns on one core until the times decide. The first comparison with a revision takes a \
      build of it; .build/against keeps that.
      """)

  /// Whether the comparison can be trusted here.
  package static let selfTest = Option(
    flag: "self-test", "See whether a known slow-down is found on this machine",
    discussion: """
      Compares this program with itself, with one strategy made 5 % slower, and once more with 20 % \
      where the machine is too busy to tell: it must be called slower, and no other one different.
      """)

  /// A slow-down made on purpose.
  package static let headHandicap = Option(
    "head-handicap",
    ValueParser<Handicap>(
      placeholder: "ID=PCT", expectation: "a strategy and a percentage, such as fenwick=5%",
      convert: { text in
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
          let share = Percentage(String(text[text.index(after: sign)...])),
          (10...1_000_000).contains(share.thousandths)
        else { return nil }
        return Handicap(strategy: String(text[..<sign]), share: share.fraction)
      }
    ), "Make one strategy of this tree slower by so much",
    discussion: "It shows whether the comparison can tell such a difference.")

  /// The options that go with `against` alone.
  package static let pairing: [any CommandOption] = [
    strategies, modes, pairedScenarios, heights, pairedRows, motion, viewport, width, pairedBudget,
    seed, headHandicap, quiet,
  ]

  /// The questions that revisions are compared by.
  package static let pairedScenarios = Option(
    "scenario", letter: "c", .scenarios, "Which questions to ask",
    discussion: "Without it, \(usualScenarios.listed("and")): what techniques differ in.")

  /// The questions that are asked when none is named.
  package static let usualScenarios = ["scroll", "recalc", "hit-test", "edit"]

  /// The lengths of the lists that they are compared on.
  package static let pairedRows = rows.defaulting(to: "100k")
  /// The time that a comparison may take, after the builds.
  package static let pairedBudget = budget.defaulting(to: "100s")
}

/// `bench compare --against`: this tree and another revision of it, process against process.
struct AgainstVerb {
  let tool: Tool
  let arguments: Arguments
  /// The name of the revision, as the user gave it.
  let name: String
  let thresholds: Thresholds
  let summaryPath: String?

  func perform() throws -> ExitCode {
    Interruption.listen()
    let place = try ProgramPlace.current()
    let repository = try GitRepository(package: place.package)
    let commit = try repository.commit(name)
    let plan = try PairedPlan(arguments, tool: tool)
    let note = { (line: String) in if !arguments[Options.quiet] { Terminal.say(line) } }
    let comparison = try TemporaryFolder.with { folder -> RunComparison? in
      let build = RevisionBuild(
        repository: repository, product: place.product, folder: folder, note: note)
      let head = try build.head()
      // Before the other revision is built: that takes minutes, and this a second.
      guard try keepsContract(head, plan) else { return nil }
      let programs = Sides(base: try build.base(commit), head: head)
      let words = Sides(
        base: try plan.words(known: RosterNames(of: programs.base)), head: try plan.words())
      let pair = ProgramPair(
        programs, words: words, handicap: arguments[Options.headHandicap],
        seed: arguments[Options.seed], folder: folder)
      return try pair.compare(
        thresholds: thresholds, budget: arguments[Options.pairedBudget] / .seconds(1), note: note
      ).comparison
    }
    guard var comparison else { return .regression }
    let current = Revision.current(in: place.package)
    comparison.base = ComparedRun(name: name, revision: commit)
    comparison.head = ComparedRun(
      name: "the working tree" + (current.isDirty == true ? ", with changes" : ""),
      revision: current.commit)
    let report = ComparisonReport(comparison, isStrict: arguments[Options.strict])
    try ReportOutput(arguments: arguments, summaryPath: summaryPath).write(report)
    return report.exitCode
  }

  /// Whether HEAD's strategies show the right rows, by the program that will be measured; says what
  /// `verify` says where one does not.
  private func keepsContract(_ program: String, _ plan: PairedPlan) throws -> Bool {
    let outcome = try ChildProcess.run(
      [program, "verify", "--quiet"] + plan.strategyWords(known: nil)
        + ["--mode", plan.mode, "--seed", "\(arguments[Options.seed])"],
      environment: AllocationPolicy.environment, isInterrupted: { Interruption.isAsked })
    if outcome.ending.isSuccess { return true }
    Terminal.note(outcome.output + outcome.complaint)
    guard outcome.ending == .exited(ExitCode.regression.rawValue) else {
      throw RunFault(.internalFault, "HEAD's verify \(outcome.ending.text)")
    }
    Terminal.say("a strategy of HEAD breaks the contract, so its times say nothing")
    return false
  }
}

/// What both programs are asked to measure.
struct PairedPlan {
  /// The strategies' ids.
  private let strategies: [String]
  /// Whether they are all that there are, so that one that is gone is missed.
  private let isWholeRoster: Bool
  private let scenarios: [String]
  /// The forms of the strategies, as the command line has it.
  let mode: String
  /// The other words of `run`.
  private let others: [String]

  /// The plan of a command line; throws where it has no cell.
  ///
  /// - Parameters:
  ///   - strategies: their ids; nil for those on the command line.
  ///   - scenarios: their ids; nil for those on the command line.
  init(
    _ arguments: Arguments, tool: Tool, strategies: [String]? = nil, scenarios: [String]? = nil
  ) throws {
    let ids = strategies ?? arguments[Options.strategies]
    let questions = scenarios ?? arguments[Options.pairedScenarios] ?? Options.usualScenarios
    var request = RunRequest(
      contenders: tool.strategies(named: ids), modes: arguments[Options.modes],
      scenarios: Scenario.all.filter { questions.contains($0.id) },
      heights: try arguments[Options.heights].map { try HeightsSpec($0) }.unique,
      rows: arguments[Options.pairedRows], usesOwnCounts: !arguments.isGiven(Options.pairedRows),
      screen: Screen(width: arguments[Options.width], viewport: arguments[Options.viewport]),
      motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed], budget: 0)
    request.usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
    request.keepsPlan = true
    let cells = try Runner(request) { _ in }.plan.groups.flatMap { group in
      group.measured.filter { !$0.contender.card.isFloor && $0.twinOf == nil }.map { (group, $0) }
    }
    guard !cells.isEmpty else {
      throw RunFault(.usage, "no strategy named can do any of the scenarios on these rows")
    }
    if let slow = arguments[Options.headHandicap]?.strategy,
      !cells.contains(where: { $0.1.contender.card.id == slow })
    {
      throw RunFault(.usage, "--head-handicap: \(slow) has no cell in this comparison")
    }
    self.strategies = ids
    isWholeRoster = strategies == nil && !arguments.isGiven(Options.strategies)
    self.scenarios = questions
    mode = request.modes.count > 1 ? "both" : request.modes.map(\.rawValue).joined()
    // A user's file has its own number of rows, which `run` takes where it is told none: here it is told
    // all that there are.
    let rows = cells.map(\.0.rows).unique
    let heights = arguments.isGiven(Options.heights) ? request.heights.map(\.name) : []
    others =
      [
        "--rows", Self.list(rows.map(String.init)), "--motion",
        Self.list(request.motion.map(\.name)),
      ]
      + (heights.isEmpty ? [] : ["--heights", Self.list(heights)])
      + ["--viewport", "\(request.screen.viewport)", "--width", "\(request.screen.width)"]
      + ["--seed", "\(request.seed)", "--budget", "1ms", "--quiet"]
  }

  /// The words of `run` for a program.
  ///
  /// - Parameter known: what the program knows, where it may not know all of this.
  /// - Throws: `RunFault` with code 4 where it knows nothing of it.
  func words(known: RosterNames? = nil) throws(RunFault) -> [String] {
    let scenarios = scenarios.filter { known?.scenarios.contains($0) ?? true }
    guard !scenarios.isEmpty, strategies.contains(where: { known?.knows($0) ?? true }) else {
      throw RunFault(
        .differentCells, "BASE has none of these strategies, or none of these scenarios")
    }
    return ["run", "--mode", mode, "--scenario", Self.list(scenarios)]
      + strategyWords(known: known) + others
  }

  /// The words that name the strategies; none for all of a program's.
  func strategyWords(known: RosterNames?) -> [String] {
    if isWholeRoster { return [] }
    let ids = strategies.filter { known?.knows($0) ?? true }
    return ["--strategy", Self.list(ids)]
  }

  private static func list(_ names: [String]) -> String {
    names.map { $0.replacing(",", with: "\\,") }.joined(separator: ",")
  }
}

/// The strategies and scenarios that a program knows.
struct RosterNames: Decodable {
  private struct Named: Decodable { let id: String }
  private let strategies: [Named]
  private let questions: [Named]

  private enum CodingKeys: String, CodingKey {
    case strategies
    case questions = "scenarios"
  }

  /// The ids of the scenarios.
  var scenarios: Set<String> { Set(questions.map(\.id)) }

  /// Whether an id, which may give values to parameters, is one of the strategies'.
  func knows(_ id: String) -> Bool {
    strategies.contains { id == $0.id || id.hasPrefix($0.id + ":") }
  }

  /// Asks a program.
  ///
  /// - Throws: `RunFault` with code 3 where it does not answer.
  init(of program: String) throws {
    let outcome = try ChildProcess.run(
      [program, "list", "--json"], deadline: 60, isInterrupted: { Interruption.isAsked })
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(outcome.output.utf8))
    } catch {
      throw RunFault(
        .incomparable, "BASE does not answer 'list --json', as programs do that can be compared")
    }
  }
}
