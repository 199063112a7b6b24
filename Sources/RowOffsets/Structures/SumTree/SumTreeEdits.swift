extension PooledTree {
  @inline(__always)
  mutating func change(_ row: Int, to height: Int64) {
    let row = UInt32(truncatingIfNeeded: row)
    let node = Node(root)
    // In nearly all lists, the tree has only one or two levels, in which case a height can be changed without
    // recording a path.
    if _fastPath(levels == 2) {
      let index = node.index(ofRow: row, level: 1)
      let child = Node(node.child(index))
      let rest = row &- node.firstRow(of: index)
      guard let difference = change(rest, of: child, to: height) else { return }
      node.add(height: difference, to: index, path.masks)
      add(rows: 0, height: difference)
    } else if levels == 1 {
      guard let difference = change(row, of: node, to: height) else { return }
      add(rows: 0, height: difference)
    } else {
      changeRecordingPath(row, to: height)
    }
  }

  @inline(never)
  private mutating func changeRecordingPath(_ row: UInt32, to height: Int64) {
    let (_, place) = descend(to: Int(row))
    let step = path.steps[0]
    let node = Node(step.node)
    let row = node.firstRow(of: step.index) &+ UInt32(truncatingIfNeeded: place)
    guard let difference = change(row, of: node, to: height) else { return }
    add(rows: 0, height: difference, from: 1)
  }

  @inline(__always)
  private mutating func change(_ row: UInt32, of node: Node, to height: Int64) -> Int64? {
    let index = node.index(ofRow: row, level: 0)
    let leaf = Leaf(node.child(index))
    let place = Int(row &- node.firstRow(of: index))
    let difference = height &- Int64(leaf.height(of: place))
    guard difference != 0 else { return nil }
    checkLeafHeight(of: node.height(of: index) &+ difference)
    leaf.add(Int32(truncatingIfNeeded: difference), to: place, path.masks)
    node.add(height: difference, to: index, path.masks)
    return difference
  }

  mutating func insert(_ new: IncomingHeights) -> Bool {
    let (rows, heights) = (new.rows, new.heights)
    // Descend to the leaf that contains the row before the new rows, so that appended rows go into the last
    // leaf.
    let before = max(0, rows.lowerBound &- 1)
    let (leaf, index) = descend(to: before)
    let place = index &+ rows.lowerBound &- before
    let step = path.steps[0]
    let filled = Node(step.node).rows(of: step.index)
    guard rows.count <= Shape.leafRows &- filled else {
      insertSplitting(new, at: place)
      return true
    }
    let own = Node(step.node).height(of: step.index)
    if rows.count == 1 {
      let height = Int64(heights[0])
      checkLeafHeight(of: own &+ height)
      leaf.insert(heights[0], at: place, path.masks)
      add(rows: 1, height: height, from: 0)
    } else {
      var height: Int64 = 0
      for index in 0..<rows.count { height &+= Int64(heights[index]) }
      checkLeafHeight(of: own &+ height)
      leaf.insert(heights, count: rows.count, at: place, rows: filled, in: path.refilled)
      add(rows: rows.count, height: height, from: 0)
    }
    return false
  }

  mutating func delete(_ old: Range<Int>) {
    if old.count == count { return removeAll() }
    var left = old.count
    while left > 0 {
      let (leaf, place) = descend(to: old.lowerBound)
      let step = path.steps[0]
      let rows = Node(step.node).rows(of: step.index)
      if place == 0, left >= rows {
        left &-= removeLeaves(from: step.index, atMost: left)
      } else {
        let removed = min(left, rows &- place)
        let height = leaf.height(of: place..<place &+ removed)
        if removed == 1 {
          leaf.remove(at: place, path.masks)
        } else {
          leaf.remove(removed, at: place, rows: rows, in: path.refilled)
        }
        add(rows: 0 &- removed, height: 0 &- height, from: 0)
        left &-= removed
        if rows &- removed < Shape.minRows { rebalanceLeaf() }
      }
    }
  }

  @inline(__always)
  private func descend(to row: Int) -> (leaf: Leaf, place: Int) {
    var rest = UInt32(truncatingIfNeeded: row)
    var child = root
    var level = levels
    repeat {
      level &-= 1
      let node = Node(child)
      let index = node.index(ofRow: rest, level: level)
      path.steps[level] = SumTreePath.Step(node: child, index: index)
      rest &-= node.firstRow(of: index)
      child = node.child(index)
    } while level != 0
    return (Leaf(child), Int(rest))
  }

  /// Adds `rows` and `height` to the list's totals and to the nodes on the recorded path, from the given
  /// level up to the root.
  @inline(__always)
  mutating func add(rows: Int, height: Int64, from level: Int) {
    let (steps, masks, levels) = (path.steps, path.masks, levels)
    var level = level
    while level < levels {
      let step = steps[level]
      Node(step.node).add(height: height, to: step.index, masks)
      if rows != 0 { Node(step.node).add(rows: rows, to: step.index, masks) }
      level &+= 1
    }
    add(rows: rows, height: height)
  }

  @inline(__always)
  private mutating func add(rows: Int, height: Int64) {
    fastCount &+= rows
    fastHeight &+= height
    finger.rows = 0
    finger.height = 0
  }

  /// Disables fast lookups until the next build if a leaf is taller than `Int32.max` units.
  @inline(__always)
  mutating func checkLeafHeight(of height: Int64) {
    if Leaf.canWrap, _slowPath(height > Int64(Int32.max)), fastPathBias == 0 {
      (fastCount, fastHeight) = (fastCount &- 1 &<< 62, fastHeight &- 1 &<< 62)
      fastPathBias = 1 &<< 62
    }
  }
}

struct IncomingHeights {
  var rows: Range<Int>
  var heights: UnsafePointer<Int32>
}

/// The ways to distribute entries over several nodes when they don't fit in one.
enum Distribution {
  /// All nodes get the same number of entries, because more rows may be inserted anywhere.
  case even
  /// All nodes except the last are full, because entries are being appended.
  case fillFirst
  /// All nodes except the first are full, because entries are being prepended.
  case fillLast

  func groups(of count: Int, _ fill: Int, minimum: Int = 1) -> Int {
    max(1, min((count + fill - 1) / fill, count / minimum))
  }

  func first(of count: Int, groups: Int, _ capacity: Int) -> Int {
    switch self {
    case .even: min(capacity, (count + groups - 1) / groups)
    case .fillFirst: min(capacity, count)
    case .fillLast: count - (self.groups(of: count, capacity) - 1) * capacity
    }
  }
}

extension PooledTree {
  @inline(never)
  mutating func insertSplitting(_ new: IncomingHeights, at place: Int) {
    let distribution: Distribution =
      new.rows.lowerBound == count ? .fillFirst : new.rows.lowerBound == 0 ? .fillLast : .even
    let step = path.steps[0]
    // If rows are appended to a full leaf, that leaf stays as it is. Otherwise, the overfull leaf and a
    // neighbour redistribute their rows so that the neighbour's free space is used. If both are full, their
    // rows are spread over three leaves.
    let end = step.index + 1
    let pair = distribution == .even ? neighbours(of: step.index, in: Node(step.node)) : nil
    let staysFull = distribution == .fillFirst && place == Shape.leafRows
    let range = staysFull ? end..<end : pair ?? step.index..<end
    let old = range.map { Node(step.node).part($0) }
    let copied = copyToPath(old)
    let before = range.lowerBound < step.index ? old[0].rows : 0
    var parts = makeLeaves(
      of: new, at: staysFull ? 0 : before + place, old: copied.rows, distribution,
      reusing: old.map { Leaf($0.child) })
    let height = parts.reduce(-copied.height) { $0 + $1.height }
    var replaced = range
    for level in 0..<levels {
      let step = path.steps[level]
      let node = Node(step.node)
      if node.count + parts.count - replaced.count <= Shape.fanOut {
        node.replace(replaced, with: parts[...])
        return add(rows: new.rows.count, height: height, from: level + 1)
      }
      var all = node.parts
      all.replaceSubrange(replaced, with: parts)
      parts = makeNodes(all, distribution, reusing: step.node, level: level)
      if level + 1 < levels {
        let index = path.steps[level + 1].index
        replaced = index..<index + 1
      }
    }
    addLevels(parts, distribution)
  }

  func copyToPath(_ parts: [SumTreePart]) -> (rows: Int, height: Int64) {
    var rows = 0
    var height: Int64 = 0
    for part in parts {
      Leaf(part.child).copyHeights(part.rows, to: path.heights + rows)
      rows += part.rows
      height += part.height
    }
    return (rows, height)
  }

  /// Distributes rows over leaves. The rows are the `old` rows, whose heights are in `path.heights`, and the
  /// new rows, which are inserted at index `place`.
  mutating func makeLeaves(
    of new: IncomingHeights, at place: Int, old: Int, _ distribution: Distribution,
    reusing spare: [Leaf]
  ) -> [SumTreePart] {
    let all = old + new.rows.count
    var groups = distribution.groups(of: all, Shape.fill(Shape.leafRows))
    var parts: [SumTreePart] = []
    parts.reserveCapacity(groups)
    var done = 0
    while done < all {
      let wanted = distribution.first(of: all - done, groups: groups, Shape.leafRows)
      let leaf = parts.count < spare.count ? spare[parts.count] : Leaf(leaves.make())
      let height = fill(leaf, heights(done..<done + wanted, of: new, at: place), wanted)
      parts.append(SumTreePart(child: leaf.memory, rows: wanted, height: height))
      done += wanted
      groups = max(1, groups - 1)
    }
    return parts
  }

  private func heights(_ range: Range<Int>, of new: IncomingHeights, at place: Int)
    -> UnsafePointer<Int32>
  {
    let (count, refilled) = (new.rows.count, path.refilled)
    let middle = range.clamped(to: place..<place + count)
    guard middle != range else { return new.heights + (range.lowerBound - place) }
    for index in range {
      refilled[index - range.lowerBound] =
        middle.contains(index)
        ? new.heights[index - place]
        : path.heights[index < place ? index : index - count]
    }
    return UnsafePointer(refilled)
  }

  mutating func makeNodes(
    _ parts: [SumTreePart], _ distribution: Distribution, reusing node: NodePool.Node?, level: Int
  ) -> [SumTreePart] {
    var groups =
      parts.count <= Shape.fanOut
      ? 1
      : distribution.groups(of: parts.count, Shape.fill(Shape.fanOut), minimum: Shape.minChildren)
    var made: [SumTreePart] = []
    made.reserveCapacity(groups)
    var spare = node
    var done = 0
    repeat {
      let taken = distribution.first(of: parts.count - done, groups: groups, Shape.fanOut)
      let node = Node(spare ?? makeNode(level: level))
      spare = nil
      node.set(parts[done..<done + taken], level: level)
      made.append(SumTreePart(child: node.memory, rows: node.rows, height: node.height))
      done += taken
      groups = max(1, groups - 1)
    } while done < parts.count
    return made
  }
}

extension PooledTree {
  /// Removes whole leaves from the lowest node on the path, starting at `index`, as long as they contain at
  /// most `rows` rows in total. Returns the number of removed rows.
  mutating func removeLeaves(from index: Int, atMost rows: Int) -> Int {
    let node = Node(path.steps[0].node)
    var end = index
    var removed = 0
    var height: Int64 = 0
    while end < node.count, removed + node.rows(of: end) <= rows {
      let part = node.part(end)
      leaves.release(part.child)
      removed += part.rows
      height += part.height
      end += 1
    }
    node.replace(index..<end, with: [])
    add(rows: -removed, height: -height, from: 1)
    rebalancePath()
    return removed
  }

  /// Merges the leaf at the end of the path with a neighbour, or distributes their rows evenly over both
  /// leaves. Called when the leaf has too few rows.
  @inline(never)
  mutating func rebalanceLeaf() {
    let step = path.steps[0]
    let node = Node(step.node)
    guard let pair = neighbours(of: step.index, in: node) else { return }
    let old = pair.map { node.part($0) }
    let all = copyToPath(old).rows
    if all <= Shape.mergedRows {
      leaves.release(old[1].child)
      node.replace(pair, with: [refill(old[0].child, 0..<all)])
      rebalancePath()
    } else {
      let middle = all / 2
      let parts = [refill(old[0].child, 0..<middle), refill(old[1].child, middle..<all)]
      node.replace(pair, with: parts[...])
    }
  }

  private mutating func refill(_ child: NodePool.Node, _ range: Range<Int>) -> SumTreePart {
    let height = fill(Leaf(child), path.heights + range.lowerBound, range.count)
    return SumTreePart(child: child, rows: range.count, height: height)
  }

  private mutating func fill(_ leaf: Leaf, _ heights: UnsafePointer<Int32>, _ rows: Int) -> Int64 {
    let height = leaf.fill(heights, rows)
    checkLeafHeight(of: height)
    return height
  }

  /// Returns the child at `index` and the next one. If `index` is the last child, returns the last two
  /// children. Returns nil if the node has only one child.
  func neighbours(of index: Int, in node: Node) -> Range<Int>? {
    guard node.count > 1 else { return nil }
    let first = min(index, node.count - 2)
    return first..<first + 2
  }

  /// Rebalances the path after children of its lowest node were removed. An empty node is removed. A node
  /// with too few children merges with a neighbour or takes children from it.
  private mutating func rebalancePath() {
    var level = 0
    while level + 1 < levels {
      let node = path.steps[level].node
      let count = Node(node).count
      guard count < Shape.minChildren else { return }
      let step = path.steps[level + 1]
      let parent = Node(step.node)
      if count == 0 {
        release(node, level: level)
        parent.replace(step.index..<step.index + 1, with: [])
      } else {
        guard let pair = neighbours(of: step.index, in: parent) else { return }
        guard mergeNodes(pair, in: parent, level: level) else { return }
      }
      level += 1
    }
    while levels > 1, Node(root).count == 1 {
      let child = Node(root).child(0)
      release(root, level: levels - 1)
      root = child
      levels -= 1
    }
  }

  /// Merges two neighbouring nodes and returns true, or else distributes their children evenly and returns
  /// false.
  private mutating func mergeNodes(_ pair: Range<Int>, in parent: Node, level: Int) -> Bool {
    let old = pair.map { parent.child($0) }
    let all = Node(old[0]).parts + Node(old[1]).parts
    let merges = all.count <= Shape.mergedChildren
    let middle = merges ? all.count : all.count / 2
    var parts = makeNodes(Array(all[..<middle]), .even, reusing: old[0], level: level)
    if merges {
      release(old[1], level: level)
    } else {
      parts += makeNodes(Array(all[middle...]), .even, reusing: old[1], level: level)
    }
    parent.replace(pair, with: parts[...])
    return merges
  }
}
