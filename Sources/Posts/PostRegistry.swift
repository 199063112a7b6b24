import Replaying

/// The techniques of the posts, in the order of tables.
///
/// Generics specialise here, in the techniques' own module; `scripts/verify-specialisation` proves it
/// for each entry. Adding a technique is a file and a line here.
package enum PostRegistry {
  package static let all: [StrategyEntry] = [
    StrategyEntry(FixedList.self),
    StrategyEntry(AllHeights.self),
    StrategyEntry(ReloadWindow.self),
    StrategyEntry(RecycledSubview.self),
    StrategyEntry(OnDemand.self),
    StrategyEntry(SectionShift.self),
    StrategyEntry(ThreeViewPager.self),
    StrategyEntry(TripleCopy.self),
    StrategyEntry(EllipseList.self),
  ]
}
