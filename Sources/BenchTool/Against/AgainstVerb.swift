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
      take turns on one core until the times decide. Strategies run corrected. The first comparison \
      with a revision takes a build of it; .build/against keeps that.
      """)

  /// The options that go with `against` alone.
  static let pairing: [any CommandOption] = [
    strategies, scenarios.defaulting(to: "offset,scroll,recalc,hit-test,edit"), heights,
    rows.defaulting(to: "100k"), budget.defaulting(to: "100s"),
  ]
}

extension CompareVerb {
  /// `bench compare --against`: this tree and another revision of it, process against process; nil where a
  /// strategy of this tree breaks the contract.
  func comparison(
    against name: String, _ thresholds: Thresholds, _ tolerances: CounterTolerances
  ) throws -> RunComparison? {
    Interruption.listen()
    let program = try Program()
    let repository = try GitRepository(package: program.package)
    let commit = try repository.commit(name)
    let plan = try PairedPlan(arguments, tool: tool)
    return try TemporaryFolder.with { folder in
      let build = RevisionBuild(
        repository: repository, product: program.product, folder: folder,
        note: { Terminal.say($0) })
      let head = try build.head()
      // Before the other revision is built: that takes minutes, and this a second.
      guard try keepsContract(head, plan) else { return nil }
      let base = try build.base(commit)
      var comparison = try compare(
        Sides(base: base, head: head), plan, thresholds, tolerances, folder)
      let current = Revision.current(in: program.package)
      comparison.base = ComparedRun(name: name, revision: commit)
      let changes =
        current.hasOnlyUntracked
        ? ", with untracked files" : current.isDirty == true ? ", with changes" : ""
      comparison.head = ComparedRun(name: "the working tree" + changes, revision: current.commit)
      return comparison
    }
  }

  private func compare(
    _ programs: Sides<String>, _ plan: PairedPlan, _ thresholds: Thresholds,
    _ tolerances: CounterTolerances, _ folder: String
  ) throws -> RunComparison {
    let known = try StrategyNames(of: programs.base)
    guard plan.hasCell(known) else {
      guard arguments[Options.allowNew] else {
        throw RunFault(
          .differentCells,
          "BASE has none of these strategies, or none of these scenarios: nothing to compare; "
            + "--allow-new accepts that")
      }
      return RunComparison(onlyNew: plan.newCells(known), thresholds: thresholds)
    }
    let isExact = tolerances.simulated != nil
    let pair = ProgramPair(
      programs: programs,
      words: Sides(
        base: plan.words(known: known), head: plan.words(known: isExact ? known : nil)),
      slowdown: nil, seed: plan.seed, folder: folder)
    guard isExact else {
      return try pair.compare(
        thresholds: thresholds, budget: arguments[Options.budget] / .seconds(1),
        note: { Terminal.say($0) })
    }
    let counts = try pair.simulatedCounts { Terminal.say($0) }
    var comparison = try RunComparison(
      counts.base, counts.head, thresholds: thresholds, tolerances: tolerances,
      countersOnly: true, allowsNew: true)
    // HEAD has counted only what BASE has, too.
    comparison.cells.onlyInHead += plan.newCells(known)
    return comparison
  }

  /// Whether HEAD's strategies show the right rows; says what its `verify` says where one does not.
  private func keepsContract(_ program: String, _ plan: PairedPlan) throws -> Bool {
    let outcome = try ChildProcess.run(
      [program, "verify", "--quiet"] + plan.strategyWords
        + ["--mode", PairedPlan.mode, "--seed", "\(plan.seed)"],
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

/// What both programs are asked to measure: strategies in their corrected form.
struct PairedPlan {
  static let mode = StrategyMode.corrected.rawValue

  let seed: UInt64
  private var plan = RunPlan()
  /// The strategies that are named; nil for all that a program has, so that one that is gone is missed.
  private let strategies: [String]?
  private let cells: [CellKey]

  /// Throws where it has no cell.
  init(_ arguments: Arguments, tool: Tool, seed: UInt64 = 1) throws {
    self.seed = seed
    let named = arguments[Options.strategies]
    strategies = arguments.isGiven(Options.strategies) ? named : nil
    plan.strategies = tool.strategies(named: named).map(\.descriptor.id)
    plan.modes = [Self.mode]
    plan.scenarios = Scenario.all.map(\.id).filter(arguments[Options.scenarios].contains)
    plan.heights = try HeightsSpec.all(named: arguments[Options.heights]).map(\.name)
    (plan.rows, plan.usesOwnCounts) =
      (arguments[Options.rows], !arguments.isGiven(Options.rows))
    plan.usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
    plan.motion = try Options.motion.usual(tool.vocabulary)
    plan.viewport = try Options.viewport.usual(tool.vocabulary).points
    plan.width = try Options.width.usual(tool.vocabulary).points
    plan.caches = [.warm]
    var request = try RunRequest(plan, seed: seed, tool: tool)
    request.keepsPlan = true
    cells = try Runner(request) { _ in }.plan.strategyCells.map { $0.key(of: $1) }
    guard !cells.isEmpty else {
      throw RunFault(.usage, "no strategy named can do any of the scenarios on these rows")
    }
    // A user's file has its own number of rows, which a program takes where it is told none: here it is told
    // all that there are.
    (plan.rows, plan.usesOwnCounts) = (cells.map(\.group.rows).unique, false)
  }

  func hasCell(of strategy: String) -> Bool { cells.contains { $0.strategy == strategy } }

  /// Whether a program has any of the cells.
  func hasCell(_ known: StrategyNames) -> Bool { cells.contains(where: known.knows) }

  /// The cells that a program does not have.
  func newCells(_ known: StrategyNames) -> [StrayCell] {
    cells.filter { !known.knows($0) }.map { cell in
      let isKnown = known.knows(strategy: cell.strategy)
      return StrayCell(cell, reason: isKnown ? "new scenario" : "new strategy")
    }
  }

  /// The words for both programs, of which `base` may not know all of this.
  func words(of base: String) throws -> Sides<[String]> {
    Sides(base: words(known: try StrategyNames(of: base)), head: words(known: nil))
  }

  /// The words for a program, without the names that it does not know.
  func words(known: StrategyNames?) -> [String] {
    var plan = plan
    plan.strategies = (strategies ?? []).filter { known?.knows(strategy: $0) ?? true }
    plan.scenarios.removeAll { !(known?.knows(scenario: $0) ?? true) }
    return plan.words(seed: seed)
  }

  /// The words that name the strategies; none for all of a program's.
  var strategyWords: [String] { strategies.map { ["--strategy", $0.commaSeparated] } ?? [] }
}

extension RunPlan {
  /// The options that give a program this plan; it takes all of its strategies where the plan names none.
  func words(seed: UInt64) -> [String] {
    func list(_ option: String, _ names: [String], if isGiven: Bool = true) -> [String] {
      isGiven ? ["--\(option)", names.commaSeparated] : []
    }
    return list("strategy", strategies, if: !strategies.isEmpty)
      + ["--mode", modes.count > 1 ? "both" : modes.joined()]
      + list("scenario", scenarios) + list("motion", motion)
      + list("rows", rows.map(String.init), if: !usesOwnCounts)
      + list("heights", heights, if: !usesFurtherHeightsOnlyForOthers)
      + ["--viewport", "\(viewport)", "--width", "\(width)", "--seed", "\(seed)"]
  }
}

extension Plan {
  /// The cells of strategies: of none that is the floor or an A/A control.
  var strategyCells: [(group: Group, entry: Entry)] {
    groups.flatMap { group in
      group.measured.filter { !$0.contender.descriptor.isFloor && $0.controlOf == nil }.map {
        (group, $0)
      }
    }
  }
}

struct StrategyNames: Decodable {
  private struct Named: Decodable { let id: String }
  private let strategies, scenarios: [Named]

  func knows(scenario id: String) -> Bool { scenarios.contains { $0.id == id } }

  /// Whether an id, which may give values to parameters, is one of the strategies'.
  func knows(strategy id: String) -> Bool {
    strategies.contains { id == $0.id || id.hasPrefix($0.id + ":") }
  }

  func knows(_ cell: CellKey) -> Bool {
    knows(strategy: cell.strategy) && knows(scenario: cell.group.scenario)
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
