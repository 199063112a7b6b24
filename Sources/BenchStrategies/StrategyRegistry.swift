import BenchReplaying
import IndexStrategies
import PostStrategies

/// All strategies, in the order in which tables show them.
public enum StrategyRegistry {
  /// The strategy `FloorLayout`, which lays out no rows, followed by all other strategies of this package.
  public static let all: [StrategyEntry] =
    [StrategyEntry(FloorLayout.self)] + PostRegistry.all + IndexRegistry.all
}
