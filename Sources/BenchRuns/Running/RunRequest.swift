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
  /// Whether no time is left out, even if the run exceeds its budget.
  package var keepsAllTimes = false
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
