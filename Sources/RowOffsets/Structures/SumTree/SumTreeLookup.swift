/// A lookup in a `PooledTree`, which reads the root and the nodes below it.
///
/// The lookup doesn't access the tree itself, so several threads can look up rows at the same time. If
/// lookups were methods of the noncopyable tree, they would have to be mutating, because otherwise the
/// compiler would copy the whole tree for each call. A `SumTreeLookup` is only two words, so it is passed in
/// registers.
struct SumTreeLookup<Shape: SumTreeShape>: BitwiseCopyable {
  typealias Node = SumTreeNode<Shape>
  typealias Leaf = SumTreeLeaf<Shape>

  let root: NodePool.Node
  let levels: Int

  func offset(of row: Int) -> Int64 {
    let found = leaf(of: row)
    let (leaf, place) = (Leaf(found.leaf), row &- found.firstRow)
    let wraps = found.height > Int64(Int32.max)
    return found.top &+ (wraps ? leaf.height(of: 0..<place) : Int64(leaf.top(of: place)))
  }

  /// Returns the row at a point, which must be at least 0 and less than the tree's `fastHeight`.
  @inline(__always)
  func row(at point: Int64) -> Int {
    var rest = point
    var row = 0
    var child = root
    var level = levels
    repeat {
      level &-= 1
      let node = Node(child)
      let index = node.guessedIndex(ofPoint: rest)
      guard _fastPath(node.isPoint(rest, in: index)) else { return slowRow(at: point) }
      rest &-= node.top(of: index)
      row &+= Int(node.firstRow(of: index))
      child = node.child(index)
    } while level != 0
    return row &+ Leaf(child).row(at: Int32(truncatingIfNeeded: rest))
  }

  /// Returns the row at a point, even if the edges in its leaf overflow. The point must be at least 0 and
  /// less than the list's height.
  @inline(never)
  func slowRow(at point: Int64) -> Int {
    let found = leaf(at: point)
    let (leaf, rest) = (Leaf(found.leaf), point &- found.top)
    let wraps = found.height > Int64(Int32.max)
    return found.firstRow
      &+ (wraps ? leaf.row(addingUpTo: rest) : leaf.row(at: Int32(truncatingIfNeeded: rest)))
  }

  func height(of row: Int) -> Int32 {
    let found = leaf(of: row)
    return Leaf(found.leaf).height(of: row &- found.firstRow)
  }

  func copyHeights(from row: Int, to heights: UnsafeMutablePointer<Int32>) -> Int {
    let found = leaf(of: row)
    let (leaf, place) = (Leaf(found.leaf), row &- found.firstRow)
    if place == 0 {
      leaf.copyHeights(found.rows, to: heights)
    } else {
      for other in place..<found.rows { heights[other &- place] = leaf.height(of: other) }
    }
    return found.rows &- place
  }

  @inline(__always)
  func leaf(at y: Int64) -> SumTreeFinger {
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

  func leaf(of row: Int) -> SumTreeFinger {
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
}
