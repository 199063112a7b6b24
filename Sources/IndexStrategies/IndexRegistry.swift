import BenchReplaying

/// The strategies that use the indexes of existing list views, and the strategies of this project, in the
/// order in which tables show them.
///
/// The compiler specialises the generic types of these strategies, because this module declares both the
/// strategies and their registry entries. The script `scripts/verify-specialisation` checks that each entry
/// is specialised. To add a strategy, add a file to this module and a line to `all`.
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
