import ListLayout

/// A B+-tree of row counts and heights: the fastest list of this package whose rows come and go.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope; sums in groups, hints and guessed places
/// are this package's.
///
/// The structure is `SumTreeIndex`, of the module RowOffsets, which an app takes it from.
///
///     offset                 O(log n): a hint and a comparison in each node, two loads below
///     row(at:)               O(log n): a guess and a look beside it in each node, two lines of the leaf
///     heightChanged          O(log n): two lines of the leaf, three of each node, without a branch
///     inserted, deleted      O(log n + k) for k rows: half a leaf and half the rows of each node
///     open, rotate           O(n)
///
/// A guess assumes that a node's children are alike; where they are not, two reads of whole groups find
/// the child.
///
/// Wins wherever rows come and go in a long list; memory is 5.0 to 7.8 bytes a row. Loses to
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
