import ListLayout

/// A B+-tree of row counts and heights: the fastest list of this package whose rows come and go.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope; two-ended nodes, guessed places and
/// leaves of sums are this package's.
///
/// The structure is `SumTreeIndex`, of the module RowOffsets, which an app takes it from.
///
///     offset                 O(log n): a guess and a look beside it in each node, a load below
///     row(at:)               O(log n): the same by height, then a line or two of the leaf
///     heightChanged          O(log n): half a leaf and a quarter of each node are added to
///     inserted, deleted      O(log n + k) for k rows, anywhere and at both ends alike
///     open, rotate           O(n)
///
/// A guess assumes that a node's children are alike. Where they differ wildly, a search walks up to
/// all 126 of them.
///
/// Wins wherever rows come and go in a long list; memory is 4.8 to 7.3 bytes a row. Loses to
/// `BlockedSums` where rows stay: each node waits for the one above it.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  static var card: StrategyCard {
    StrategyCard(
      id: "sum-tree", title: "B+-tree of row counts and heights, in pooled memory",
      origin: "xi-rope, Zed sum_tree, swift-collections Rope", group: .peers, modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .linear))
  }
}
