/// Which version of a technique runs.
public enum StrategyMode: String, CaseIterable, Sendable {
  /// What the published code does, defects included, so that they can be measured.
  case published
  /// What it meant: no deviation that the technique does not force.
  case corrected
}

/// What a strategy is told when it is built.
public struct LayoutOptions: Hashable, Sendable {
  /// The viewport's height V, more than 0.
  public var viewport: LayoutUnit
  /// The row whose top starts at the viewport's top, in `0..<max(1, count)`.
  public var start: Int
  /// Published or corrected.
  public var mode: StrategyMode
  /// Frames between asking for rows that are not in memory and having them; 0 or more. Only
  /// techniques that load on demand wait.
  public var loadLatency: Int
  /// The values of the strategy's parameters.
  public var parameters = ParameterValues()

  /// Options of one list. Sixty frames are the half second of the on-demand post at 120 Hz.
  @inlinable
  public init(
    viewport: LayoutUnit, start: Int = 0, mode: StrategyMode = .corrected, loadLatency: Int = 60
  ) {
    self.viewport = viewport
    self.start = start
    self.mode = mode
    self.loadLatency = loadLatency
  }
}
