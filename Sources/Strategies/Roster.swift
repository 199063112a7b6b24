import Replaying

/// All strategies, in the order of tables: the one place that lists them.
///
/// Generics specialise here, in the strategies' own module; `scripts/verify-specialisation` proves
/// it for each entry. Adding a strategy is a file and a line here.
public enum Roster {
  /// The strategies of this package.
  public static let all: [Contender] = [
    Contender(FloorLayout.self, FloorLayout.self),
    Contender(FixedList.self, FixedList.self),
    Contender(AllHeights.self, AllHeights.self),
    Contender(ReloadWindow.self, ReloadWindow.self),
    Contender(RecycledSubview.self, RecycledSubview.self),
    Contender(OnDemand.self, OnDemand.self),
    Contender(SectionShift.self, SectionShift.self),
    Contender(ThreeViewPager.self, ThreeViewPager.self),
    Contender(TripleCopy.self, TripleCopy.self),
    Contender(EllipseList.self, EllipseList.self),
    Contender(PrefixArray.self, PrefixArray.self),
    Contender(RunLength.self, RunLength.self),
    Contender(SegmentDeltas.self, SegmentDeltas.self),
    Contender(Fenwick.self, Fenwick.self),
    Contender(BlockedSums.self, BlockedSums.self),
    Contender(CodedSums.self, CodedSums.self),
    Contender(SumTree.self, SumTree.self),
    Contender(Adaptive.self, Adaptive.self),
    Contender(SlidingWindow.self, SlidingWindow.self),
    Contender(Prefetch.self, Prefetch.self),
    Contender(Estimated.self, Estimated.self),
    Contender(Cyclic.self, Cyclic.self),
  ]
}
