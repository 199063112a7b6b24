import Basics
import ListLayout
import Measuring
import Replaying
import Workloads

/// The parameters of a run.
package struct RunRequest: Sendable {
  /// The strategies, in the order of the registry.
  package var contenders: [StrategyEntry]
  /// The requested modes. A strategy runs only in the modes that it supports.
  package var modes: [StrategyMode]
  /// Whether only the techniques from blog posts run in the mode `published`. If true, strategies that are
  /// not from blog posts run only in the mode `corrected`.
  package var publishesPostsAlone = false
  package var scenarios: [Scenario]
  package var heights: [HeightsSpec]
  package var rows: [Int]
  package var caches = [CacheState.warm]
  /// Whether the second and later kinds of heights are used only for strategies that cannot be measured on an
  /// earlier kind.
  package var usesFurtherHeightsOnlyForOthers = false
  /// Whether each of the user's files of rows keeps its own number of rows. If true, `rows` applies only to
  /// generated rows.
  package var usesOwnCounts: Bool
  package var screen: Screen
  /// The recorded motions that the scenarios `scroll` and `endless` play, in this order.
  package var motion: [MotionSpec]
  package var seed: UInt64
  /// The budget of the run, in seconds.
  package var budget: Double
  /// The relative difference below which two strategies count as equal.
  package var margin: Double
  /// The gestures that replace `motion`; nil if `motion` is played.
  package var gestures: [ScrollGesture]?
  package var scriptScale = ScriptScale.once
  /// Whether all scenarios are kept, even if the run exceeds its budget.
  package var keepsPlan = false
  /// The part of the plan that is measured; nil for the whole plan.
  package var shard: Shard?

  package init(
    contenders: [StrategyEntry], modes: [StrategyMode], scenarios: [Scenario],
    heights: [HeightsSpec], rows: [Int], usesOwnCounts: Bool = false, screen: Screen,
    motion: [MotionSpec], seed: UInt64, budget: Double,
    margin: Double = 0.01
  ) {
    (self.contenders, self.modes, self.scenarios) = (contenders, modes, scenarios)
    (self.heights, self.rows, self.usesOwnCounts) = (heights, rows, usesOwnCounts)
    (self.screen, self.motion, self.seed, self.budget) = (screen, motion, seed, budget)
    self.margin = margin
  }

  /// The modes in which a strategy runs.
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
    (heights, motion) = (request.heights.map(\.name), request.motion.map(\.name))
    (rows, usesOwnCounts) = (request.rows, request.usesOwnCounts)
    usesFurtherHeightsOnlyForOthers = request.usesFurtherHeightsOnlyForOthers
    (width, viewport) = (request.screen.width.points, request.screen.viewport.points)
    (caches, shard) = (request.caches, request.shard)
    (budgetSeconds, margin) = (request.budget, request.margin)
  }
}

/// An event that reports the progress of a run.
package enum RunEvent: Sendable {
  case planned(Plan)
  /// The check of a group begins. `fraction` is the share of the run that is done, in 0..<1.
  case checking(Plan.Group, fraction: Double)
  case scheduled(Schedule)
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  /// A strategy gave wrong answers or failed in a separate process, so it gets no result.
  case ruledOut(CellKey, CellStatus)
  /// A strategy is too slow for the budget and is stopped; the text states the reason.
  case timedOut(CellKey, String)
  /// All strategies of a group were timed in one repetition, which produced these samples.
  case round([SampleRow])
}

extension StrategyEntry {
  /// A copy of the strategy with an injected slowdown; a `share` of 0.02 means 2 %. After running its steps,
  /// the copy keeps the processor busy for this share of the steps' time.
  package func slowed(by share: Double) -> StrategyEntry {
    wrapped(id: descriptor.id, title: "made \(Percent.text(share)) slower") { base in
      Trial(base) { steps, checksum in
        let start = MonotonicClock.now()
        let result = base.run(steps, from: checksum)
        let end = MonotonicClock.now()
        let until = end + UInt64(Double(end - start) * share)
        while MonotonicClock.now() < until {}
        return result
      }
    }
  }
}
