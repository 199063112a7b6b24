import ListLayout

@testable import IndexStrategies

/// An index that can check its own invariants.
protocol CheckedIndex<Rows>: OffsetIndex, ~Copyable {
  /// Descriptions of the violated invariants.
  mutating func checkInvariants() -> [String]
}

extension CheckedIndex where Self: ~Copyable {
  func checkInvariants() -> [String] { [] }
}

/// Violations found so far and the numbers of visited leaves and nodes.
private struct Check {
  var leaves = 0
  var nodes = 0
  var violations: [String] = []

  mutating func expect(_ isTrue: Bool, _ violation: @autoclosure () -> String) {
    if !isTrue { violations.append(violation()) }
  }
}

extension FenwickIndex: CheckedIndex {}
extension PrefixArrayIndex: CheckedIndex {}
extension RunLengthIndex: CheckedIndex {}

extension BlockLevels {
  /// Checks the levels above leaf blocks of the given heights in units.
  ///
  /// 1. Each child's entry in a node is the total height of the preceding children. A missing child's entry
  ///    is the node's total height.
  /// 2. The padding before each level is all zeros.
  /// 3. `total` is the sum of all block heights.
  /// 4. Growth allowed by `reserveGrowth` cannot overflow any block or any node of Int32 sums.
  /// 5. The highest level of the tree has exactly one node.
  /// 6. Entries that lookups read for an absent level are 0.
  fileprivate func checkInvariants(_ heights: [Int64], _ check: inout Check) {
    check.expect(heights.count == blocks, "\(blocks) blocks, not \(heights.count)")
    check.expect(total == heights.reduce(0, +), "total \(total)")
    var totals = heights
    var maximum = heights.max() ?? 0
    for level in 0..<narrowCount + topCount {
      let isNarrow = level < narrowCount || !topsAreWide
      let entries = totals
      totals = []
      let lanes = 1 << (level < narrowCount ? Shape.narrowBits : Shape.topBits)
      for first in stride(from: 0, to: entries.count, by: lanes) {
        var sum: Int64 = 0
        for child in first..<first + lanes {
          let entry = isNarrow ? Int64(narrow(level)[child]) : wide(level)[child]
          check.expect(entry == sum, "level \(level), entry \(child): \(entry), not \(sum)")
          if child < entries.count { sum += entries[child] }
        }
        totals.append(sum)
      }
      if isNarrow { maximum = totals.max() ?? 0 }
      let zeros = isNarrow ? Int64(narrow(level)[-1]) : wide(level)[-1]
      check.expect(zeros == 0, "level \(level) has \(zeros) before it")
    }
    check.expect(totals.count <= 1, "\(totals.count) nodes at the top")
    let lowest = [narrow1, narrow2, narrow3].dropFirst(narrowCount).map { Int64($0[0] | $0[-1]) }
    let highest = [top1, top2, top3].dropFirst(topCount).map {
      Self.wideEntry(0, of: $0) | Self.wideEntry(-1, of: $0)
    }
    check.expect((lowest + highest).allSatisfy { $0 == 0 }, "absent levels add")
    let limit = Int64(Int32.max) - maximum
    check.expect(limit >= 0, "a node is \(maximum) high")
    check.expect(headroom >= 0 && headroom <= limit, "headroom \(headroom), not 0...\(limit)")
  }
}

extension BlockedIndex: CheckedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Checks the tree unless the fallback is in use or the tree is stale.
  ///
  /// 1. The leaves store each row's height, and height 0 for rows that pad the last block.
  /// 2. For each row, the leaves store the sum of its block's heights up to and including that row. The sum
  ///    for row -1 is 0.
  /// 3. The block count matches the row count and is at least 1.
  func checkInvariants() -> [String] {
    guard form.isTree else { return [] }
    var check = Check()
    var totals = [Int64](repeating: 0, count: levels.blocks)
    for row in 0..<levels.blocks * Shape.leaf {
      let height = row < rows.count ? rows.height(of: row).rawValue : 0
      let held = Int64(leaves.height(of: row))
      check.expect(held == height, "row \(row) is \(held), not \(height)")
      totals[row / Shape.leaf] += height >> Int64(leaves.unit)
      let sum = Int64(leaves.sum(through: row, levels.masks))
      check.expect(sum == totals[row / Shape.leaf], "sum through row \(row): \(sum)")
    }
    let blocks = max(1, (rows.count + Shape.leaf - 1) / Shape.leaf)
    check.expect(levels.blocks == blocks, "\(levels.blocks) blocks, not \(blocks)")
    check.expect(leaves.sum(through: -1, levels.masks) == 0, "a sum before the first leaf")
    levels.checkInvariants(totals, &check)
    return check.violations
  }
}

extension SumTreeIndex: CheckedIndex {
  func checkInvariants() -> [String] {
    (short.count > 0 && long.count > 0 ? ["two trees have rows"] : [])
      + (isShort ? short.checkInvariants() : long.checkInvariants())
  }
}

extension PooledTree {
  /// 1. Each node stores every child's correct row count and height. The tree stores the list's correct row
  ///    count and total height.
  /// 2. All leaves have the same depth, none is empty, and no node exceeds its capacity. Nodes have at least
  ///    their minimum number of entries, except at both ends of the list. A root whose children are nodes has
  ///    at least two of them.
  /// 3. The first entry in each leaf block and each node group is 0, and no height is negative. Padding after
  ///    the last row or child repeats its bottom, except where changes never write.
  /// 4. Fast lookups are disabled if any leaf is taller than `Int32.max` units.
  /// 5. Looking up a child's first row, last row or first point finds that child. The child index guessed for
  ///    a point never exceeds the last child's.
  /// 6. The nodes in the tree are exactly those that its pools count as in use.
  func checkInvariants() -> [String] {
    var check = Check()
    let all = visit(root, level: levels - 1, first: true, last: true, &check)
    check.expect(all.rows == count, "the root has \(all.rows) rows, but the list has \(count)")
    check.expect(
      all.height == height, "the root's height is \(all.height), but the list's is \(height)")
    check.expect(levels == 1 || Node(root).count > 1, "the root has one child")
    let leavesLeaked = leaves.count - check.leaves
    let nodesLeaked = nodes.count + upperNodes.count - check.nodes
    check.expect(leavesLeaked == 0, "\(leavesLeaked) leaves leaked")
    check.expect(nodesLeaked == 0, "\(nodesLeaked) nodes leaked")
    return check.violations
  }

  /// Checks a node and all nodes below it. At level 0, a node's children are leaves.
  ///
  /// - Parameters first, last: whether the node is the first or last on its level. These two may have fewer
  ///   children than the minimum.
  /// - Returns: the row count and total height of the leaves below the node.
  private func visit(
    _ memory: NodePool.Node, level: Int, first: Bool, last: Bool, _ check: inout Check
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
      check.expect(Int(node.firstRow(of: index)) == sum.rows, "a child begins at an incorrect row")
      check.expect(node.top(of: index) == sum.height, "a child begins at an incorrect height")
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
    check.expect(node.rows == sum.rows && node.height == sum.height, "a node has a wrong end")
    check.expect(
      node.guess(y: node.height) < max(1, node.count), "a guess is behind all children")
    check.expect(node.isPadded, "a group has an incorrect start or incorrect padding")
    return sum
  }

  private func visit(
    _ leaf: Leaf, rows: Int, isEdge: Bool, _ check: inout Check
  ) -> (rows: Int, height: Int64) {
    check.leaves += 1
    check.expect(rows >= 1 && rows <= Shape.leafRows, "a leaf has \(rows) rows")
    check.expect(isEdge || rows >= Shape.minRows, "a leaf has only \(rows) rows")
    check.expect(leaf.starts[0] == 0, "a leaf begins at \(leaf.starts[0])")
    for lane in 0..<Leaf.lanes {
      check.expect(lane % Leaf.block > 0 || leaf.edges[lane] == 0, "a block has a wrong start")
      check.expect(lane + 1 == Leaf.lanes || leaf.height(of: lane) >= 0, "a height is negative")
      check.expect(
        lane < rows || leaf.top(of: lane) == leaf.height, "a leaf's padding is incorrect")
    }
    for block in Leaf.blocks..<Leaf.maxBlocks {
      check.expect(leaf.starts[block] == leaf.height, "a missing block has an incorrect start")
    }
    let height = leaf.height(of: 0..<rows)
    let wraps = height > Int64(Int32.max)
    check.expect(!wraps || fastPathBias > 0, "edges overflow although fast lookups are enabled")
    return (rows, height)
  }
}

extension SumTreeNode {
  /// Whether each group of tops begins with 0 and the padding after the last child is correct.
  var isPadded: Bool {
    // Keep these loops simple: in tests, they run in unoptimised builds for every node after every change.
    let (tops, edges, starts) = (tops, rowEdges, starts)
    let (rows, height) = (edges[count], height)
    let end = (count &>> 4 &+ 1) &* Self.group
    var lane = 0
    while lane < end {
      if lane & (Self.group &- 1) == 0, tops[lane] != 0 { return false }
      let isAtEnd = top(of: lane) == height && edges[lane] == rows
      if lane >= count, !isAtEnd { return false }
      lane &+= 1
    }
    for group in end / Self.group..<Self.groups {
      let isWritten = group < startsInUse
      if isWritten ? Int64(starts[group]) != height : starts[group] != Sum.max { return false }
    }
    return true
  }
}

extension BalancedTreeIndex: CheckedIndex {
  func checkInvariants() -> [String] { tree.checkInvariants() }
}

extension RowTree {
  func checkInvariants() -> [String] {
    var check = Check()
    let sums = Self.visit(all.root, &check)
    check.expect(sums.count == all.count && sums.height == all.height, "the totals are wrong")
    return check.violations
  }

  private static func visit(_ root: Link?, _ check: inout Check) -> Part {
    guard let root else { return Part() }
    let node = root.pointee
    let (left, right) = (visit(node.left, &check), visit(node.right, &check))
    let level = max(left.level, right.level) + 1
    check.expect(abs(left.level - right.level) <= 1, "levels \(left.level), \(right.level)")
    check.expect(node.level == level, "level \(node.level), not \(level)")
    check.expect(
      node.leftRows == left.count && node.leftHeight == left.height,
      "\(node.leftRows) rows on the left, not \(left.count)")
    return Part(
      root: root, count: left.count + right.count + 1,
      height: left.height + right.height + Int64(node.height))
  }
}

extension AdaptiveIndex: CheckedIndex {
  /// 1. With blocked sums, the patch and the tree are empty. With a tree, the patch is empty.
  /// 2. A patch contains all rows of the list, with old rows in ascending order and no empty pieces. Each
  ///    piece stores the total height of its rows.
  /// 3. With a patch, the tree contains the first rows of the list. If all rows not yet copied are deleted,
  ///    the tree contains all rows, and the next call of `total()` or `row(at:)` switches to the tree.
  mutating func checkInvariants() -> [String] {
    var check = Check(violations: tree.checkInvariants())
    guard form == .patched else {
      let isClean = patch.pieces.isEmpty && (form == .tree || tree.count == 0)
      check.expect(isClean, "unused patch or tree")
      return check.violations
    }
    var (row, end) = (0, 0)
    for (index, piece) in patch.pieces.enumerated() {
      check.expect(piece.isNew ? piece.count == 1 : piece.count > 0, "piece \(index) is empty")
      if !piece.isNew {
        check.expect(piece.old >= end, "piece \(index) is not in order")
        end = piece.old + piece.count
        let height = height(before: piece.count, in: index)
        check.expect(piece.height == height, "piece \(index): \(piece.height), not \(height)")
      }
      row += piece.count
    }
    check.expect(row == patch.count && row == rows.count, "\(row) rows of \(rows.count)")
    check.expect(tree.count <= row, "the tree contains only \(tree.count) of \(row) rows")
    for row in 0..<min(row, tree.count) where tree.offset(of: row) != offset(of: row) {
      check.violations.append("row \(row) of the tree has an incorrect offset")
    }
    return check.violations
  }
}
