import ListLayout

/// A list that stores row heights in a B+-tree whose nodes contain row counts and total heights. Insertions
/// and deletions are faster than in any other list in this package.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope. This package extends those trees with sums
/// for groups of rows, variable height units, and hints and guesses that predict which child a lookup visits
/// next.
///
/// The implementation, `SumTreeIndex` in RowOffsets, is also available to apps.
///
///     offset                 O(log n): one hint and one comparison per node, two loads in the leaf
///     row(at:)               O(log n): tests the guessed child and its neighbours in each node, and
///                            reads two cache lines of the leaf
///     heightChanged          O(log n): writes two cache lines per leaf and node, without branches;
///                            O(n) at most 7 times, when a height does not fit
///     inserted, deleted      O(log n + k) for k rows: moves half a leaf and half of each node's rows
///     open, rotate           O(n)
///
/// To find the row at a point, a lookup guesses a child in each node, as if all children were equally tall.
/// If the guess is wrong, the lookup finds the right child by reading two whole groups of entries.
///
/// Choose `SumTree` if rows are inserted into and deleted from a long list. The tree uses 2.5 bytes per row
/// if every height fits in two bytes, for example if all heights are whole points. Otherwise, it uses 4.8 to
/// 7 bytes per row. If rows are never inserted or deleted, `BlockedSums` is faster, because a `SumTree` node
/// can be loaded only after its parent.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

extension SumTreeIndex: OffsetIndex {
  /// Unlike `offset(of:)`, this function does not try the last lookup's leaf first, because a random lookup
  /// rarely ends in the same leaf.
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
