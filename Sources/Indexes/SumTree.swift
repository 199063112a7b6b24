import ListLayout

/// A list in a B+-tree of row counts and heights. This is the fastest list of this package for insertions and
/// deletions of rows.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope. This package adds sums for groups of rows,
/// units of height, hints and guesses.
///
/// The list is implemented by `SumTreeIndex` of the module RowOffsets, which apps use too.
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
/// guess is wrong, two reads of whole groups find the child.
///
/// This list is best if rows are inserted and deleted in a long list. The list uses 2.5 bytes per row if each
/// height fits in two bytes, as whole points do, and otherwise 4.8 to 7. Without insertions the list is
/// slower than `BlockedSums`, because a node can be loaded only after its parent.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  /// Returns `offset(of:)` without first trying the leaf of the last lookup, because this leaf seldom helps
  /// random lookups in a loop. Frames call the index directly, which tries the leaf of the last lookup first.
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
