import ListLayout

/// A list over a `SumTreeIndex`.
typealias SumTree<Rows: RowSource> = IndexedList<SumTreeIndex<Rows, WideNodes>>

/// A B+-tree of heights.
struct SumTreeIndex<Rows: RowSource, Shape: SumTreeShape>: OffsetIndex, ~Copyable {
  typealias Node = SumTreeNode<Shape>
  typealias Leaf = SumTreeLeaf<Shape>

  static var card: StrategyCard {
    StrategyCard(
      id: "sum-tree", title: "B+-tree of row counts and heights, in pooled memory",
      origin: "xi-rope, Zed sum_tree, swift-collections Rope",
      complexity: Complexity(
        prepare: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, relayout: .linear))
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
