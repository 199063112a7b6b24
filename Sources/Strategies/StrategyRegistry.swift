import Indexes
import Posts
import Replaying

/// All strategies, in the order of tables.
public enum StrategyRegistry {
  /// The empty strategy, then the strategies of this package.
  public static let all: [StrategyEntry] =
    [StrategyEntry(FloorLayout.self)] + PostRegistry.all + IndexRegistry.all
}
