import ListLayout

extension SumTreeIndex {
  func offset(of row: Int) -> LayoutUnit {
    let near = row &- finger.firstRow
    if UInt(bitPattern: near) < UInt(bitPattern: finger.rows) {
      return LayoutUnit(rawValue: finger.top &+ Int64(Leaf(finger.leaf).edges[near]))
    }
    guard row < count else { return LayoutUnit(rawValue: height) }
    var rest = row
    var y: Int64 = 0
    var child = root
    var level = levels
    repeat {
      let node = Node(child)
      let found = node.find(row: rest)
      rest = found.rest
      y &+= node.top(of: found.entry)
      child = found.entry.child
      level &-= 1
    } while level != 0
    return LayoutUnit(rawValue: y &+ Int64(Leaf(child).edges[rest]))
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    let y = offset.rawValue
    if UInt64(bitPattern: y &- finger.top) >= UInt64(bitPattern: finger.height) {
      guard y >= 0 else { return 0 }
      guard y < height else { return max(0, count - 1) }
      seek(y: y)
    }
    let row = Leaf(finger.leaf).row(
      at: Int32(truncatingIfNeeded: y &- finger.top), rows: finger.rows, height: finger.height)
    return finger.firstRow &+ row
  }

  mutating func height(of row: Int) -> LayoutUnit {
    if UInt(bitPattern: row &- finger.firstRow) >= UInt(bitPattern: finger.rows) { seek(row: row) }
    return LayoutUnit(rawValue: Leaf(finger.leaf).height(of: row &- finger.firstRow))
  }

  /// Puts the finger on the leaf that owns a point, at least 0 and less than the list's height.
  @inline(__always)
  private mutating func seek(y: Int64) { finger = leaf(at: y) }

  /// The leaf that owns a point, at least 0 and less than the list's height.
  @inline(__always)
  func leaf(at y: Int64) -> SumTreeFinger {
    var rest = y
    var found = SumTreeFinger(leaf: root)
    var level = levels
    repeat {
      let node = Node(found.leaf)
      let (entry, below) = node.find(y: rest)
      rest = below
      found.firstRow &+= node.firstRow(of: entry)
      found.rows = entry.rows
      found.height = entry.height
      found.leaf = entry.child
      level &-= 1
    } while level != 0
    found.top = y &- rest
    return found
  }

  /// Puts the finger on the leaf of a row.
  @inline(never)
  private mutating func seek(row: Int) { finger = leaf(of: row) }

  /// The leaf of a row.
  func leaf(of row: Int) -> SumTreeFinger {
    var rest = row
    var found = SumTreeFinger(leaf: root)
    var level = levels
    repeat {
      let node = Node(found.leaf)
      let (entry, below) = node.find(row: rest)
      rest = below
      found.top &+= node.top(of: entry)
      found.rows = entry.rows
      found.height = entry.height
      found.leaf = entry.child
      level &-= 1
    } while level != 0
    found.firstRow = row &- rest
    return found
  }

  /// `row(at:)` that remembers no leaf, for a point at least 0 and less than the list's height.
  func find(_ point: LayoutUnit) -> Int {
    let found = leaf(at: point.rawValue)
    let row = Leaf(found.leaf).row(
      at: Int32(truncatingIfNeeded: point.rawValue &- found.top), rows: found.rows,
      height: found.height)
    return found.firstRow &+ row
  }

  /// `height(of:)` that remembers no leaf.
  func findHeight(of row: Int) -> LayoutUnit {
    let found = leaf(of: row)
    return LayoutUnit(rawValue: Leaf(found.leaf).height(of: row &- found.firstRow))
  }

  /// Writes the heights of all rows.
  func copyHeights(to heights: UnsafeMutablePointer<Int32>) {
    var row = 0
    while row < count {
      let found = leaf(of: row)
      Leaf(found.leaf).copyHeights(found.rows, to: heights + row)
      row += found.rows
    }
  }
}
