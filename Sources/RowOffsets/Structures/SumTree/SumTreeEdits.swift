extension PooledTree {
  /// Gives a row another height.
  @inline(__always)
  mutating func change(_ row: Int, to height: Int64) {
    let row = UInt32(truncatingIfNeeded: row)
    let node = Node(root)
    // Nearly all lists have one level or two: the way down need not be noted.
    if _fastPath(levels == 2) {
      let index = node.index(ofRow: row, level: 1)
      let child = Node(node.child(index))
      let rest = row &- node.firstRow(of: index)
      guard let difference = change(rest, of: child, to: height) else { return }
      node.add(height: difference, to: index, path.masks)
      note(rows: 0, height: difference)
    } else if levels == 1 {
      guard let difference = change(row, of: node, to: height) else { return }
      note(rows: 0, height: difference)
    } else {
      changeBelow(row, to: height)
    }
  }

  /// Gives a row another height in a tree of many levels.
  @inline(never)
  private mutating func changeBelow(_ row: UInt32, to height: Int64) {
    let (_, place) = descend(to: Int(row))
    let step = path.steps[0]
    let node = Node(step.node)
    let row = node.firstRow(of: step.index) &+ UInt32(truncatingIfNeeded: place)
    guard let difference = change(row, of: node, to: height) else { return }
    note(rows: 0, height: difference, from: 1)
  }

  /// Gives a row of a node over leaves another height.
  ///
  /// - Returns: by how much that is more than before; nil if it had that height.
  @inline(__always)
  private mutating func change(_ row: UInt32, of node: Node, to height: Int64) -> Int64? {
    let index = node.index(ofRow: row, level: 0)
    let leaf = Leaf(node.child(index))
    let place = Int(row &- node.firstRow(of: index))
    let difference = height &- Int64(leaf.height(of: place))
    guard difference != 0 else { return nil }
    expectLeaf(of: node.height(of: index) &+ difference)
    leaf.add(Int32(truncatingIfNeeded: difference), to: place, path.masks)
    node.add(height: difference, to: index, path.masks)
    return difference
  }

  /// Puts rows in, whose heights lie at an address.
  ///
  /// - Returns: whether leaves were dealt out anew for them.
  mutating func insert(_ new: IncomingHeights) -> Bool {
    let (rows, heights) = (new.rows, new.heights)
    // New rows go after the row before them, so that appended rows find the last leaf.
    let before = max(0, rows.lowerBound &- 1)
    let (leaf, near) = descend(to: before)
    let place = near &+ rows.lowerBound &- before
    let step = path.steps[0]
    let filled = Node(step.node).rows(of: step.index)
    guard rows.count <= Shape.leafRows &- filled else {
      grow(new, at: place)
      return true
    }
    let own = Node(step.node).height(of: step.index)
    if rows.count == 1 {
      let height = Int64(heights[0])
      expectLeaf(of: own &+ height)
      leaf.insert(heights[0], at: place, path.masks)
      note(rows: 1, height: height, from: 0)
    } else {
      var height: Int64 = 0
      for index in 0..<rows.count { height &+= Int64(heights[index]) }
      expectLeaf(of: own &+ height)
      leaf.insert(heights, count: rows.count, at: place, rows: filled, in: path.coming)
      note(rows: rows.count, height: height, from: 0)
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
        let gone = min(left, rows &- place)
        let height = leaf.height(of: place..<place &+ gone)
        if gone == 1 {
          leaf.remove(at: place, path.masks)
        } else {
          leaf.remove(gone, at: place, rows: rows, in: path.coming)
        }
        note(rows: 0 &- gone, height: 0 &- height, from: 0)
        left &-= gone
        if rows &- gone < Shape.minRows { mendLeaf() }
      }
    }
  }

  /// Goes down to the leaf that holds a row and notes the way.
  ///
  /// - Returns: the leaf, and the row's index in it.
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

  /// Tells the path's nodes from a level up, and the list, of rows and height that came or went
  /// below.
  @inline(__always)
  mutating func note(rows: Int, height: Int64, from level: Int) {
    let (steps, masks, levels) = (path.steps, path.masks, levels)
    var level = level
    while level < levels {
      let step = steps[level]
      Node(step.node).add(height: height, to: step.index, masks)
      if rows != 0 { Node(step.node).add(rows: rows, to: step.index, masks) }
      level &+= 1
    }
    note(rows: rows, height: height)
  }

  /// Tells the list of rows and height that came or went.
  @inline(__always)
  private mutating func note(rows: Int, height: Int64) {
    promptCount &+= rows
    promptHeight &+= height
    finger.rows = 0
    finger.height = 0
  }

  /// From a leaf of more than `Int32.max` on, until all is built anew, no question is answered promptly.
  @inline(__always)
  mutating func expectLeaf(of height: Int64) {
    if Leaf.canWrap, _slowPath(height > Int64(Int32.max)), withheld == 0 {
      (promptCount, promptHeight) = (promptCount &- 1 &<< 62, promptHeight &- 1 &<< 62)
      withheld = 1 &<< 62
    }
  }
}

/// Rows that come in, and their heights in a tree's units.
struct IncomingHeights {
  var rows: Range<Int>
  var heights: UnsafePointer<Int32>
}

/// How entries that are too many for one node are dealt out.
enum Split {
  /// About as many to each: more may come anywhere.
  case even
  /// All nodes full but the last: entries are being appended.
  case fillFirst
  /// All nodes full but the first: entries are being prepended.
  case fillLast

  /// The number of nodes for `count` entries, about `fill` in each and at least `least`.
  func groups(of count: Int, _ fill: Int, least: Int = 1) -> Int {
    max(1, min((count + fill - 1) / fill, count / least))
  }

  /// The number of entries for the first of `groups` nodes.
  func first(of count: Int, groups: Int, _ capacity: Int) -> Int {
    switch self {
    case .even: min(capacity, (count + groups - 1) / groups)
    case .fillFirst: min(capacity, count)
    case .fillLast: count - (self.groups(of: count, capacity) - 1) * capacity
    }
  }
}

extension PooledTree {
  /// Inserts rows for which the path's leaf is too small.
  @inline(never)
  mutating func grow(_ new: IncomingHeights, at place: Int) {
    let split: Split =
      new.rows.lowerBound == count ? .fillFirst : new.rows.lowerBound == 0 ? .fillLast : .even
    let step = path.steps[0]
    // A neighbour shares the load: its room is used, and two full leaves become three.
    let pair = split == .even ? neighbours(of: step.index, in: Node(step.node)) : nil
    let range = pair ?? step.index..<step.index + 1
    let old = range.map { Node(step.node).part($0) }
    let gathered = gather(old)
    let before = range.lowerBound < step.index ? old[0].rows : 0
    var parts = makeLeaves(
      of: new, at: before + place, old: gathered.rows, split, reusing: old.map { Leaf($0.child) })
    let height = parts.reduce(-gathered.height) { $0 + $1.height }
    var replaced = range
    for level in 0..<levels {
      let step = path.steps[level]
      let node = Node(step.node)
      if node.count + parts.count - replaced.count <= Shape.fanOut {
        node.replace(replaced, with: parts[...])
        return note(rows: new.rows.count, height: height, from: level + 1)
      }
      var all = node.parts
      all.replaceSubrange(replaced, with: parts)
      parts = makeNodes(all, split, reusing: step.node, level: level)
      if level + 1 < levels {
        let index = path.steps[level + 1].index
        replaced = index..<index + 1
      }
    }
    raise(parts, split)
  }

  /// Notes the heights of leaves in the path.
  func gather(_ parts: [SumTreePart]) -> (rows: Int, height: Int64) {
    var rows = 0
    var height: Int64 = 0
    for part in parts {
      Leaf(part.child).copyHeights(part.rows, to: path.heights + rows)
      rows += part.rows
      height += part.height
    }
    return (rows, height)
  }

  /// Deals rows out to leaves: new ones, and around them the `old` ones whose heights are noted in
  /// the path.
  mutating func makeLeaves(
    of new: IncomingHeights, at place: Int, old: Int, _ split: Split, reusing spare: [Leaf]
  ) -> [SumTreePart] {
    let all = old + new.rows.count
    var groups = split.groups(of: all, Shape.fill(Shape.leafRows))
    var parts: [SumTreePart] = []
    parts.reserveCapacity(groups)
    var done = 0
    while done < all {
      let wanted = split.first(of: all - done, groups: groups, Shape.leafRows)
      let leaf = parts.count < spare.count ? spare[parts.count] : Leaf(leaves.make())
      let height = fill(leaf, heights(done..<done + wanted, of: new, at: place), wanted)
      parts.append(SumTreePart(child: leaf.memory, rows: wanted, height: height))
      done += wanted
      groups = max(1, groups - 1)
    }
    return parts
  }

  /// Heights of the sequence that new rows make with a leaf's rows around them: where they lie in a row.
  private func heights(_ range: Range<Int>, of new: IncomingHeights, at place: Int)
    -> UnsafePointer<Int32>
  {
    let (count, coming) = (new.rows.count, path.coming)
    let middle = range.clamped(to: place..<place + count)
    guard middle != range else { return new.heights + (range.lowerBound - place) }
    for index in range {
      coming[index - range.lowerBound] =
        middle.contains(index)
        ? new.heights[index - place]
        : path.heights[index < place ? index : index - count]
    }
    return UnsafePointer(coming)
  }

  /// Deals children out to nodes.
  mutating func makeNodes(
    _ parts: [SumTreePart], _ split: Split, reusing node: NodePool.Node?, level: Int
  ) -> [SumTreePart] {
    var groups =
      parts.count <= Shape.fanOut
      ? 1
      : split.groups(of: parts.count, Shape.fill(Shape.fanOut), least: Shape.minChildren)
    var made: [SumTreePart] = []
    made.reserveCapacity(groups)
    var spare = node
    var done = 0
    repeat {
      let taken = split.first(of: parts.count - done, groups: groups, Shape.fanOut)
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
  /// Removes whole leaves of the path's lowest node, from one on, with at most `rows` rows.
  ///
  /// - Returns: the rows they had.
  mutating func removeLeaves(from index: Int, atMost rows: Int) -> Int {
    let node = Node(path.steps[0].node)
    var end = index
    var gone = 0
    var height: Int64 = 0
    while end < node.count, gone + node.rows(of: end) <= rows {
      let part = node.part(end)
      leaves.release(part.child)
      gone += part.rows
      height += part.height
      end += 1
    }
    node.replace(index..<end, with: [])
    note(rows: -gone, height: -height, from: 1)
    mendNode()
    return gone
  }

  /// The path's leaf has few rows: it merges with a neighbour or takes rows from it.
  @inline(never)
  mutating func mendLeaf() {
    let step = path.steps[0]
    let node = Node(step.node)
    guard let pair = neighbours(of: step.index, in: node) else { return }
    let old = pair.map { node.part($0) }
    let all = gather(old).rows
    if all <= Shape.mergedRows {
      leaves.release(old[1].child)
      node.replace(pair, with: [refill(old[0].child, 0..<all)])
      mendNode()
    } else {
      let half = all / 2
      let parts = [refill(old[0].child, 0..<half), refill(old[1].child, half..<all)]
      node.replace(pair, with: parts[...])
    }
  }

  /// Gives a leaf heights that are noted in the path.
  private mutating func refill(_ child: NodePool.Node, _ range: Range<Int>) -> SumTreePart {
    let height = fill(Leaf(child), path.heights + range.lowerBound, range.count)
    return SumTreePart(child: child, rows: range.count, height: height)
  }

  /// Makes heights a leaf's.
  private mutating func fill(_ leaf: Leaf, _ heights: UnsafePointer<Int32>, _ rows: Int) -> Int64 {
    let height = leaf.fill(heights, rows)
    expectLeaf(of: height)
    return height
  }

  /// A child and the next one, or the one before it when it is the last; nil for an only child.
  func neighbours(of index: Int, in node: Node) -> Range<Int>? {
    guard node.count > 1 else { return nil }
    let first = min(index, node.count - 2)
    return first..<first + 2
  }

  /// The path's lowest node lost children. A node without any goes; one with few merges with a
  /// neighbour, or takes children from it; and so on upwards.
  private mutating func mendNode() {
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
    // A root with one child gives way to it.
    while levels > 1, Node(root).count == 1 {
      let child = Node(root).child(0)
      release(root, level: levels - 1)
      root = child
      levels -= 1
    }
  }

  /// Makes one node of two neighbours, or deals their children out to both.
  ///
  /// - Returns: whether it is one node now.
  private mutating func mergeNodes(_ pair: Range<Int>, in parent: Node, level: Int) -> Bool {
    let old = pair.map { parent.child($0) }
    let all = Node(old[0]).parts + Node(old[1]).parts
    let merges = all.count <= Shape.mergedChildren
    let half = merges ? all.count : all.count / 2
    var parts = makeNodes(Array(all[..<half]), .even, reusing: old[0], level: level)
    if merges {
      release(old[1], level: level)
    } else {
      parts += makeNodes(Array(all[half...]), .even, reusing: old[1], level: level)
    }
    parent.replace(pair, with: parts[...])
    return merges
  }
}
