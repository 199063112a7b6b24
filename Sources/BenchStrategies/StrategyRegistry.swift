import BenchReplaying
import IndexStrategies
import PostStrategies

/// All strategies in table order.
public enum StrategyRegistry {
  /// All strategies in the package. The first entry is `FloorLayout`, which lays out no rows.
  public static let all: [StrategyEntry] =
    [StrategyEntry(FloorLayout.self)] + PostRegistry.all + IndexRegistry.all
}
