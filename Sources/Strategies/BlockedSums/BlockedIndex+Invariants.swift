extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// What is wrong with the tree; empty when nothing is, or when another index answers or the tree
  /// waits to be built anew. Tests ask after every edit; timed code never does.
  ///
  /// 1. The leaves give each row its height, and missing rows height 0.
  /// 2. They give each row the sum of its block's heights up to and with it, and row -1 a 0.
  /// 3. There are as many blocks as the rows need, one at least.
  /// 4. `levels` is right about the blocks: `BlockLevels.violations(of:)`.
  func checkInvariants() -> [String] {
    guard form.isTree else { return [] }
    var found: [String] = []
    var totals = [Int64](repeating: 0, count: levels.blocks)
    for row in 0..<levels.blocks * Shape.leaf {
      let height = row < rows.count ? rows.height(of: row).rawValue : 0
      let held = leaves.height(of: row)
      if Int64(held) != height { found.append("row \(row) is \(held), not \(height)") }
      totals[row / Shape.leaf] += height
      let sum = leaves.sum(through: row, levels.masks)
      if Int64(sum) != totals[row / Shape.leaf] {
        found.append("sum through row \(row): \(sum), not \(totals[row / Shape.leaf])")
      }
    }
    if levels.blocks != max(1, (rows.count + Shape.leaf - 1) / Shape.leaf) {
      found.append("\(levels.blocks) blocks for \(rows.count) rows")
    }
    let before = leaves.sum(through: -1, levels.masks)
    if before != 0 { found.append("\(before) before the first leaf") }
    return found + levels.violations(of: totals)
  }
}
