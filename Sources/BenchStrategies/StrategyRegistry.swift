import BenchReplaying
import IndexStrategies
import PostStrategies

/// All strategies in table order.
public enum StrategyRegistry {
  /// `FloorLayout`, which lays out no rows, followed by all other strategies.
  public static let all: [StrategyEntry] =
    [StrategyEntry(FloorLayout.self)] + PostRegistry.all + IndexRegistry.all
}
