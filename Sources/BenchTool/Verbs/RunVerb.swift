import Foundation
import ListLayout
import Measuring
import Recording
import Replaying
import Reporting
import Running
import Workloads

/// `bench run`: plans, measures, keeps and shows.
struct RunVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    let resumed = try arguments[Options.resume].map { try RunFolder.open($0) }
    let request =
      if let resumed {
        try RunRequest(resumed.record(), tool: tool)
      } else {
        try RunRequest(arguments, tool: tool)
      }
    Interruption.listen()
    let observer = RunObserver(
      terminal: .current, isQuiet: arguments[Options.quiet], budget: request.budget)
    let runner = try Runner(
      request, isInterrupted: { Interruption.isAsked }, report: observer.see)
    if arguments[Options.dryRun] {
      try Terminal.print(PlanText(runner, request).text)
      return .success
    }
    if let deadline = arguments[Options.isolate] {
      try Isolation(
        tool: tool, request: request, deadline: deadline / .seconds(1),
        isInterrupted: { Interruption.isAsked },
        note: { if !arguments[Options.quiet] { Terminal.note("bench: \($0)\n") } }
      ).probe(runner)
    }
    let recorder =
      if let resumed {
        try RunRecorder.resume(resumed, runner)
      } else {
        try RunRecorder.begin(runner, arguments: arguments, words: words)
      }
    observer.recorder = recorder
    observer.budget = runner.seconds
    let results = try runner.run()
    observer.end()
    if arguments[Options.footprint], !Interruption.isAsked {
      try recorder.folder.write(try footprints(of: runner.plan, request))
    }
    let isComplete = !Interruption.isAsked
    let report = try recorder.finish(results, of: runner, isComplete: isComplete)
    if let name = arguments[Options.save] {
      if isComplete {
        try Baseline(name: name).save(recorder.folder)
      } else {
        Terminal.note("bench: not kept as the baseline \(name): the run is not complete\n")
      }
    }
    try Terminal.print(
      try RunOutput(report: report, folder: recorder.folder, rowCost: arguments.rowCost)
        .text(isJSON: arguments[Options.json]))
    if !isComplete { return .interrupted }
    return observer.wrongCells == 0 ? .success : .regression
  }

  /// The memory of all strategies on the longest list of each kind of rows.
  private func footprints(of plan: Plan, _ request: RunRequest) throws -> [FootprintRow] {
    let scenario =
      request.scenarios.first { $0.id == Options.scenario.defaultText } ?? request.scenarios.first
    let footprints = Footprints(
      tool: tool,
      words: [
        "--viewport", "\(request.screen.viewport)", "--width", "\(request.screen.width)",
        "--seed", "\(request.seed)",
      ], isInterrupted: { Interruption.isAsked })
    var rows: [FootprintRow] = []
    for heights in request.heights.map(\.name) {
      let lengths = plan.groups.filter { $0.heights.name == heights }.map(\.rows)
      guard let scenario, let longest = lengths.max() else { continue }
      rows += try footprints.rows(
        of: request.contenders, modes: request.modes(of:),
        in: CellGroup(scenario: scenario.id, heights: heights, rows: longest))
    }
    return rows
  }
}

extension RunRequest {
  /// What the command line asks for.
  init(_ arguments: Arguments, tool: Tool) throws {
    self.init(
      contenders: tool.strategies(named: arguments[Options.strategies], withFloor: true),
      modes: arguments[Options.runModes].modes,
      scenarios: Scenario.all.filter { arguments[Options.scenarios].contains($0.id) },
      heights: try arguments[Options.heights].map { try HeightsSpec($0) },
      rows: arguments[Options.rows],
      usesOwnCounts: !arguments.isGiven(Options.rows),
      screen: Screen(
        width: arguments[Options.width], viewport: arguments[Options.viewport]),
      motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed],
      budget: arguments[Options.budget] / .seconds(1),
      confidence: arguments[Options.confidence].fraction,
      margin: arguments[Options.margin].fraction)
    publishesPostsAlone = arguments[Options.runModes] == .usual
    caches = arguments[Options.caches]
    usesFurtherHeightsOnlyForOthers = !arguments.isGiven(Options.heights)
    handicap = arguments[Options.handicap]?.fraction
    shard = arguments[Options.shard].map { ($0.index, $0.count) }
  }

  /// What an earlier run was asked for.
  init(_ record: RunRecord, tool: Tool) throws {
    let plan = record.plan
    func length(_ points: Double) throws(RunFault) -> LayoutUnit {
      guard let length = LayoutUnit(points: points), length > .zero else {
        throw RunFault(.badData, "run.json: \(points) is no length of a screen")
      }
      return length
    }
    let choice = ModeChoice(names: plan.modes)
    let known = Scenario.all.map(\.id)
    let unknown =
      plan.strategies.filter { tool.strategies.named($0) == nil }
      + plan.scenarios.filter { !known.contains($0) } + (choice == nil ? plan.modes : [])
    guard unknown.isEmpty else {
      throw RunFault(
        .incomparable, "run.json: this program has no \(unknown.joined(separator: ", "))")
    }
    self.init(
      contenders: tool.strategies(named: plan.strategies, withFloor: true),
      modes: choice?.modes ?? [],
      scenarios: Scenario.all.filter { plan.scenarios.contains($0.id) },
      heights: try plan.heights.map { try HeightsSpec($0) },
      rows: plan.rows, usesOwnCounts: plan.usesOwnCounts,
      screen: Screen(width: try length(plan.width), viewport: try length(plan.viewport)),
      motion: try MotionSpec.all(named: plan.motion),
      seed: record.seed, budget: plan.budgetSeconds, confidence: plan.confidence,
      margin: plan.margin)
    publishesPostsAlone = choice == .usual
    caches = plan.caches
    usesFurtherHeightsOnlyForOthers = plan.usesFurtherHeightsOnlyForOthers
    handicap = plan.handicap
    shard = plan.shard.map { ($0.index, $0.count) }
  }
}

extension RunReport {
  /// The report of what a runner found out.
  init(_ record: RunRecord, _ results: [GroupResult]) {
    let groups = results.map { result in
      GroupReport(
        scenario: ScenarioFacts(result.group.scenario, result.group.caches),
        heights: result.group.heights.name, rows: result.group.rows, caches: result.group.caches,
        results: result.group.subjects.map { index in
          let entry = result.group.entries[index]
          let card = entry.contender.card
          return StrategyResult(
            row: result.rows[index], card: card,
            claim: result.group.scenario.claim?(card.complexity),
            checked: result.checkedSteps[index])
        }, control: result.group.control.map { result.rows[$0] })
    }
    self.init(record: record, groups: groups)
  }
}

extension ScenarioFacts {
  /// What reports say of a scenario.
  init(_ scenario: Scenario, _ caches: CacheState = .warm) {
    let state = caches == .warm ? "" : " (\(caches.rawValue))"
    self.init(
      id: scenario.id + state, unit: scenario.unit, why: scenario.why,
      isDependent: scenario.isDependent)
  }
}
