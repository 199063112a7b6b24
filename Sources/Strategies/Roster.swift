import Indexes
import Posts
import Replaying

/// All strategies, in the order of tables.
public enum Roster {
  /// The floor, then the strategies of this package.
  public static let all: [StrategyEntry] =
    [StrategyEntry(FloorLayout.self)] + PostRoster.all + IndexRoster.all
}
