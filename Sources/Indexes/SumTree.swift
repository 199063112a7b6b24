import ListLayout

/// A B+-tree of row counts and heights: the fastest list of this package whose rows come and go.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope; sums in groups, in units, hints and guessed places
/// are this package's.
///
/// The structure is `SumTreeIndex`, of the module RowOffsets, which an app takes it from.
///
///     offset                 O(log n): a hint and a comparison in each node, two loads below
///     row(at:)               O(log n): a guess and a look beside it in each node, two lines of the leaf
///     heightChanged          O(log n): two lines of the leaf, two of each node, without a branch; O(n) at most 7
///                            times, when a height is the first that does not fit
///     inserted, deleted      O(log n + k) for k rows: half a leaf and half the rows of each node
///     open, rotate           O(n)
///
/// A guess assumes that a node's children are alike; where they are not, two reads of whole groups find
/// the child.
///
/// Wins wherever rows come and go in a long list; memory is 2.5 bytes a row where two bytes
/// hold each, as they do whole points, else 4.8 to 7. Loses to `BlockedSums` where rows stay: each
/// node waits for the one above it.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  /// Published or not: `offset(of:)`, without a look at the leaf of the last answer. A loop of
  /// questions seldom asks for the same one; a frame, which asks the index itself, always does.
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
