import ListLayout

/// A list that stores row heights in a B+-tree whose nodes contain row counts and total heights. It has the
/// fastest insertions and deletions of all lists in this package.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope. On top of those trees, this package adds sums
/// for groups of rows, variable height units, and predictions of the child that a lookup visits next (hints
/// and guesses).
///
/// The implementation, `SumTreeIndex` in RowOffsets, is also available to apps.
///
///     offset                 O(log n): a hint and a comparison in each node, two loads in the leaf
///     row(at:)               O(log n): a guess and its neighbours in each node, two lines of the
///                            leaf
///     heightChanged          O(log n): two cache lines per leaf and node, without a branch; O(n)
///                            at most 7 times, if a height is the first that does not fit
///     inserted, deleted      O(log n + k) for k rows: half a leaf and half the rows of each node
///     open, rotate           O(n)
///
/// To find the row at a point, a lookup guesses a child in each node, as if all children were equally tall.
/// If the guess is wrong, it finds the right child by reading two whole groups of entries.
///
/// Choose `SumTree` if rows are inserted into and deleted from a long list. It uses 2.5 bytes per row if
/// every height fits in two bytes, for example if heights are whole points; otherwise 4.8 to 7. Without
/// insertions and deletions, `BlockedSums` is faster, because a `SumTree` node can be loaded only after its
/// parent.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  /// Random lookups rarely hit the last lookup's leaf, which `offset(of:)` tries first.
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
