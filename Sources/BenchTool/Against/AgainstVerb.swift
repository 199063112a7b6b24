import Basics
import Foundation
import Reporting
import Runs
import Workloads

extension Options {
  static let against = Option(
    "against", .text("REV", "a branch, tag or commit"),
    "Compare this tree with another revision of it",
    discussion: """
      Builds both in release, the other one from a copy in a temporary folder, asks 'verify' \
      whether this tree's strategies are right, compares exact counts, and lets pairs of processes \
      take turns on one core until the times decide. The first comparison with a revision takes a \
      build of it; .build/against keeps that.
      """)

  static let headHandicap = Option(
    "head-handicap",
    ValueParser<Handicap>("ID=PCT", "a strategy and a percentage, such as fenwick=5%") { text in
      guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
        let share = text[text.index(after: sign)...].thousandthsOfPercent,
        (10...1_000_000).contains(share)
      else { return nil }
      return Handicap(strategy: String(text[..<sign]), share: Double(share) / 100_000)
    },
    "Make one strategy of this tree slower by so much",
    discussion: "It shows whether the comparison can tell such a difference.")

  /// The options that go with `against` alone.
  static let pairing: [any CommandOption] = [
    strategies, modes, scenarios.defaulting(to: "scroll,recalc,hit-test,edit"), heights,
    rows.defaulting(to: "100k"), motion, viewport, width, budget.defaulting(to: "100s"), seed,
    headHandicap, quiet,
  ]
}

extension CompareVerb {
  /// `bench compare --against`: this tree and another revision of it, process against process; nil where a
  /// strategy of this tree breaks the contract.
  func comparison(
    against name: String, _ thresholds: Thresholds
  ) throws -> RunComparison? {
    Interruption.listen()
    let program = try Program()
    let repository = try GitRepository(package: program.package)
    let commit = try repository.commit(name)
    let plan = try PairedPlan(arguments, tool: tool)
    return try TemporaryFolder.with { folder in
      let build = RevisionBuild(
        repository: repository, product: program.product, folder: folder, note: arguments.note)
      let head = try build.head()
      // Before the other revision is built: that takes minutes, and this a second.
      guard try keepsContract(head, plan) else { return nil }
      let base = try build.base(commit)
      let current = Revision.current(in: program.package)
      let sides = Sides(
        base: ComparedRun(name: name, revision: commit),
        head: ComparedRun(
          name: "the working tree" + (current.isDirty == true ? ", with changes" : ""),
          revision: current.commit))
      let (names, isExact) = (try RosterNames(of: base), arguments[Options.exact])
      let pair = ProgramPair(
        programs: Sides(base: base, head: head),
        words: try Sides(base: names, head: isExact ? names : nil).map { known in
          let words = try plan.words(known: known)
          return isExact ? ["count"] + words : ["run"] + words + ["--budget", "1ms"]
        },
        handicap: arguments[Options.headHandicap], seed: arguments[Options.seed], folder: folder)
      var comparison: RunComparison
      if isExact {
        let counts = try pair.simulatedCounts(note: arguments.note)
        comparison = try RunComparison(
          counts.base, counts.head, thresholds: thresholds, countersOnly: true,
          simulatedWithin: arguments[Options.tolerance], allowsNew: true)
      } else {
        comparison = try pair.compare(
          thresholds: thresholds, budget: arguments[Options.budget] / .seconds(1),
          note: arguments.note)
      }
      (comparison.base, comparison.head) = (sides.base, sides.head)
      return comparison
    }
  }

  /// Whether HEAD's strategies show the right rows; says what its `verify` says where one does not.
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
  private let strategies: [String]
  /// Whether they are all that there are, so that one that is gone is missed.
  private let isWholeRoster: Bool
  private let scenarios: [String]
  /// The forms of the strategies, as the command line has it.
  let mode: String
  private let others: [String]

  /// Throws where it has no cell.
  init(_ arguments: Arguments, tool: Tool) throws {
    (strategies, scenarios) = (arguments[Options.strategies], arguments[Options.scenarios])
    isWholeRoster = !arguments.isGiven(Options.strategies)
    var request = RunRequest(
      contenders: tool.strategies(named: strategies), modes: arguments[Options.modes],
      scenarios: Scenario.all.filter { [scenarios] in scenarios.contains($0.id) },
      heights: try HeightsSpec.all(named: arguments[Options.heights]),
      rows: arguments[Options.rows], usesOwnCounts: !arguments.isGiven(Options.rows),
      screen: Screen(arguments), motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed], budget: 0)
    request.usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
    request.keepsPlan = true
    let cells = try Runner(request) { _ in }.plan.strategyCells
    guard !cells.isEmpty else {
      throw RunFault(.usage, "no strategy named can do any of the scenarios on these rows")
    }
    if let slow = arguments[Options.headHandicap]?.strategy,
      !cells.contains(where: { $0.entry.contender.card.id == slow })
    {
      throw RunFault(.usage, "--head-handicap: \(slow) has no cell in this comparison")
    }
    mode = request.modes.count > 1 ? "both" : request.modes.map(\.rawValue).joined()
    // A user's file has its own number of rows, which `run` takes where it is told none: here it is told
    // all that there are.
    let rows = cells.map(\.group.rows).unique
    let heights = arguments.isGiven(Options.heights) ? request.heights.map(\.name) : []
    others =
      ["--rows", rows.map(String.init).commaSeparated]
      + ["--motion", request.motion.map(\.name).commaSeparated]
      + (heights.isEmpty ? [] : ["--heights", heights.commaSeparated])
      + ["--viewport", "\(request.screen.viewport)", "--width", "\(request.screen.width)"]
      + ["--seed", "\(request.seed)", "--quiet"]
  }

  /// The words for a program, which may not know all of this; throws code 4 where it knows nothing.
  func words(known: RosterNames?) throws(RunFault) -> [String] {
    let scenarios = scenarios.filter { known?.knows(scenario: $0) ?? true }
    guard !scenarios.isEmpty, strategies.contains(where: { known?.knows(strategy: $0) ?? true })
    else {
      throw RunFault(
        .differentCells, "BASE has none of these strategies, or none of these scenarios")
    }
    return ["--mode", mode, "--scenario", scenarios.commaSeparated]
      + strategyWords(known: known) + others
  }

  /// The words that name the strategies; none for all of a program's.
  func strategyWords(known: RosterNames?) -> [String] {
    if isWholeRoster { return [] }
    let ids = strategies.filter { known?.knows(strategy: $0) ?? true }
    return ["--strategy", ids.commaSeparated]
  }
}

extension Plan {
  /// The cells of strategies: of none that is the floor or an A/A control.
  var strategyCells: [(group: Group, entry: Entry)] {
    groups.flatMap { group in
      group.measured.filter { !$0.contender.card.isFloor && $0.controlOf == nil }.map {
        (group, $0)
      }
    }
  }
}

struct RosterNames: Decodable {
  private struct Named: Decodable { let id: String }
  private let strategies, scenarios: [Named]

  func knows(scenario id: String) -> Bool { scenarios.contains { $0.id == id } }

  /// Whether an id, which may give values to parameters, is one of the strategies'.
  func knows(strategy id: String) -> Bool {
    strategies.contains { id == $0.id || id.hasPrefix($0.id + ":") }
  }

  /// Asks a program; throws `RunFault` with code 3 where it does not answer.
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

/// A slow-down of one strategy, made on purpose.
struct Handicap: Sendable {
  let strategy: String
  /// 0.05 is 5 %.
  let share: Double
}
