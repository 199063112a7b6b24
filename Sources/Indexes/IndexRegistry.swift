import Replaying

/// The indexes that current list implementations use and the strategies of this project, in the order of the
/// tables.
///
/// The compiler specialises generic types in the module that declares the strategies;
/// `scripts/verify-specialisation` checks each entry. To add a strategy, add a file to this module and a line
/// to this array.
package enum IndexRegistry {
  package static let all: [StrategyEntry] = [
    StrategyEntry(PrefixArray.self),
    StrategyEntry(RunLength.self),
    StrategyEntry(Fenwick.self),
    StrategyEntry(BalancedTree.self),
    StrategyEntry(BlockedSums.self),
    StrategyEntry(DictionarySums.self),
    StrategyEntry(SumTree.self),
    StrategyEntry(Adaptive.self),
    StrategyEntry(SlidingWindow.self),
    StrategyEntry(Prefetch.self, bounds: Prefetch<PlainRows>.bounds),
    StrategyEntry(Estimated.self),
    StrategyEntry(Cyclic.self),
  ]
}
