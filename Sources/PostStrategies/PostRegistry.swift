import BenchReplaying

/// The techniques of the posts, in the order in which tables list them.
///
/// The compiler specialises the techniques' generic code in this file because the techniques are in the same
/// module; `scripts/verify-specialisation` checks each entry. A new technique needs a file and an entry in
/// this list.
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
