/// A cell as the command `prepare` names it: everything that decides what its steps do.
public struct ServedCell: Codable, Hashable, Sendable {
  /// The strategy's id.
  public var strategy: String
  /// Its mode: `corrected` or `published`.
  public var mode: String
  /// The scenario's id.
  public var scenario: String
  /// The heights, as the command line names them.
  public var heights: String
  /// The number of rows.
  public var rows: Int
  /// The motions of scrolling, as the command line names them.
  public var motion: [String]
  /// The list's visible height, in points.
  public var viewport: Double
  /// The list's width, in points.
  public var width: Double
  /// The seed of every random choice.
  public var seed: UInt64
  /// Makes the strategy slower by this share, 0.05 for 5 %; for tests of what can be found.
  public var slowedBy: Double?

  /// A cell; every property says what it means.
  public init(
    strategy: String, mode: String, scenario: String, heights: String, rows: Int,
    motion: [String], viewport: Double, width: Double, seed: UInt64, slowedBy: Double? = nil
  ) {
    self.strategy = strategy
    self.mode = mode
    self.scenario = scenario
    self.heights = heights
    self.rows = rows
    self.motion = motion
    self.viewport = viewport
    self.width = width
    self.seed = seed
    self.slowedBy = slowedBy
  }

  enum CodingKeys: String, CodingKey {
    case strategy, mode, scenario, heights, rows, motion, viewport, width, seed
    case slowedBy = "slowed_by"
  }
}
