import ListLayout

/// A B+-tree of row counts and heights.
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
struct SumTreeIndex<Rows: RowSource, Shape: SumTreeShape>: ~Copyable {
  typealias Node = SumTreeNode<Shape>
  typealias Leaf = SumTreeLeaf<Shape>

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
