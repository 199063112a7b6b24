import ListLayout

extension SumTreeIndex {
  mutating func heightChanged(of row: Int) {
    let (leaf, place) = descend(to: row)
    let difference = rows.height(of: row).rawValue &- Int64(leaf.height(of: place))
    guard difference != 0 else { return }
    guard Int64(leaf.height) &+ difference <= Int64(Int32.max) else { return replace(row) }
    leaf.add(Int32(truncatingIfNeeded: difference), to: place)
    note(rows: 0, height: difference, from: 0)
  }

  /// A row that became too high for its leaf leaves it and comes back: inserting splits.
  @inline(never)
  private mutating func replace(_ row: Int) {
    deleted(row..<row + 1)
    inserted(row..<row + 1)
  }

  mutating func heightsChanged() { build() }

  mutating func inserted(_ new: Range<Int>) {
    guard count > 0 else { return build() }
    guard !new.isEmpty else { return }
    // New rows go after the row before them, so that appended rows find the last leaf.
    let before = max(0, new.lowerBound &- 1)
    let (leaf, near) = descend(to: before)
    let place = near &+ new.lowerBound &- before
    let step = path.steps[0]
    let room = Shape.leafRows &- Node(step.node)[step.index].rows
    let most = Int64(Int32.max) &- Int64(leaf.height)
    guard new.count <= room else { return grow(new, at: place) }
    if new.count == 1 {
      let height = rows.height(of: new.lowerBound).rawValue
      guard height <= most else { return grow(new, at: place) }
      leaf.insert(Int32(truncatingIfNeeded: height), at: place)
      note(rows: 1, height: height, from: 0)
    } else {
      rows.copyHeights(of: new, to: path.heights)
      var height: Int64 = 0
      for index in 0..<new.count { height &+= Int64(path.heights[index]) }
      guard height <= most else { return grow(new, at: place) }
      leaf.insert(path.heights, count: new.count, at: place)
      note(rows: new.count, height: height, from: 0)
    }
  }

  mutating func deleted(_ old: Range<Int>) {
    if old.count == count { return removeAll() }
    var left = old.count
    while left > 0 {
      let (leaf, place) = descend(to: old.lowerBound)
      let step = path.steps[0]
      let rows = Node(step.node)[step.index].rows
      if place == 0, left >= rows {
        left &-= removeLeaves(from: step.index, atMost: left)
      } else {
        let gone = min(left, rows &- place)
        let height = leaf.edges[place &+ gone] &- leaf.edges[place]
        if gone == 1 { leaf.remove(at: place) } else { leaf.remove(gone, at: place) }
        note(rows: 0 &- gone, height: 0 &- Int64(height), from: 0)
        left &-= gone
        if rows &- gone < Shape.leastRows { mendLeaf() }
      }
    }
  }

  /// Goes down to the leaf that holds a row and notes the way.
  ///
  /// - Returns: the leaf, and the row's index in it.
  @inline(__always)
  private func descend(to row: Int) -> (leaf: Leaf, place: Int) {
    var rest = row
    var child = root
    var level = levels
    repeat {
      level &-= 1
      let node = Node(child)
      let (entry, below) = node.find(row: rest)
      path.steps[level] = SumTreePath.Step(node: child, index: node.index(of: entry))
      rest = below
      child = entry.child
    } while level != 0
    return (Leaf(child), rest)
  }

  /// Tells the path's nodes from a level up, and the list, of rows and height that came or went
  /// below.
  @inline(__always)
  mutating func note(rows: Int, height: Int64, from level: Int) {
    var level = level
    while level < levels {
      let step = path.steps[level]
      Node(step.node).add(rows: rows, height: height, to: step.index)
      level &+= 1
    }
    count &+= rows
    self.height &+= height
    finger.rows = 0
    finger.height = 0
  }
}
