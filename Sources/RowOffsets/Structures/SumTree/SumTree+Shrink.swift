import ListLayout

extension SumTreeIndex {
  /// Removes whole leaves of the path's lowest node, from one on, with at most `rows` rows.
  ///
  /// - Returns: the rows they had.
  mutating func removeLeaves(from index: Int, atMost rows: Int) -> Int {
    let node = Node(path.steps[0].node)
    var end = index
    var gone = 0
    var height: Int64 = 0
    while end < node.count, gone + node[end].rows <= rows {
      let part = node[end].part
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
  ///
  /// Neighbours that together are too high for one leaf stay as they are.
  @inline(never)
  mutating func mendLeaf() {
    let step = path.steps[0]
    let node = Node(step.node)
    guard let pair = neighbours(of: step.index, in: node) else { return }
    let old = pair.map { node[$0].part }
    guard old[0].height + old[1].height <= Int64(Int32.max) else { return }
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
  private func refill(_ child: NodePool.Node, _ range: Range<Int>) -> SumTreePart {
    let leaf = Leaf(child)
    (leaf.edges + 1).update(from: path.heights + range.lowerBound, count: range.count)
    let (rows, height) = leaf.sumUp(range.count)
    return SumTreePart(child: child, rows: rows, height: Int64(height))
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
      guard count < Shape.leastChildren else { return }
      let step = path.steps[level + 1]
      let parent = Node(step.node)
      if count == 0 {
        nodes.release(node)
        parent.replace(step.index..<step.index + 1, with: [])
      } else {
        guard let pair = neighbours(of: step.index, in: parent) else { return }
        guard mergeNodes(pair, in: parent) else { return }
      }
      level += 1
    }
    // A root with one child gives way to it.
    while levels > 1, Node(root).count == 1 {
      let child = Node(root)[0].child
      nodes.release(root)
      root = child
      levels -= 1
    }
  }

  /// Makes one node of two neighbours, or deals their children out to both.
  ///
  /// - Returns: whether it is one node now.
  private mutating func mergeNodes(_ pair: Range<Int>, in parent: Node) -> Bool {
    let old = pair.map { parent[$0].child }
    let all = Node(old[0]).parts + Node(old[1]).parts
    let merges = all.count <= Shape.mergedChildren
    let half = merges ? all.count : all.count / 2
    var parts = makeNodes(Array(all[..<half]), .even, reusing: old[0])
    if merges {
      nodes.release(old[1])
    } else {
      parts += makeNodes(Array(all[half...]), .even, reusing: old[1])
    }
    parent.replace(pair, with: parts[...])
    return merges
  }
}
