import ListLayout
import Recording
import Replaying
import Workloads

/// What a run is asked to do.
public struct RunRequest: Sendable {
  /// The strategies, in the order of the tables.
  public var contenders: [Contender]
  /// The modes to run; a strategy runs in those that its card has.
  public var modes: [StrategyMode]
  /// Whether code as published is run of the posts' techniques alone: what is wrong with it is known and
  /// is what the posts are measured for; other techniques then run corrected.
  public var publishesPostsAlone = false
  /// The questions.
  public var scenarios: [Scenario]
  /// The heights of the rows.
  public var heights: [HeightsSpec]
  /// The row counts.
  public var rows: [Int]
  /// The states of the caches.
  public var caches = [CacheState.warm]
  /// Whether heights after the first are there only for strategies that those before do not suit.
  public var usesFurtherHeightsOnlyForOthers = false
  /// Whether a user's file is taken with the rows it has; `rows` then is for generated rows only.
  public var usesOwnCounts: Bool
  /// The viewport and the list's width.
  public var screen: Screen
  /// The motions of `scroll` and `endless`, one after the other.
  public var motion: [MotionSpec]
  /// The seed of every random choice.
  public var seed: UInt64
  /// The time to spend, in seconds.
  public var budget: Double
  /// The confidence of the intervals, in 0..<1.
  public var confidence: Double
  /// The relative difference below which two strategies count as equal.
  public var margin: Double
  /// Adds a copy of each strategy that is slower by this share: 0.02 is 2 %. Nil for none.
  public var handicap: Double?
  /// Gestures of the caller's own, played in their order instead of `motion`; nil for none.
  public var gestures: [ScrollGesture]?
  /// The part of the plan to measure; nil for all of it.
  public var shard: (index: Int, count: Int)?

  /// A request; every property says what it means.
  public init(
    contenders: [Contender], modes: [StrategyMode], scenarios: [Scenario], heights: [HeightsSpec],
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
  var entrants: [Contender] {
    contenders.flatMap { contender in
      guard let handicap, !contender.card.isFloor else { return [contender] }
      return [contender, contender.slowed(by: handicap)]
    }
  }

  /// The modes that a strategy runs in, in the order of the tables.
  public func modes(of card: StrategyCard) -> [StrategyMode] {
    modes.filter { mode in
      card.modes.contains(mode)
        && (mode == .corrected || !publishesPostsAlone || card.group == .posts)
    }
  }
}
