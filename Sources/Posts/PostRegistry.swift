import Replaying

/// The techniques of the posts, in the order of tables.
///
/// Generics specialise here, in the techniques' module; `scripts/verify-specialisation` checks each entry.
/// A new technique needs a file and a line here.
package enum PostRegistry {
  package static let all: [StrategyEntry] = [
    StrategyEntry(FixedList.self, bounds: FixedIndex<PlainRows>.bounds),
    StrategyEntry(AllHeights.self, bounds: AllHeightsIndex<PlainRows>.bounds),
    StrategyEntry(ReloadWindow.self, bounds: ReloadWindow<PlainRows>.bounds),
    StrategyEntry(RecycledSubview.self, bounds: RecycledSubview<PlainRows>.bounds),
    StrategyEntry(OnDemand.self, bounds: OnDemand<PlainRows>.bounds),
    StrategyEntry(SectionShift.self, bounds: SectionShift<PlainRows>.bounds),
    StrategyEntry(ThreeViewPager.self, bounds: ThreeViewPager<PlainRows>.bounds),
    StrategyEntry(TripleCopy.self, bounds: TripleCopy<PlainRows>.bounds),
    StrategyEntry(
      EllipseList.self,
      bounds: TripleCopy<PlainRows>.bounds.filter { !$0.modes.contains(.published) },
      formation: EllipticFormation()),
  ]
}
