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
/// In leaves and nodes alike, sums of heights stand in groups: a change writes one group, and what is
/// before each. A question waits for one node after the other, but never for a comparison.
///
/// Heights are in units that whoever makes the tree knows: `SumTreeIndex`.
///
/// Leaves and nodes lie in slabs (`NodePool`): no object, no reference counting and, but for a new
/// slab now and then, no allocation.
/// Invariants: `checkInvariants()` lists them.
struct PooledTree<Shape: SumTreeShape>: ~Copyable {
  typealias Node = SumTreeNode<Shape>
  typealias Leaf = SumTreeLeaf<Shape>

  var leaves = NodePool(nodeBytes: Leaf.byteCount)
  /// The nodes over leaves, and those over nodes.
  var nodes = NodePool(nodeBytes: Node.byteCount(ofLevel: 0), minNodes: 1)
  var upperNodes = NodePool(nodeBytes: Node.byteCount(ofLevel: 1), minNodes: 1)
  /// An inner node, even over a single leaf; it has no child when there is no row. Any place while nothing
  /// was built.
  var root: NodePool.Node
  /// The nodes from the root down to a leaf.
  var levels = 0
  /// The rows and their height, less what is withheld: what is below them is answered promptly, from
  /// the edges of a leaf. Nothing is while a leaf may be so high that its edges wrap.
  var promptCount = 0
  var promptHeight: Int64 = 0
  /// 0, or far more than any count and height.
  var withheld = 0
  var finger: SumTreeFinger
  let path: SumTreePath

  /// No tree: no row, and no memory but that of the path.
  init(path: SumTreePath) {
    self.path = path
    root = NodePool.Node(path.steps)
    finger = SumTreeFinger(leaf: root)
  }

  var count: Int { Leaf.canWrap ? promptCount &+ withheld : promptCount }
  /// All heights.
  var height: Int64 { Leaf.canWrap ? promptHeight &+ Int64(withheld) : promptHeight }
}

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

/// The way from the root to a leaf, for edits, room for the heights of three leaves, and masks. The trees of an
/// index share it.
struct SumTreePath {
  struct Step {
    var node: NodePool.Node
    var index: Int
  }

  /// From the nodes over the leaves, level 0, up to the root: enough for 2^31 rows in nodes of two
  /// children each.
  static var maxLevels: Int { 32 }
  let steps: UnsafeMutablePointer<Step>
  /// Those of two leaves that are dealt out anew.
  let heights: UnsafeMutablePointer<Int32>
  /// Those of a leaf that is being filled anew.
  let coming: UnsafeMutablePointer<Int32>
  let masks: BlockMasks<SumTreeLanes>
  private let maskMemory: UnsafeMutableRawPointer

  init(leafLanes: Int) {
    steps = .allocate(capacity: Self.maxLevels)
    heights = .allocate(capacity: 3 * leafLanes)
    coming = heights + 2 * leafLanes
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
  /// Builds the tree from the heights of one row or more, in the memory that the tree has.
  ///
  /// - Complexity: O(n).
  mutating func build(_ heights: UnsafePointer<Int32>, count: Int) {
    let leafCount = Split.even.groups(of: count, Shape.fill(Shape.leafRows))
    leaves.removeAll()
    leaves.reserve(leafCount)
    removeNodes()
    nodes.reserve(Split.even.groups(of: leafCount, Shape.fill(Shape.fanOut)))
    withheld = 0
    let new = IncomingHeights(rows: 0..<count, heights: heights)
    let parts = makeLeaves(of: new, at: 0, old: 0, .even, reusing: [])
    levels = 0
    raise(parts, .even)
    trim()
  }

  /// Removes all rows and gives their memory back.
  mutating func removeAll() {
    leaves.removeAll()
    removeNodes()
    (levels, withheld) = (0, 0)
    raise([], .even)
    trim()
  }

  /// No tree: another one answers.
  mutating func clear() {
    leaves.removeAll()
    removeNodes()
    trim()
    (levels, withheld, promptCount, promptHeight) = (0, 0, 0, 0)
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

  /// The bytes that leaves and nodes take from the heap.
  var byteCount: Int { leaves.byteCount + nodes.byteCount + upperNodes.byteCount }

  /// Puts nodes over `parts` until there is one, the root.
  mutating func raise(_ parts: [SumTreePart], _ split: Split) {
    var parts = parts
    repeat {
      parts = makeNodes(parts, split, reusing: nil, level: levels)
      levels += 1
    } while parts.count > 1
    root = parts[0].child
    (promptCount, promptHeight) = (parts[0].rows &- withheld, parts[0].height &- Int64(withheld))
    finger = SumTreeFinger(leaf: root)
  }
}

extension PooledTree {
  // MARK: Find

  // What asks is mutating, though only the finger ever changes: a borrowed value of this size would be
  // copied for each call.

  /// Where a row begins, unless more than a few loads are needed to answer; nil then.
  @inline(__always)
  func promptOffset(of row: Int) -> Int64? {
    let near = row &- finger.firstRow
    if UInt(bitPattern: near) < UInt(bitPattern: finger.rows) {
      return finger.top &+ Int64(Leaf(finger.leaf).top(of: near))
    }
    return findPromptOffset(of: row)
  }

  /// The same without a look at the leaf remembered.
  @inline(__always)
  func findPromptOffset(of row: Int) -> Int64? {
    guard row < promptCount else { return nil }
    return Node(root).hintedOffset(of: row, levels: levels)
  }

  /// Where any row begins, or where the last one ends.
  mutating func otherOffset(of row: Int) -> Int64 {
    guard row < count else { return height }
    let found = leaf(of: row)
    let (leaf, place) = (Leaf(found.leaf), row &- found.firstRow)
    let wraps = found.height > Int64(Int32.max)
    return found.top &+ (wraps ? leaf.height(of: 0..<place) : Int64(leaf.top(of: place)))
  }

  @inline(__always)
  mutating func row(at y: Int64) -> Int {
    if UInt64(bitPattern: y &- finger.top) >= UInt64(bitPattern: finger.height) {
      guard y >= 0 else { return 0 }
      guard y < promptHeight else { return otherRow(at: y) }
      seek(y: y)
    }
    let row = Leaf(finger.leaf).row(at: Int32(truncatingIfNeeded: y &- finger.top))
    return finger.firstRow &+ row
  }

  @inline(never)
  private mutating func otherRow(at y: Int64) -> Int {
    y < height ? find(y) : max(0, count - 1)
  }

  @inline(__always)
  mutating func height(of row: Int) -> Int32 {
    if UInt(bitPattern: row &- finger.firstRow) >= UInt(bitPattern: finger.rows) { seek(row: row) }
    return Leaf(finger.leaf).height(of: row &- finger.firstRow)
  }

  /// Puts the finger on the leaf that owns a point, at least 0 and less than the list's height.
  @inline(__always)
  private mutating func seek(y: Int64) { finger = leaf(at: y) }

  /// The leaf that owns a point, at least 0 and less than the list's height.
  @inline(__always)
  mutating func leaf(at y: Int64) -> SumTreeFinger {
    var rest = y
    var found = SumTreeFinger(leaf: root)
    var level = levels
    repeat {
      let node = Node(found.leaf)
      let index = node.index(ofPoint: rest)
      rest &-= node.top(of: index)
      found.firstRow &+= Int(node.firstRow(of: index))
      found.leaf = node.child(index)
      level &-= 1
      if level == 0 { (found.rows, found.height) = (node.rows(of: index), node.height(of: index)) }
    } while level != 0
    found.top = y &- rest
    return found
  }

  /// Puts the finger on the leaf of a row; it says nothing of other rows while some are withheld.
  @inline(never)
  private mutating func seek(row: Int) {
    finger = leaf(of: row)
    if withheld > 0 { (finger.rows, finger.height) = (0, 0) }
  }

  /// The leaf of a row.
  mutating func leaf(of row: Int) -> SumTreeFinger {
    var rest = UInt32(truncatingIfNeeded: row)
    var found = SumTreeFinger(leaf: root)
    var level = levels
    repeat {
      level &-= 1
      let node = Node(found.leaf)
      let index = node.index(ofRow: rest, level: level)
      rest &-= node.firstRow(of: index)
      found.top &+= node.top(of: index)
      found.leaf = node.child(index)
      if level == 0 { (found.rows, found.height) = (node.rows(of: index), node.height(of: index)) }
    } while level != 0
    found.firstRow = row &- Int(rest)
    return found
  }

  /// `row(at:)` that remembers no leaf, for a point at least 0 and less than the list's height.
  @inline(__always)
  mutating func find(_ point: Int64) -> Int {
    guard point < promptHeight else { return Self.otherFind(point, in: &self) }
    var rest = point
    var row = 0
    var child = root
    var level = levels
    repeat {
      level &-= 1
      let node = Node(child)
      let index = node.guessedIndex(ofPoint: rest)
      guard _fastPath(node.isPoint(rest, in: index)) else {
        return Self.otherFind(point, in: &self)
      }
      rest &-= node.top(of: index)
      row &+= Int(node.firstRow(of: index))
      child = node.child(index)
    } while level != 0
    return row &+ Leaf(child).row(at: Int32(truncatingIfNeeded: rest))
  }

  @inline(never)
  private static func otherFind(_ point: Int64, in tree: inout Self) -> Int {
    let found = tree.leaf(at: point)
    let (leaf, rest) = (Leaf(found.leaf), point &- found.top)
    let wraps = found.height > Int64(Int32.max)
    return found.firstRow
      &+ (wraps ? leaf.row(addingUpTo: rest) : leaf.row(at: Int32(truncatingIfNeeded: rest)))
  }

  /// `height(of:)` that remembers no leaf.
  mutating func findHeight(of row: Int) -> Int32 {
    let found = leaf(of: row)
    return Leaf(found.leaf).height(of: row &- found.firstRow)
  }

  /// Writes the heights of all rows.
  mutating func copyHeights(to heights: UnsafeMutablePointer<Int32>) {
    var row = 0
    while row < count {
      let found = leaf(of: row)
      Leaf(found.leaf).copyHeights(found.rows, to: heights + row)
      row += found.rows
    }
  }
}

/// The promises of the tree, for tests: no timed path calls this.
extension PooledTree {
  /// What is wrong with the tree, in words; empty when nothing is.
  ///
  /// 1. A node says of each child how many rows and what height it has; the root, of the list.
  /// 2. All leaves are as deep, none is empty, and no node has more than it can hold. But at the
  ///    list's ends, each has its least number of entries; a root over nodes has two children.
  /// 3. Each block of a leaf and each group of a node begins with 0, no height is negative, and what is
  ///    after the last row or child repeats where it ends, as far as changes write.
  /// 4. A leaf is at most `Int32.max` high, or nothing is answered promptly.
  /// 5. Each child's first and last row and its first point are found in it, and no search begins behind the
  ///    children.
  /// 6. The pools have given out what is in the tree and nothing else.
  ///
  /// - Complexity: O(n).
  func checkInvariants() -> [String] {
    var check = SumTreeCheck()
    let all = visit(root, level: levels - 1, first: true, last: true, &check)
    check.expect(all.rows == count, "the root has \(all.rows) rows, the list \(count)")
    check.expect(all.height == height, "the root is \(all.height) high, the list \(height)")
    check.expect(levels == 1 || Node(root).count > 1, "the root has one child")
    let leavesLeaked = leaves.count - check.leaves
    let nodesLeaked = nodes.count + upperNodes.count - check.nodes
    check.expect(leavesLeaked == 0, "\(leavesLeaked) leaves leaked")
    check.expect(nodesLeaked == 0, "\(nodesLeaked) nodes leaked")
    return check.problems
  }

  /// Checks a node at a level (0: over leaves) and all below it.
  ///
  /// - Parameters first, last: whether it is that of its level, which may hold few.
  /// - Returns: the rows and the height of its leaves.
  private func visit(
    _ memory: NodePool.Node, level: Int, first: Bool, last: Bool, _ check: inout SumTreeCheck
  ) -> (rows: Int, height: Int64) {
    let node = Node(memory)
    var sum = (rows: 0, height: Int64(0))
    check.nodes += 1
    check.expect(node.count <= Shape.fanOut, "a node has \(node.count) children")
    check.expect(
      first || last || node.count >= Shape.minChildren,
      "a node has only \(node.count) children")
    for index in 0..<node.count {
      let part = node.part(index)
      check.expect(Int(node.firstRow(of: index)) == sum.rows, "a child begins at a wrong row")
      check.expect(node.top(of: index) == sum.height, "a child begins at a wrong height")
      let first = first && index == 0
      let last = last && index == node.count - 1
      let found =
        level == 0
        ? visit(Leaf(part.child), rows: part.rows, isEdge: first || last, &check)
        : visit(part.child, level: level - 1, first: first, last: last, &check)
      check.expect(found.rows == part.rows, "a child has \(found.rows) rows, not \(part.rows)")
      check.expect(found.height == part.height, "a child has a wrong height")
      for row in [sum.rows, sum.rows + found.rows - 1] {
        check.expect(
          node.index(ofRow: UInt32(row), level: level) == index, "row \(row) is not found")
      }
      let isFound = found.height == 0 || node.index(ofPoint: sum.height) == index
      check.expect(isFound, "point \(sum.height) is not found")
      sum = (sum.rows + found.rows, sum.height + found.height)
    }
    check.expect(node.rows == sum.rows && node.height == sum.height, "a node ends elsewhere")
    check.expect(
      node.guess(y: node.height) < max(1, node.count), "a point is looked for behind all children")
    check.expect(node.isPadded, "a group begins elsewhere, or a node goes on after its end")
    return sum
  }

  private func visit(
    _ leaf: Leaf, rows: Int, isEdge: Bool, _ check: inout SumTreeCheck
  ) -> (rows: Int, height: Int64) {
    check.leaves += 1
    check.expect(rows >= 1 && rows <= Shape.leafRows, "a leaf has \(rows) rows")
    check.expect(isEdge || rows >= Shape.minRows, "a leaf has only \(rows) rows")
    check.expect(leaf.starts[0] == 0, "a leaf begins at \(leaf.starts[0])")
    for lane in 0..<Leaf.lanes {
      check.expect(lane % Leaf.block > 0 || leaf.edges[lane] == 0, "a block begins elsewhere")
      check.expect(lane + 1 == Leaf.lanes || leaf.height(of: lane) >= 0, "a height is negative")
      check.expect(lane < rows || leaf.top(of: lane) == leaf.height, "a leaf goes on after its end")
    }
    for block in Leaf.blocks..<Leaf.maxBlocks {
      check.expect(leaf.starts[block] == leaf.height, "a block that is none begins elsewhere")
    }
    let height = leaf.height(of: 0..<rows)
    let wraps = height > Int64(Int32.max)
    check.expect(!wraps || withheld > 0, "edges wrap, and questions look at them")
    return (rows, height)
  }
}

/// What was seen of a tree, and what was wrong.
private struct SumTreeCheck {
  var leaves = 0
  var nodes = 0
  var problems: [String] = []

  mutating func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }
}
