import Basics
import ListLayout
import Measuring
import Replaying
import Workloads

/// The parameters of a run.
package struct RunRequest: Sendable {
  /// The strategies, in the order of the registry.
  package var contenders: [StrategyEntry]
  /// The modes; a strategy runs in those that it has.
  package var modes: [StrategyMode]
  /// Whether only the techniques of the posts run as published; others then run corrected.
  package var publishesPostsAlone = false
  package var scenarios: [Scenario]
  package var heights: [HeightsSpec]
  package var rows: [Int]
  package var caches = [CacheState.warm]
  /// Whether heights after the first are only for strategies that the heights before do not suit.
  package var usesFurtherHeightsOnlyForOthers = false
  /// Whether a user's file keeps its own number of rows; `rows` is then for generated rows only.
  package var usesOwnCounts: Bool
  package var screen: Screen
  /// The motions of `scroll` and `endless`, played in their order.
  package var motion: [MotionSpec]
  package var seed: UInt64
  /// In seconds.
  package var budget: Double
  /// The relative difference below which two strategies count as equal.
  package var margin: Double
  /// Gestures that replace `motion`; nil for none.
  package var gestures: [ScrollGesture]?
  package var scriptScale = ScriptScale.once
  /// Whether no scenario is omitted to keep the budget.
  package var keepsPlan = false
  /// The part of the plan to measure; nil for all of it.
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
  /// The description of a request for `run.json`.
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

/// The progress of a run.
package enum RunEvent: Sendable {
  case planned(Plan)
  /// The check of a group begins; `fraction` of the run is done.
  case checking(Plan.Group, fraction: Double)
  case scheduled(Schedule)
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  /// A strategy gave wrong answers, or failed in a process of its own: it gets no result.
  case ruledOut(CellKey, CellStatus)
  /// A strategy is too slow for the budget: the reason. It gets no more time.
  case timedOut(CellKey, String)
  /// All strategies of a group were timed once.
  case round([SampleRow])
}

extension StrategyEntry {
  /// The strategy with an injected slowdown of `share`, 0.02 for 2 %: it keeps the processor busy for that
  /// share of the time of its steps.
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
