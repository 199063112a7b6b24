import ListLayout
import Replaying
import Workloads

/// What a run is asked to do.
public struct RunRequest: Sendable {
  /// The strategies, in the order of the tables.
  public var contenders: [Contender]
  /// The modes to run; a strategy runs in those that its card has.
  public var modes: [StrategyMode]
  /// The questions.
  public var scenarios: [Scenario]
  /// The heights of the rows.
  public var heights: [HeightsSpec]
  /// The row counts; nil stands for a file's own count.
  public var rows: [Int?]
  /// The viewport and the list's width.
  public var screen: Screen
  /// The motion of `scroll` and `endless`.
  public var motion: MotionSpec
  /// The seed of every random choice.
  public var seed: UInt64
  /// The time to spend, in seconds.
  public var budget: Double
  /// The confidence of the intervals, in 0..<1.
  public var confidence: Double
  /// The relative difference below which two strategies count as equal.
  public var margin: Double

  /// A request; every property says what it means.
  public init(
    contenders: [Contender], modes: [StrategyMode], scenarios: [Scenario], heights: [HeightsSpec],
    rows: [Int?], screen: Screen, motion: MotionSpec, seed: UInt64, budget: Double,
    confidence: Double = 0.95, margin: Double = 0.01
  ) {
    self.contenders = contenders
    self.modes = modes
    self.scenarios = scenarios
    self.heights = heights
    self.rows = rows
    self.screen = screen
    self.motion = motion
    self.seed = seed
    self.budget = budget
    self.confidence = confidence
    self.margin = margin
  }
}
