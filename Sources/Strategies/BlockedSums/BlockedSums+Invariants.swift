extension BlockedSumsIndex {
  /// What is wrong with the tree; empty when nothing is, or when it waits to be built anew. Tests
  /// ask after every edit; timed code never does.
  ///
  /// 1. A leaf's entries are the sums of its rows up to and with each; missing rows have height 0.
  /// 2. Zeros stand before the first leaf.
  /// 3. `levels` is right about the blocks: `BlockLevels.violations(of:)`.
  func checkInvariants() -> [String] {
    guard form.isTree else { return [] }
    var found: [String] = []
    var heights: [Int64] = []
    for block in 0..<levels.blocks {
      var sum: Int64 = 0
      for row in block * Shape.leaf..<(block + 1) * Shape.leaf {
        if row < rows.count { sum += rows.height(of: row).rawValue }
        if Int64(leaves[row]) != sum {
          found.append("leaf entry \(row): \(leaves[row]) not \(sum)")
        }
      }
      heights.append(sum)
    }
    if levels.blocks != max(1, (rows.count + Shape.leaf - 1) / Shape.leaf) {
      found.append("\(levels.blocks) blocks for \(rows.count) rows")
    }
    if leaves[-1] != 0 { found.append("\(leaves[-1]) before the first leaf") }
    return found + levels.violations(of: heights)
  }
}
