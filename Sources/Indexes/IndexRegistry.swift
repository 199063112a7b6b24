import Replaying

/// The indexes of today's lists and this project's own strategies, in the order of tables.
///
/// Generics specialise in the strategies' own module; `scripts/verify-specialisation` checks each entry.
/// Adding a strategy takes a file and a line here.
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
