/// The leaf in which the last question for a point or a height was answered, so that its
/// neighbours are found at once. Every edit of the tree forgets it.
struct SumTreeFinger {
  /// The leaf's rows: none when no leaf is remembered.
  var firstRow = 0
  var rows = 0
  /// Where the leaf stands in the list.
  var top: Int64 = 0
  var height: Int64 = 0
  /// The leaf; any node when it has no rows.
  var leaf: NodePool.Node
}

/// The way from the root to a leaf, for edits, and room for the heights of two leaves.
struct SumTreePath: ~Copyable {
  struct Step {
    var node: NodePool.Node
    var index: Int
  }

  /// From the nodes over the leaves, level 0, up to the root: enough for 2^31 rows in nodes of two
  /// children each.
  static var mostLevels: Int { 32 }
  let steps: UnsafeMutablePointer<Step>
  let heights: UnsafeMutablePointer<Int32>

  init(leafLanes: Int) {
    steps = .allocate(capacity: Self.mostLevels)
    heights = .allocate(capacity: 2 * leafLanes)
  }

  deinit {
    steps.deallocate()
    heights.deallocate()
  }
}
