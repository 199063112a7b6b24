import ListLayout

/// A list that stores row heights in a B+-tree whose nodes contain row counts and total heights. Among the
/// lists of this package, `SumTree` is the fastest for insertions and deletions of rows.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope. This package adds several features to the
/// trees of those projects: sums for groups of rows, variable units of height, and predictions of the child
/// that a lookup visits next (hints and guesses).
///
/// `SumTreeIndex` in RowOffsets implements the list, for apps too.
///
///     offset                 O(log n): a hint and a comparison in each node, two loads in the leaf
///     row(at:)               O(log n): a guess and its neighbours in each node, two lines of the
///                            leaf
///     heightChanged          O(log n): two cache lines per leaf and node, without a branch; O(n)
///                            at most 7 times, if a height is the first that does not fit
///     inserted, deleted      O(log n + k) for k rows: half a leaf and half the rows of each node
///     open, rotate           O(n)
///
/// A lookup of a point first guesses the child of a node, as if all children had the same height. If the
/// guessed child is wrong, the lookup finds the right child by reading two whole groups of entries.
///
/// `SumTree` is the best choice if rows of a long list are inserted and deleted. It uses 2.5 bytes per row if
/// each height fits in two bytes, for example if heights are whole points, else 4.8 to 7. If no rows are
/// inserted or deleted, `BlockedSums` is faster, because a node of a `SumTree` can be loaded only after its
/// parent.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  /// Random lookups in a loop are seldom in the leaf of the last lookup, which `offset(of:)` tries first.
  @inline(__always)
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit { findOffset(of: row) }

  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "sum-tree", title: "B+-tree of row counts and heights, in pooled memory",
      origin: "xi-rope, Zed sum_tree, swift-collections Rope", group: .peers, modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .linear))
  }
}
