import ListLayout

/// The promises of the tree, for tests: no timed path calls this.
extension SumTreeIndex {
  /// What is wrong with the tree, in words; empty when nothing is.
  ///
  /// 1. A node says of each child how many rows and what height it has; the root, of the list.
  /// 2. All leaves are as deep, none is empty, and no node has more than it can hold. But at the
  ///    list's ends, each has its least number of entries; a root over nodes has two children.
  /// 3. A leaf's edges ascend from 0 and end in its height, at most `Int32.max`, in every lane left.
  /// 4. Each child's first and last row are found in it, and no search begins behind the children.
  /// 5. The pools have given out what is in the tree and nothing else.
  ///
  /// - Parameter isFilled: whether leaves and nodes must have their least number of entries. Rows
  ///   so high that few of them fit a leaf excuse them.
  /// - Complexity: O(n).
  func checkInvariants(isFilled: Bool = true) -> [String] {
    var check = SumTreeCheck(isFilled: isFilled)
    let all = visit(root, level: levels - 1, first: true, last: true, &check)
    check.expect(all.rows == count, "the root has \(all.rows) rows, the list \(count)")
    check.expect(all.height == height, "the root is \(all.height) high, the list \(height)")
    check.expect(levels == 1 || Node(root).count > 1, "the root has one child")
    let (leavesLeaked, nodesLeaked) = (leaves.count - check.leaves, nodes.count - check.nodes)
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
      first || last || !check.isFilled || node.count >= Shape.leastChildren,
      "a node has only \(node.count) children")
    for index in 0..<node.count {
      let entry = node[index]
      check.expect(node.firstRow(of: entry) == sum.rows, "a child begins at a wrong row")
      check.expect(node.top(of: entry) == sum.height, "a child begins at a wrong height")
      let first = first && index == 0
      let last = last && index == node.count - 1
      let found =
        level == 0
        ? visit(Leaf(entry.child), rows: entry.rows, isEdge: first || last, &check)
        : visit(entry.child, level: level - 1, first: first, last: last, &check)
      check.expect(found.rows == entry.rows, "a child has \(found.rows) rows, not \(entry.rows)")
      check.expect(found.height == entry.height, "a child has a wrong height")
      for row in [sum.rows, sum.rows + found.rows - 1] {
        check.expect(node.index(of: node.find(row: row).entry) == index, "row \(row) is not found")
      }
      sum = (sum.rows + found.rows, sum.height + found.height)
    }
    let lastChild = max(0, node.count - 1)
    check.expect(node.guess(row: node.rows) <= lastChild, "a row is looked for behind all children")
    check.expect(
      node.guess(y: node.height) <= lastChild, "a point is looked for behind all children")
    check.expect(node.rows == sum.rows && node.height == sum.height, "a node ends elsewhere")
    return sum
  }

  private func visit(
    _ leaf: Leaf, rows: Int, isEdge: Bool, _ check: inout SumTreeCheck
  ) -> (rows: Int, height: Int64) {
    check.leaves += 1
    check.expect(rows >= 1 && rows <= Shape.leafRows, "a leaf has \(rows) rows")
    check.expect(
      isEdge || !check.isFilled || rows >= Shape.leastRows, "a leaf has only \(rows) rows")
    check.expect(leaf.edges[0] == 0, "a leaf begins at \(leaf.edges[0])")
    for lane in 1..<Leaf.lanes {
      check.expect(leaf.edges[lane - 1] <= leaf.edges[lane], "a row has a negative height")
      check.expect(lane < rows || leaf.edges[lane] == leaf.height, "a leaf goes on after its end")
    }
    return (rows, Int64(leaf.height))
  }
}

/// What was seen of a tree, and what was wrong.
private struct SumTreeCheck {
  let isFilled: Bool
  var leaves = 0
  var nodes = 0
  var problems: [String] = []

  init(isFilled: Bool) { self.isFilled = isFilled }

  mutating func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }
}
