import ListLayout
import Replaying
import Runs
import Workloads

/// What a run is asked to do.
package struct RunRequest: Sendable {
  /// The strategies, in the order of the tables.
  package var contenders: [StrategyEntry]
  /// The modes to run; a strategy runs in those that its card has.
  package var modes: [StrategyMode]
  /// Whether code as published is run of the posts' techniques alone: what is wrong with it is known and
  /// is what the posts are measured for; other techniques then run corrected.
  package var publishesPostsAlone = false
  /// The questions.
  package var scenarios: [Scenario]
  /// The heights of the rows.
  package var heights: [HeightsSpec]
  /// The row counts.
  package var rows: [Int]
  /// The states of the caches.
  package var caches = [CacheState.warm]
  /// Whether heights after the first are there only for strategies that those before do not suit.
  package var usesFurtherHeightsOnlyForOthers = false
  /// Whether a user's file is taken with the rows it has; `rows` then is for generated rows only.
  package var usesOwnCounts: Bool
  /// The viewport and the list's width.
  package var screen: Screen
  /// The motions of `scroll` and `endless`, one after the other.
  package var motion: [MotionSpec]
  /// The seed of every random choice.
  package var seed: UInt64
  /// The time to spend, in seconds.
  package var budget: Double
  /// The confidence of the intervals, in 0..<1.
  package var confidence: Double
  /// The relative difference below which two strategies count as equal.
  package var margin: Double
  /// Adds a copy of each strategy that is slower by this share: 0.02 is 2 %. Nil for none.
  package var handicap: Double?
  /// Gestures of the caller's own, played in their order instead of `motion`; nil for none.
  package var gestures: [ScrollGesture]?
  /// How many different steps there are.
  package var scriptScale = ScriptScale.once
  /// Whether all of it is planned, whatever the budget: an earlier part of the run or another program has
  /// the same plan.
  package var keepsPlan = false
  /// The part of the plan to measure; nil for all of it.
  package var shard: (index: Int, count: Int)?

  /// A request; every property says what it means.
  package init(
    contenders: [StrategyEntry], modes: [StrategyMode], scenarios: [Scenario],
    heights: [HeightsSpec],
    rows: [Int], usesOwnCounts: Bool = false, screen: Screen, motion: [MotionSpec], seed: UInt64,
    budget: Double,
    confidence: Double = 0.95, margin: Double = 0.01
  ) {
    self.contenders = contenders
    self.modes = modes
    self.scenarios = scenarios
    self.heights = heights
    self.rows = rows
    self.usesOwnCounts = usesOwnCounts
    self.screen = screen
    self.motion = motion
    self.seed = seed
    self.budget = budget
    self.confidence = confidence
    self.margin = margin
  }
}

extension RunRequest {
  /// The strategies, each followed by its slower copy if there are any; the floor has none.
  var entrants: [StrategyEntry] {
    contenders.flatMap { contender in
      guard let handicap, !contender.card.isFloor else { return [contender] }
      return [contender, contender.slowed(by: handicap)]
    }
  }

  /// The modes that a strategy runs in, in the order of the tables.
  package func modes(of card: StrategyCard) -> [StrategyMode] {
    modes.filter { mode in
      card.modes.contains(mode)
        && (mode == .corrected || !publishesPostsAlone || card.group == .posts)
    }
  }
}
