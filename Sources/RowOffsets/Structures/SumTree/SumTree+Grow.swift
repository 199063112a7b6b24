import ListLayout

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

extension SumTreeIndex {
  /// Inserts rows for which the path's leaf is too small.
  @inline(never)
  mutating func grow(_ new: Range<Int>, at place: Int) {
    let split: Split =
      new.lowerBound == count ? .fillFirst : new.lowerBound == 0 ? .fillLast : .even
    let step = path.steps[0]
    // A neighbour shares the load: its room is used, and two full leaves become three.
    let pair = split == .even ? neighbours(of: step.index, in: Node(step.node)) : nil
    let range = pair ?? step.index..<step.index + 1
    let old = range.map { Node(step.node)[$0].part }
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
        return note(rows: new.count, height: height, from: level + 1)
      }
      var all = node.parts
      all.replaceSubrange(replaced, with: parts)
      parts = makeNodes(all, split, reusing: step.node)
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
    of new: Range<Int>, at place: Int, old: Int, _ split: Split, reusing spare: [Leaf]
  ) -> [SumTreePart] {
    rows.note(.rowsScanned, new.count)
    let all = old + new.count
    var groups = split.groups(of: all, Shape.fill(Shape.leafRows))
    var parts: [SumTreePart] = []
    parts.reserveCapacity(groups)
    var done = 0
    while done < all {
      let wanted = split.first(of: all - done, groups: groups, Shape.leafRows)
      let leaf = parts.count < spare.count ? spare[parts.count] : Leaf(leaves.make())
      copyHeights(done..<done + wanted, of: new, at: place, to: leaf.edges + 1)
      let (fitting, height) = leaf.sumUp(wanted)
      parts.append(SumTreePart(child: leaf.memory, rows: fitting, height: Int64(height)))
      done += fitting
      groups = max(1, groups - 1)
    }
    return parts
  }

  /// Copies heights of the sequence that new rows make with a leaf's rows around them.
  private func copyHeights(
    _ range: Range<Int>, of new: Range<Int>, at place: Int,
    to heights: UnsafeMutablePointer<Int32>
  ) {
    let end = place + new.count
    let before = range.clamped(to: 0..<place)
    let middle = range.clamped(to: place..<end)
    let after = max(end, range.lowerBound)..<max(end, range.upperBound)
    if !before.isEmpty {
      heights.update(from: path.heights + before.lowerBound, count: before.count)
    }
    if !middle.isEmpty {
      let first = new.lowerBound + middle.lowerBound - place
      rows.copyHeights(
        of: first..<first + middle.count, to: heights + (middle.lowerBound - range.lowerBound))
    }
    if !after.isEmpty {
      (heights + (after.lowerBound - range.lowerBound)).update(
        from: path.heights + (after.lowerBound - new.count), count: after.count)
    }
  }

  /// Deals children out to nodes.
  mutating func makeNodes(
    _ parts: [SumTreePart], _ split: Split, reusing node: NodePool.Node?
  ) -> [SumTreePart] {
    var groups =
      parts.count <= Shape.fanOut
      ? 1
      : split.groups(of: parts.count, Shape.fill(Shape.fanOut), least: Shape.leastChildren)
    var made: [SumTreePart] = []
    made.reserveCapacity(groups)
    var spare = node
    var done = 0
    repeat {
      let taken = split.first(of: parts.count - done, groups: groups, Shape.fanOut)
      let node = Node(spare ?? nodes.make())
      spare = nil
      node.set(parts[done..<done + taken])
      made.append(SumTreePart(child: node.memory, rows: node.rows, height: node.height))
      done += taken
      groups = max(1, groups - 1)
    } while done < parts.count
    return made
  }
}
