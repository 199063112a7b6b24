import ListLayout

/// A B+-tree that stores row counts and heights. This is the fastest list of this package for insertions
/// and deletions.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope. This package adds sums in groups, units,
/// hints and guesses.
///
/// The structure is `SumTreeIndex` of the module RowOffsets, which apps use too.
///
///     offset                 O(log n): a hint and a comparison in each node, two loads in the leaf
///     row(at:)               O(log n): a guess and its neighbours in each node, two lines of the leaf
///     heightChanged          O(log n): two cache lines per leaf and node, without a branch; O(n) at
///                            most 7 times, if a height is the first that does not fit
///     inserted, deleted      O(log n + k) for k rows: half a leaf and half the rows of each node
///     open, rotate           O(n)
///
/// A guess assumes that all children of a node have the same height. If the guess is wrong, two reads of
/// whole groups find the child.
///
/// Best if rows are inserted and deleted in a long list. It uses 2.5 bytes per row if each height fits in
/// two bytes, for example whole points, and otherwise 4.8 to 7. Without insertions it is slower than
/// `BlockedSums`, because the load of each node waits for that of its parent.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  /// Computes `offset(of:)` without the leaf of the last lookup, which seldom helps random lookups in a
  /// loop. Frames use the index itself, which does use that leaf.
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
