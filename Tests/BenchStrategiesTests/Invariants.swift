import ListLayout

@testable import IndexStrategies

/// An index with internal invariants that don't affect its results, such as the balance of a tree.
protocol CheckedIndex<Rows>: OffsetIndex, ~Copyable {
  /// Returns descriptions of the violated invariants.
  mutating func checkInvariants() -> [String]
}

extension CheckedIndex where Self: ~Copyable {
  func checkInvariants() -> [String] { [] }
}

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

extension BlockedIndex: CheckedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Checks that growth reserved by `reserveGrowth` cannot overflow a block or a node with Int32 sums, and
  /// that the rows that pad the last block have height 0.
  func checkInvariants() -> [String] {
    guard form.isTree else { return [] }
    var check = Check()
    var totals = [Int64](repeating: 0, count: levels.blocks)
    for row in 0..<rows.count {
      totals[row / Shape.leaf] += rows.height(of: row).rawValue >> Int64(leaves.unit)
    }
    for level in 0..<levels.narrowCount + (levels.topsAreWide ? 0 : levels.topCount) {
      let lanes = 1 << (level < levels.narrowCount ? Shape.narrowBits : Shape.topBits)
      totals = stride(from: 0, to: totals.count, by: lanes).map {
        totals[$0..<min($0 + lanes, totals.count)].reduce(0, +)
      }
    }
    let limit = Int64(Int32.max) - (totals.max() ?? 0)
    check.expect(0...max(0, limit) ~= levels.headroom, "headroom \(levels.headroom) of \(limit)")
    for row in rows.count..<levels.blocks * Shape.leaf {
      check.expect(leaves.height(of: row) == 0, "padding row \(row) does not have height 0")
    }
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
  func checkInvariants() -> [String] {
    var check = Check()
    visit(root, level: levels - 1, first: true, last: true, &check)
    check.expect(levels == 1 || Node(root).count > 1, "the root has one child")
    let leaked = (leaves.count - check.leaves, nodes.count + upperNodes.count - check.nodes)
    check.expect(leaked == (0, 0), "\(leaked) leaves and nodes leaked")
    return check.violations
  }

  /// Checks a node and all nodes below it. The first and last node of a level may have fewer children than the
  /// minimum.
  private func visit(
    _ memory: NodePool.Node, level: Int, first: Bool, last: Bool, _ check: inout Check
  ) {
    let node = Node(memory)
    check.nodes += 1
    check.expect(
      node.count <= Shape.fanOut && (first || last || node.count >= Shape.minChildren),
      "a node has \(node.count) children")
    check.expect(
      node.guess(y: node.height) < max(1, node.count), "a guess is behind all children")
    for index in 0..<node.count {
      let part = node.part(index)
      let (first, last) = (first && index == 0, last && index == node.count - 1)
      guard level == 0 else {
        visit(part.child, level: level - 1, first: first, last: last, &check)
        continue
      }
      check.leaves += 1
      let minimum = first || last ? 1 : Shape.minRows
      check.expect(minimum...Shape.leafRows ~= part.rows, "a leaf has \(part.rows) rows")
      let wraps = Leaf(part.child).height(of: 0..<part.rows) > Int64(Int32.max)
      check.expect(
        !wraps || fastPathBias > 0, "a leaf's edges overflow although fast lookups are enabled")
    }
  }
}

extension BalancedTreeIndex: CheckedIndex {
  func checkInvariants() -> [String] { tree.checkInvariants() }
}

extension RowTree {
  func checkInvariants() -> [String] {
    var check = Check()
    _ = Self.visit(all.root, &check)
    return check.violations
  }

  private static func visit(_ root: Link?, _ check: inout Check) -> Int32 {
    guard let node = root?.pointee else { return 0 }
    let (left, right) = (visit(node.left, &check), visit(node.right, &check))
    check.expect(abs(left - right) <= 1, "levels \(left), \(right)")
    check.expect(node.level == max(left, right) + 1, "level \(node.level)")
    return node.level
  }
}

extension AdaptiveIndex: CheckedIndex {
  mutating func checkInvariants() -> [String] {
    var check = Check(violations: tree.checkInvariants())
    if form == .patched {
      check.expect(patch.pieces.allSatisfy { $0.count > 0 }, "a piece is empty")
      check.expect(
        tree.count <= rows.count,
        "the tree has \(tree.count) rows, but the list has only \(rows.count)")
    } else {
      let isClean = patch.pieces.isEmpty && (form == .tree || tree.count == 0)
      check.expect(isClean, "unused patch or tree")
    }
    return check.violations
  }
}
