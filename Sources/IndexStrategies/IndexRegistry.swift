import BenchReplaying

/// Strategies based on the indexes of existing list views, and this project's own strategies, in the order in
/// which tables list them.
///
/// This module declares both the strategies and their registry entries, so the compiler can specialise their
/// generic types. `scripts/verify-specialisation` checks that the types are specialised for every entry. To
/// add a strategy, add a file to this module and a line to `all`.
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
