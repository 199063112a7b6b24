/// A B+-tree that stores row counts and heights.
///
/// Leaves store sums of row heights (`SumTreeLeaf`). Inner nodes store each child's first row, top and
/// address (`SumTreeNode`). Nodes aren't linked to their parents or siblings. An edit records its path from
/// the root and rebalances the nodes along it. In the following example, a leaf has up to 4 rows and a node
/// has up to 3 children:
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
///     leaves      0 2 3 3 3   0 4 5 6 9     0 2 7 7 7     3, 7: padding repeats the end
///
/// Leaves and nodes store sums of heights in groups, so a change writes only one group and the starts of the
/// others. A lookup can load a node only after its parent, but no load has to wait for a comparison.
///
/// The tree is owned by a `SumTreeIndex`, which defines the unit of heights.
///
/// Leaves and nodes live in slabs of memory (`NodePool`), without objects or reference counts. Memory is
/// allocated only when a new slab is needed.
struct PooledTree<Shape: SumTreeShape>: ~Copyable {
  typealias Node = SumTreeNode<Shape>
  typealias Leaf = SumTreeLeaf<Shape>

  var leaves = NodePool(nodeBytes: Leaf.byteCount)
  var nodes = NodePool(nodeBytes: Node.byteCount(ofLevel: 0), minNodes: 1)
  var upperNodes = NodePool(nodeBytes: Node.byteCount(ofLevel: 1), minNodes: 1)
  /// Address of the root, which is an inner node even if the tree has only one leaf. In an empty tree, the
  /// root has no children. Before the first build, this address is arbitrary.
  var root: NodePool.Node
  /// Number of inner nodes on the path from the root to a leaf.
  var levels = 0
  /// Number of rows and total height, each minus `fastPathBias`. Fast lookups, which read the edges (row
  /// tops) in the leaves, are valid only for rows and points below these limits. If a leaf's edges may
  /// overflow, both limits are negative, which disables fast lookups.
  var fastCount = 0
  var fastHeight: Int64 = 0
  /// 0 while fast lookups are enabled, and 2^62 while they are disabled.
  var fastPathBias = 0
  var finger: SumTreeFinger
  let path: SumTreePath

  init(path: SumTreePath) {
    self.path = path
    root = NodePool.Node(path.steps)
    finger = SumTreeFinger(leaf: root)
  }

  var count: Int { Leaf.canWrap ? fastCount &+ fastPathBias : fastCount }
  var height: Int64 { Leaf.canWrap ? fastHeight &+ Int64(fastPathBias) : fastHeight }
}

/// The leaf in which the last lookup of a point or height ended. The next lookup tries this leaf first. Every
/// edit of the tree resets the property.
struct SumTreeFinger {
  var firstRow = 0
  var rows = 0
  var top: Int64 = 0
  var height: Int64 = 0
  var leaf: NodePool.Node
}

/// The path from a tree's root to a leaf, as recorded by an edit, plus masks and buffers for the heights of
/// three leaves. Both trees of a `SumTreeIndex` share one path.
struct SumTreePath {
  struct Step {
    var node: NodePool.Node
    var index: Int
  }

  /// Maximum number of levels, enough for 2^31 rows with two children per node. The children of nodes at
  /// level 0 are leaves.
  static var maxLevels: Int { 32 }
  let steps: UnsafeMutablePointer<Step>
  let heights: UnsafeMutablePointer<Int32>
  let refilled: UnsafeMutablePointer<Int32>
  let masks: BlockMasks<SumTreeLanes>
  private let maskMemory: UnsafeMutableRawPointer

  init(leafLanes: Int) {
    steps = .allocate(capacity: Self.maxLevels)
    heights = .allocate(capacity: 3 * leafLanes)
    refilled = heights + 2 * leafLanes
    maskMemory = BlockMemory.allocate(BlockMasks<SumTreeLanes>.byteCount).base
    BlockMasks<SumTreeLanes>.write(to: maskMemory)
    masks = BlockMasks(at: maskMemory)
  }

  func deallocate() {
    steps.deallocate()
    heights.deallocate()
    maskMemory.deallocate()
  }
}

extension PooledTree {
  /// Builds the tree from the heights of one or more rows, reusing the old tree's memory.
  mutating func build(_ heights: UnsafePointer<Int32>, count: Int) {
    let leafCount = Distribution.even.groups(of: count, Shape.fill(Shape.leafRows))
    leaves.removeAll()
    leaves.reserve(leafCount)
    removeNodes()
    nodes.reserve(Distribution.even.groups(of: leafCount, Shape.fill(Shape.fanOut)))
    fastPathBias = 0
    let new = IncomingHeights(rows: 0..<count, heights: heights)
    let parts = makeLeaves(of: new, at: 0, old: 0, .even, reusing: [])
    levels = 0
    addLevels(parts, .even)
    trim()
  }

  mutating func removeAll() {
    leaves.removeAll()
    removeNodes()
    (levels, fastPathBias) = (0, 0)
    addLevels([], .even)
    trim()
  }

  mutating func clear() {
    leaves.removeAll()
    removeNodes()
    trim()
    (levels, fastPathBias, fastCount, fastHeight) = (0, 0, 0, 0)
    root = NodePool.Node(path.steps)
    finger = SumTreeFinger(leaf: root)
  }

  private mutating func removeNodes() {
    nodes.removeAll()
    upperNodes.removeAll()
  }

  private mutating func trim() {
    leaves.trim()
    nodes.trim()
    upperNodes.trim()
  }

  mutating func makeNode(level: Int) -> NodePool.Node {
    level == 0 ? nodes.make() : upperNodes.make()
  }

  mutating func release(_ node: NodePool.Node, level: Int) {
    level == 0 ? nodes.release(node) : upperNodes.release(node)
  }

  mutating func addLevels(_ parts: [SumTreePart], _ distribution: Distribution) {
    var parts = parts
    repeat {
      parts = makeNodes(parts, distribution, reusing: nil, level: levels)
      levels += 1
    } while parts.count > 1
    root = parts[0].child
    (fastCount, fastHeight) = (
      parts[0].rows &- fastPathBias, parts[0].height &- Int64(fastPathBias)
    )
    finger = SumTreeFinger(leaf: root)
  }
}

extension PooledTree {
  // MARK: Lookup

  @inline(__always)
  var lookup: SumTreeLookup<Shape> { SumTreeLookup(root: root, levels: levels) }

  /// Returns a row's offset, or nil if the lookup would take more than a few memory loads.
  @inline(__always)
  func fastOffset(of row: Int) -> Int64? {
    let near = row &- finger.firstRow
    if UInt(bitPattern: near) < UInt(bitPattern: finger.rows) {
      return finger.top &+ Int64(Leaf(finger.leaf).top(of: near))
    }
    return findFastOffset(of: row)
  }

  @inline(__always)
  func findFastOffset(of row: Int) -> Int64? {
    guard row < fastCount else { return nil }
    return Node(root).hintedOffset(of: row, levels: levels)
  }

  /// Returns a row's offset, even if the edges in its leaf overflow. If `row` equals the number of rows, the
  /// total height is returned.
  @inline(__always)
  func slowOffset(of row: Int) -> Int64 { row < count ? lookup.offset(of: row) : height }

  /// Returns the row at a point, or nil if the point is above or below all rows. This function doesn't try
  /// the last lookup's leaf first.
  @inline(__always)
  func find(_ point: Int64) -> Int? {
    guard UInt64(bitPattern: point) < UInt64(bitPattern: height) else { return nil }
    if Leaf.canWrap, point >= fastHeight { return lookup.slowRow(at: point) }
    return lookup.row(at: point)
  }

  @inline(__always)
  mutating func row(at y: Int64) -> Int {
    if UInt64(bitPattern: y &- finger.top) >= UInt64(bitPattern: finger.height) {
      guard y >= 0 else { return 0 }
      guard y < fastHeight else { return slowRow(at: y) }
      seek(y: y)
    }
    let row = Leaf(finger.leaf).row(at: Int32(truncatingIfNeeded: y &- finger.top))
    return finger.firstRow &+ row
  }

  @inline(never)
  private mutating func slowRow(at y: Int64) -> Int {
    find(y) ?? max(0, count - 1)
  }

  @inline(__always)
  mutating func height(of row: Int) -> Int32 {
    if UInt(bitPattern: row &- finger.firstRow) >= UInt(bitPattern: finger.rows) { seek(row: row) }
    return Leaf(finger.leaf).height(of: row &- finger.firstRow)
  }

  @inline(__always)
  private mutating func seek(y: Int64) { finger = lookup.leaf(at: y) }

  /// Sets `finger` to the leaf that contains a row. While fast lookups are disabled, the remembered leaf is
  /// only used by the lookup in progress.
  @inline(never)
  private mutating func seek(row: Int) {
    finger = lookup.leaf(of: row)
    if fastPathBias > 0 { (finger.rows, finger.height) = (0, 0) }
  }
}
