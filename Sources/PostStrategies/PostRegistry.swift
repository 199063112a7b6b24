import BenchReplaying

/// All techniques from the posts, in table order.
///
/// The registry is in the same module as the techniques so that the compiler can specialise their generic
/// code. `scripts/verify-specialisation` checks that the code is specialised for every entry. To add a
/// technique, create a source file for it and add an entry to this registry.
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
