import Basics
import ListLayout
import Measuring
import Replaying
import Workloads

package struct RunRequest: Sendable {
  /// The strategies, in the order of the tables.
  package var contenders: [StrategyEntry]
  /// A strategy runs in those that its descriptor has.
  package var modes: [StrategyMode]
  /// Whether code as published is run of the posts' techniques alone; others then run corrected.
  package var publishesPostsAlone = false
  package var scenarios: [Scenario]
  package var heights: [HeightsSpec]
  package var rows: [Int]
  package var caches = [CacheState.warm]
  /// Whether heights after the first are there only for strategies that those before do not suit.
  package var usesFurtherHeightsOnlyForOthers = false
  /// Whether a user's file is taken with the rows it has; `rows` then is for generated rows only.
  package var usesOwnCounts: Bool
  package var screen: Screen
  /// The motions of `scroll` and `endless`, one after the other.
  package var motion: [MotionSpec]
  package var seed: UInt64
  /// In seconds.
  package var budget: Double
  /// The relative difference below which two strategies count as equal.
  package var margin: Double
  /// Gestures of the caller's own, played in their order instead of `motion`; nil for none.
  package var gestures: [ScrollGesture]?
  package var scriptScale = ScriptScale.once
  /// Whether all of it is planned, whatever the budget.
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

  /// The strategies in the modes that they run in.
  var entrants: [(strategy: StrategyEntry, modes: [StrategyMode])] {
    contenders.map { contender in
      let descriptor = contender.descriptor
      let modes = modes.filter { mode in
        descriptor.modes.contains(mode)
          && (mode == .corrected || !publishesPostsAlone || descriptor.group == .posts)
      }
      return (contender, modes)
    }
  }
}

/// What happens in a run; the runner itself prints nothing.
package enum RunEvent: Sendable {
  case planned(Plan)
  /// A group is about to be checked; `fraction` of the run is done.
  case checking(Plan.Group, fraction: Double)
  case scheduled(Schedule)
  case measuring(Plan.Group, repetition: Int, fraction: Double)
  /// A strategy gave wrong answers, or failed in a process of its own; it gets no figure.
  case ruledOut(CellKey, CellStatus)
  /// A strategy is too slow for the budget here: the reason. It gets no more time.
  case timedOut(CellKey, String)
  /// All strategies of a group have been timed once.
  case round([SampleRow])
}

extension StrategyEntry {
  /// The strategy with its timed steps made slower by `share`, 0.02 for 2 %: after each stretch of steps it
  /// keeps the processor busy for that share of the time that they took.
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
