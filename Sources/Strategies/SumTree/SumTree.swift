import ListLayout

/// A B+-tree of row counts and heights: the fastest list of this package whose rows come and go.
///
/// Origin: xi-rope, Zed's sum_tree and swift-collections' Rope; two-ended nodes, guessed places and
/// leaves of sums are this package's.
///
/// Rows stand in leaves, as the sums of their heights (`SumTreeLeaf`). Inner nodes hold where each
/// child begins, in rows and in height, and its address (`SumTreeNode`). Nothing points upwards or
/// sideways; an edit notes its way down and mends on its way up. With leaves of up to 4 rows and
/// nodes of up to 3 children:
///
///     heights      2  1  0 | 4  1  1  3 | 2  5
///
///                         rows     0  7  9
///     root, a node        heights  0 12 19
///                         child    |  |
///                    +-------------+  +----------+
///     nodes     rows     0  3  7           0  2
///               heights  0  3 12           0  7
///               child    |  |              |
///                    +---+  +-----+        +------+
///     leaves      0 2 3 3 3   0 4 5 6 9     0 2 7 7 7     3, 7: what pads repeats the end
///
/// Leaves and nodes lie in slabs (`NodePool`): no object, no reference counting and, but for a new
/// slab now and then, no allocation.
/// Invariants: `checkInvariants()` lists them.
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

/// The offsets of `SumTree`.
struct SumTreeIndex<Rows: RowSource, Shape: SumTreeShape>: OffsetIndex, ~Copyable {
  typealias Node = SumTreeNode<Shape>
  typealias Leaf = SumTreeLeaf<Shape>

  static var card: StrategyCard {
    StrategyCard(
      id: "sum-tree", title: "B+-tree of row counts and heights, in pooled memory",
      origin: "xi-rope, Zed sum_tree, swift-collections Rope", group: .peers, modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .linear))
  }

  let rows: Rows
  var leaves = NodePool(nodeBytes: Leaf.byteCount)
  var nodes = NodePool(nodeBytes: Node.byteCount)
  /// An inner node, even over a single leaf; it has no child when there is no row.
  var root: NodePool.Node
  /// The nodes from the root down to a leaf.
  var levels = 0
  var count = 0
  /// All heights.
  var height: Int64 = 0
  var finger: SumTreeFinger
  let path = SumTreePath(leafLanes: Leaf.lanes)

  init(rows: Rows) {
    self.rows = rows
    root = nodes.make()
    finger = SumTreeFinger(leaf: root)
    build()
  }

  func total() -> LayoutUnit { LayoutUnit(rawValue: height) }
}
