import BenchBasics
import BenchReplaying
import BenchWorkloads
import ListLayout

/// The parameters of a run.
package struct RunRequest: Sendable {
  /// The strategies, in the order of the registry.
  package var contenders: [StrategyEntry]
  /// The requested modes. A strategy runs only in the modes that it supports.
  package var modes: [StrategyMode]
  /// Whether only the techniques from blog posts run in the mode `published`.
  package var publishesPostsAlone = false
  package var scenarios: [Scenario]
  package var heights: [HeightsSpec]
  package var rows: [Int]
  /// Whether the second and later kinds of heights are used only for strategies that cannot be measured on an
  /// earlier kind.
  package var usesFurtherHeightsOnlyForOthers = false
  /// Whether `rows` applies only to generated rows, and each of the user's files has its own number of rows.
  package var usesOwnCounts: Bool
  package var screen: Screen
  /// The recorded motions that the scenarios `scroll` and `endless` play, in this order.
  package var motion: [MotionSpec]
  /// The gestures that replace `motion`.
  package var gestures: [ScrollGesture]?
  package var seed: UInt64
  /// The budget of the run, in seconds.
  package var budget: Double
  /// The assumed costs of heights and views, and the refresh rate, at which motion is sampled, too.
  package var costs = FrameCosts()
  package var scriptScale = ScriptScale.once
  /// Whether all scenarios are kept, even if the run exceeds its budget.
  package var keepsPlan = false
  /// The index of the part of the plan that `count` counts in one process, below `Plan.parts`; nil for the
  /// whole plan.
  package var part: Int?

  package init(
    contenders: [StrategyEntry], modes: [StrategyMode], scenarios: [Scenario],
    heights: [HeightsSpec], rows: [Int], usesOwnCounts: Bool = false, screen: Screen,
    motion: [MotionSpec], seed: UInt64, budget: Double
  ) {
    (self.contenders, self.modes, self.scenarios) = (contenders, modes, scenarios)
    (self.heights, self.rows, self.usesOwnCounts) = (heights, rows, usesOwnCounts)
    (self.screen, self.motion, self.seed, self.budget) = (screen, motion, seed, budget)
  }

  /// The strategies that know only the offsets of rows in a window.
  var windows: [String] {
    contenders.map(\.descriptor).filter { $0.contentSpace == .window }.map(\.id)
  }

  func modes(of descriptor: StrategyDescriptor) -> [StrategyMode] {
    modes.filter { mode in
      descriptor.modes.contains(mode)
        && (mode == .corrected || !publishesPostsAlone || descriptor.group == .posts)
    }
  }
}

extension RunPlan {
  /// Creates the description of a request for `run.json`.
  package init(_ request: RunRequest) {
    self.init()
    strategies = request.contenders.map(\.descriptor.id)
    modes = request.publishesPostsAlone ? ["usual"] : request.modes.map(\.rawValue)
    scenarios = request.scenarios.map(\.id)
    (heights, motion) = (request.heights.map(\.description), request.motion.map(\.name))
    (rows, usesOwnCounts) = (request.rows, request.usesOwnCounts)
    usesFurtherHeightsOnlyForOthers = request.usesFurtherHeightsOnlyForOthers
    (width, viewport) = (request.screen.width.points, request.screen.viewport.points)
    (budgetSeconds, windows, costs) = (request.budget, request.windows, request.costs)
  }
}

extension RunRequest {
  /// If the run would exceed its budget, omits the least informative scenarios and returns a message about
  /// them. Only runs in which row heights are measured on request are shortened, because other runs exceed
  /// their budget by a few seconds at most.
  mutating func fitBudget(_ workloads: WorkloadCache) throws -> String? {
    guard !keepsPlan, heights.contains(where: \.isMeasuredOnAsking) else { return nil }
    let whole = try Plan(self, workloads: workloads)
    // The remaining 30 % is a reserve, because some techniques request every height after each change.
    var left = 0.7 * budget
    guard whole.minSeconds > left else { return nil }
    // The most informative kinds of scenarios come first; variants of scenarios rank after all kinds.
    let order: [Loop] = [
      .offset, .recalc, .frames, .open, .prepend, .jump, .expand, .hitTest, .append, .edit, .rotate,
    ]
    func rank(_ scenario: Scenario) -> Int {
      (order.firstIndex(of: scenario.loop) ?? order.count)
        + (scenario.group == .usual ? 0 : order.count)
    }
    // Scenarios that no strategy supports are not in the plan; they would always fit into the budget.
    let costs = Dictionary(grouping: whole.groups, by: \.scenario.id).mapValues {
      Plan(groups: $0).minSeconds
    }
    let ranked = scenarios.sorted { rank($0) < rank($1) }.compactMap { scenario in
      costs[scenario.id].map { (id: scenario.id, cost: $0) }
    }
    var kept: Set<String> = []
    for (id, cost) in ranked where cost <= left {
      kept.insert(id)
      left -= cost
    }
    if kept.isEmpty, let cheapest = ranked.min(by: { $0.cost < $1.cost }) { kept = [cheapest.id] }
    let omitted = scenarios.map(\.id).filter { !kept.contains($0) }
    guard !omitted.isEmpty else { return nil }
    scenarios.removeAll { !kept.contains($0.id) }
    let height = whole.groups.map(\.heightNanoseconds).max() ?? 0
    return
      "measuring a height takes \(Int(height.rounded())) ns on this machine, so the whole run "
      + "needs at least \(Int(whole.minSeconds.rounded(.up))) s; omitted to stay within the "
      + "budget: \(omitted.count) scenarios (\(omitted.joined(separator: ", ")))"
  }
}
