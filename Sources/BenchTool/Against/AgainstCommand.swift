import BenchBasics
import BenchReporting
import BenchRuns
import BenchWorkloads
import Foundation

extension Options {
  static let against = Option(
    "against", .text("REV", "a branch, tag or commit"),
    "Compare the working tree with a revision",
    discussion: """
      Builds the revision and the working tree, verifies the working tree's strategies, and compares the \
      work of all cells: counters and, with valgrind, instructions and data accesses on the shortest lists. \
      Only cells whose counters have changed are timed. The programs of the last \
      \(RevisionBuild.keptRevisions) revisions are kept in .build/against. Only corrected code is \
      compared, not published code.
      """)

  static let time = Option(
    "time", .percentage,
    "Time all cells, and tolerate this relative increase",
    discussion: """
      The exit code is 2 if a cell may be slower by more than this. Without this option, only cells whose \
      counters have changed are timed, with a tolerance of 5%, and times do not affect the exit code. If \
      the linker lld is missing, the tolerance is at least 10%.
      """)

  static let pairing: [any CommandOption] = [
    strategies, scenarios.defaulting(to: "offset,scroll,recalc,hit-test,edit"), heights,
    rows.defaulting(to: "1k,100k"), time, timing,
  ]

  private static let timing = Option(
    "budget", letter: "b", .duration, default: "100s", "Limit the time spent on timing",
    discussion: "Between one and \(PairedRun.mostPairs) pairs of processes are timed.")
}

extension CompareCommand {
  /// Returns nil if a strategy in the working tree shows wrong rows.
  func comparison(against name: String) throws -> RunComparison? {
    Interruption.listen()
    let here = FileManager.default.currentDirectoryPath
    guard let package = Program.package(above: here) else {
      throw RunFault(
        .missingInput,
        "--against: there is no Package.swift in \(here) or any folder above it; run the command "
          + "in the package to compare")
    }
    let repository = try GitRepository(package: package)
    let commit = try repository.commit(name)
    let plan = try PairedPlan(arguments, tool: tool)
    return try TemporaryFolder.with { folder in
      let build = try RevisionBuild(
        repository: repository, product: FileSystem.parts(of: try Program.path()).name,
        folder: folder)
      Terminal.log("building the working tree, \(package)")
      let head = try build.head(links: 1)[0]
      // Verify first: that takes a second, whereas building the other revision takes minutes.
      guard try verify(head, plan) else { return nil }
      let base = try build.base(commit)
      var comparison = try compare(build, Sides(base: base, head: [head]), plan)
      let current = Revision.current(in: package)
      comparison.notes.insert("'verify' found no wrong rows in the working tree.", at: 0)
      comparison.base = ComparedRun(name: name, revision: commit)
      let changes =
        current.hasOnlyUntracked
        ? ", with untracked files" : current.isDirty == true ? ", with changes" : ""
      comparison.head = ComparedRun(name: "the working tree" + changes, revision: current.commit)
      return comparison
    }
  }

  private func compare(
    _ build: RevisionBuild, _ programs: Sides<[String]>, _ plan: PairedPlan
  ) throws -> RunComparison {
    let tolerances = Tolerances(simulated: arguments[Options.threshold])
    let known = try programs.base.first.map(ProgramNames.init(of:)) ?? ProgramNames()
    guard plan.cells.contains(where: known.contains) else {
      guard arguments[Options.allowNew] else {
        throw RunFault(
          .differentCells,
          "nothing to compare: all selected cells are new; use --allow-new to accept this")
      }
      var comparison = try RunComparison(
        counting: Sides(base: [], head: []), tolerances: tolerances)
      comparison.cells.onlyInHead = plan.newCells(known)
      return comparison
    }
    let requests = Sides(base: plan.request(known), head: plan.request)
    let pair = ProgramPair(links: programs, requests: requests, folder: build.folder)
    let valgrind = Program.find("valgrind") == nil ? nil : try Valgrind()
    var (comparison, counts) = try pair.compareWork(tolerances, valgrind)
    if valgrind == nil {
      comparison.notes.append(
        "valgrind is not in PATH, so only work counters were compared, not instructions.")
    }
    let time = arguments[Options.time]
    (comparison.needsTimes, comparison.thresholds.relative) = (time != nil, time ?? 0.05)
    if !build.isShuffled {
      comparison.thresholds.relative = max(comparison.thresholds.relative, Thresholds.unshuffled)
    }
    let changed = comparison.series()
    comparison = try pair.compareTimes(
      comparison, counts, budget: arguments[Options.budget].seconds,
      headLinks: { try build.head(links: .max) }
    ) { time != nil || changed.contains($0.series) }
    if !comparison.times.isEmpty {
      comparison.method.append(
        build.isShuffled
          ? "Each program was linked \(programs.base.count) times, with its functions in a different order each time."
          : "The linker lld is missing, so each program's functions had the same addresses in all processes."
      )
    }
    return comparison
  }

  private func verify(_ program: String, _ plan: PairedPlan) throws -> Bool {
    let outcome = try Program.run(
      [program, "verify", "--quiet"]
        + (plan.namesStrategies ? ["--strategy", plan.request.strategies.commaSeparated] : [])
        + ["--mode", StrategyMode.corrected.rawValue, "--seed", "\(plan.request.seed)"],
      environment: GlibcSettings.environment)
    if outcome.ending.isSuccess { return true }
    Terminal.printError(outcome.output + outcome.errorOutput)
    guard outcome.ending == .exited(ExitCode.regression.rawValue) else {
      throw RunFault(.internalFault, "'verify' of HEAD \(outcome.ending.text)")
    }
    Terminal.log("a strategy in HEAD shows wrong rows, so HEAD was not compared with BASE")
    return false
  }
}

struct PairedPlan {
  private(set) var request: RunRequest
  /// Whether strategies are named on the command line. If not, the comparison also reports strategies that
  /// were removed in HEAD.
  let namesStrategies: Bool
  let cells: [CellKey]

  init(_ arguments: Arguments, tool: Tool) throws {
    namesStrategies = arguments.isGiven(Options.strategies)
    request = RunRequest(cellsOf: arguments, mode: .corrected, seed: 1, tool: tool)
    cells = try Runner(request, of: tool.strategies) { _ in }.plan.strategyCells.map {
      $0.key(of: $1)
    }
    guard !cells.isEmpty else {
      throw RunFault(
        .usage,
        "nothing to compare: none of the selected strategies supports the selected scenarios and lists"
      )
    }
    // Store the actual numbers of rows, because lists from files can have any length, and instructions are
    // only counted on the shortest lists.
    (request.rows, request.usesOwnCounts) = (cells.map(\.group.rows).unique, false)
  }

  func newCells(_ known: ProgramNames) -> [UnmatchedCell] {
    cells.filter { !known.contains($0) }.map { cell in
      let isKnown = known.contains(strategy: cell.strategy)
      return UnmatchedCell(cell, reason: isKnown ? "new scenario" : "new strategy")
    }
  }

  func request(_ known: ProgramNames) -> RunRequest {
    var request = request
    request.strategies =
      namesStrategies
      ? request.strategies.filter(known.contains(strategy:)) : known.strategies.map(\.id)
    request.scenarios = request.scenarios.filter(known.contains(scenario:))
    return request
  }
}

struct ProgramNames: Decodable {
  fileprivate struct Named: Decodable { let id: String }
  fileprivate var strategies: [Named] = []
  private var scenarios: [Named] = []

  init() {}

  init(of program: String) throws {
    let outcome = try Program.run([program, "list", "--json"], deadline: 60)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(outcome.output.utf8))
    } catch {
      throw RunFault(
        .incomparable, "BASE is too old to compare: its program does not support 'list --json'")
    }
  }

  func contains(scenario id: String) -> Bool { scenarios.contains { $0.id == id } }

  /// Whether the program includes this strategy. The ID may include parameters, as in
  /// `reload-window:window=50`.
  func contains(strategy id: String) -> Bool {
    strategies.contains { id == $0.id || id.hasPrefix($0.id + ":") }
  }

  func contains(_ cell: CellKey) -> Bool {
    contains(strategy: cell.strategy) && contains(scenario: cell.group.scenario)
  }
}
