extension CodedSumsIndex {
  /// What is wrong with the tree; empty when nothing is, or when it waits to be built anew. Tests
  /// ask after every edit; timed code never does.
  ///
  /// 1. A row's code is that of its height; missing rows have code 0, the code of height 0.
  /// 2. Code 0 stands before the first leaf.
  /// 3. `levels` is right about the blocks: `BlockLevels.violations(of:)`.
  func checkInvariants() -> [String] {
    if form == .fallback { return fallback?.checkInvariants() ?? ["nothing to fall back on"] }
    guard form.isTree else { return [] }
    var found: [String] = []
    var totals = [Int64](repeating: 0, count: levels.blocks)
    for row in 0..<levels.blocks * Shape.leaf {
      let height = row < rows.count ? rows.height(of: row).rawValue : 0
      let coded = Int64(heights.heights[Int(codes[row])])
      if coded != height { found.append("row \(row) is coded as \(coded), not \(height)") }
      totals[row / Shape.leaf] += height
    }
    if levels.blocks != max(1, (rows.count + Shape.leaf - 1) / Shape.leaf) {
      found.append("\(levels.blocks) blocks for \(rows.count) rows")
    }
    if heights.heights[0] != 0 { found.append("code 0 is \(heights.heights[0])") }
    for lane in 1...Shape.leaf where codes[-lane] != 0 {
      found.append("code \(codes[-lane]) before the first leaf")
    }
    return found + levels.violations(of: totals)
  }
}
