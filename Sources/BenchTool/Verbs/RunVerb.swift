import Basics
import Foundation
import Measuring
import Reporting
import Runs
import Workloads

extension Verb {
  static let run = Verb(
    "run", "Measure strategies against each other",
    discussion: """
      Runs every strategy through every scenario on the same lists, in turns, so that whatever the \
      machine does falls on all alike. What a strategy answers is checked before its times count. \
      With --json it prints all cells, the advice and the warnings as one document, with the names \
      of summary.csv.
      """,
    options: Options.planning + [
      Options.output, Options.record, Options.save, Options.shard, Options.isolate,
      Options.dryRun, Options.quiet, Options.json,
    ],
    conflicts: [
      Conflict(
        Options.record, excludes: [Options.output], because: "both say where the results go")
    ],
    examples: [
      Example("--strategy all", "Which technique for my list? An answer in a minute."),
      Example(
        "run --heights file:my-heights.txt --rows 10k --scenario scroll",
        "The same for the rows of your own app, and scrolling only."),
      Example(
        "run -s fenwick,blocked-sums -r 1M,10M -b 10m --record",
        "A longer look at two strategies, kept in git."),
    ],
    exitStatuses: [
      .fine("measured; what timed out or cannot be measured is marked"),
      .broken("a strategy showed the wrong rows, or failed in its process with --isolate"),
    ] + ExitStatus.ofFiles + [.interrupted]
  ) { tool, arguments, words in
    try RunVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

extension Options {
  /// What shapes a plan whose cells are timed.
  static let planning: [any CommandOption] =
    planned + [caches, budget, margin]

  static let runModes = Option(
    "mode", letter: "m", .modesOfRun, default: "usual", "Which form of each strategy to take",
    discussion: modeDiscussion
      + " 'usual' is corrected code of all and published code of the posts' techniques.")

  static let output = Option(
    "output", letter: "o", .folder, "New folder for the results",
    discussion: "Without it they go to a new folder in results/runs, which git ignores.")

  static let record = Option(
    flag: "record", "Keep the results in a new folder in results, for git to track")

  static let save = Option(
    "save", .baseline, "Keep the run as the baseline of this name, for 'compare --baseline'",
    discussion: """
      results/baselines has a file for each name, with the path of a run; saving under a name again \
      changes the file and leaves the run.
      """)

  static let dryRun = Option(
    flag: "dry-run", letter: "n", "Print the plan, and measure nothing")

  static let margin = Option(
    "margin", .percentage(thousandths: 10...100_000, such: 1000), default: "1%",
    "Difference that does not matter",
    discussion: "Strategies that certainly differ by less are called equivalent.")

  static let caches = Option(
    "caches",
    .choice([
      ("warm", [CacheState.warm]), ("cold", [CacheState.cold]),
      ("both", CacheState.allCases),
    ]),
    default: "warm", "State of the caches",
    discussion: """
      warm is a list in use: steps are timed once their time has settled. cold is the first use after \
      something else had the caches: they are emptied before each step.
      """)

  static let shard = Option(
    "shard", .shard, "Measure one of several equal parts of the plan",
    discussion: "For machines that share the work: 1/4 to 4/4, each with the same other options.")

  static let isolate = Option(
    "isolate", .duration, "Try each cell in a process first, so long at most",
    discussion: """
      For strategies that may trap, never end or take memory without end: 1,000 steps, and as many \
      of the script's others as 0.2 s allow, in a process of their own, within half of the memory. A \
      cell that fails gets no figure and a line that says why, and the run goes on; it takes some \
      tenths of a second a cell, beyond the budget. What goes wrong only later, in the checked or \
      timed steps of the run itself, still ends it.
      """)
}

struct RunVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    let plan = try RunPlan(arguments, tool: tool)
    let request = try RunRequest(plan, seed: arguments[Options.seed], tool: tool)
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: request.budget)
    let runner = try runner(request, observer.see)
    // A part of a plan may have nothing to do.
    if request.shard == nil { try runner.plan.requireCells() }
    if arguments[Options.dryRun] {
      try Terminal.print(runner.planText)
      return .success
    }
    if let deadline = arguments[Options.isolate] {
      try isolate(runner, deadline: deadline / .seconds(1))
    }
    let recorder = try RunRecorder(runner, plan, arguments: arguments, words: words)
    observer.recorder = recorder
    observer.budget = runner.request.budget
    let results = try runner.run()
    observer.end()
    let isComplete = !Interruption.isAsked
    let report = try recorder.finish(results, tool: tool, isComplete: isComplete)
    if let name = arguments[Options.save] {
      if isComplete {
        try Baseline(name: name).save(recorder.folder)
      } else {
        Terminal.say("not kept as the baseline \(name): the run is not complete")
      }
    }
    try Terminal.print(report.screen(of: recorder.folder, isJSON: arguments[Options.json]))
    if arguments[Options.quiet],
      let warning = report.record.warnings.first(where: { $0.kind == .ruledOut })
    {
      Terminal.say(warning.text)
    }
    if !isComplete { return .interrupted }
    return observer.ruledOut.isEmpty ? .success : .regression
  }

  private func runner(
    _ request: RunRequest, _ report: @escaping (RunEvent) throws -> Void
  ) throws -> Runner {
    try Runner(request, isInterrupted: { Interruption.isAsked }, report: report)
  }
}

extension RunPlan {
  init(_ arguments: Arguments, tool: Tool) throws {
    try self.init(counting: arguments, tool: tool)
    caches = arguments[Options.caches]
    budgetSeconds = arguments[Options.budget] / .seconds(1)
    margin = arguments[Options.margin]
    shard = arguments[Options.shard]
  }

  /// The part of it that does not depend on time.
  init(counting arguments: Arguments, tool: Tool) throws {
    self.init()
    strategies = tool.strategies(named: arguments[Options.strategies], withFloor: true)
      .map(\.descriptor.id)
    modes = arguments[Options.runModes]
    scenarios = Scenario.all.map(\.id).filter(arguments[Options.scenarios].contains)
    heights = try HeightsSpec.all(named: arguments[Options.heights]).map(\.name)
    (rows, usesOwnCounts) = (arguments[Options.rows], !arguments.isGiven(Options.rows))
    usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
    (width, viewport) = (arguments[Options.width].points, arguments[Options.viewport].points)
    motion = try MotionSpec.all(named: arguments[Options.motion]).map(\.name)
    caches = [.warm]
  }
}

extension RunRequest {
  /// What a plan names, from the command line or an earlier run, as this program has it.
  init(_ plan: RunPlan, seed: UInt64, tool: Tool) throws {
    func length(_ points: Double) throws(RunFault) -> LayoutUnit {
      guard let length = LayoutUnit(points: points), length > .zero else {
        throw RunFault(.badData, "run.json: \(points) is no length of a screen")
      }
      return length
    }
    let isUsual = plan.modes == [StrategyMode.usual]
    let modes = isUsual ? StrategyMode.inOrder.map(\.rawValue) : plan.modes
    let known = Scenario.all.map(\.id)
    let unknown =
      plan.strategies.filter { tool.strategies.named($0) == nil }
      + plan.scenarios.filter { !known.contains($0) }
      + modes.filter { StrategyMode(rawValue: $0) == nil }
    guard unknown.isEmpty else {
      throw RunFault(
        .incomparable, "run.json: this program has no \(unknown.joined(separator: ", "))")
    }
    self.init(
      contenders: tool.strategies(named: plan.strategies, withFloor: true),
      modes: modes.compactMap(StrategyMode.init),
      scenarios: Scenario.all.filter { plan.scenarios.contains($0.id) },
      heights: try HeightsSpec.all(named: plan.heights),
      rows: plan.rows, usesOwnCounts: plan.usesOwnCounts,
      screen: Screen(width: try length(plan.width), viewport: try length(plan.viewport)),
      motion: try MotionSpec.all(named: plan.motion),
      seed: seed, budget: plan.budgetSeconds, margin: plan.margin)
    publishesPostsAlone = isUsual
    caches = plan.caches
    usesFurtherHeightsOnlyForOthers = plan.usesFurtherHeightsOnlyForOthers
    shard = plan.shard
  }
}

extension Runner {
  /// What `--dry-run` prints: the cells of a plan, by workload and scenario.
  fileprivate var planText: String {
    let lines = [
      "\(plan.text); \(plan.seconds(ofBudget: request.budget))",
      "\((memoryNeed.bytes + (1 << 20) - 1) >> 20) MiB of lists at once",
      plan.omission, "",
    ]
    let groups = plan.groups.map { group in
      let strategies = group.measured.map { entry in
        entry.contender.descriptor.id + (request.modes.count > 1 ? " (\(entry.mode.rawValue))" : "")
      }
      return "\(group.heights.name), \(group.rows) rows, \(group.caches.rawValue), "
        + "\(group.scenario.id): \(strategies.joined(separator: ", "))"
    }
    return (lines.compactMap { $0 } + groups).map { $0.printable + "\n" }.joined()
  }
}

extension Plan {
  /// How long it takes: the budget, or the least that the plan takes where that is more.
  func seconds(ofBudget budget: Double) -> String {
    minSeconds > budget
      ? "about \(Int(minSeconds.rounded(.up))) s, the least for so many, of a budget of \(budget) s"
      : "about \(Int(budget.rounded(.up))) s"
  }

  /// How much there is to do, in a line.
  var text: String {
    let number = groups.count == 1 ? "1 group" : "\(groups.count) groups"
    return "\(cells) cells in \(number), each timed \(Schedule.minRepetitions) times or more"
  }
}
