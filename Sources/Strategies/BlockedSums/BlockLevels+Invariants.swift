extension BlockLevels {
  /// What is wrong with the levels over blocks of these heights; empty when nothing is. For tests.
  ///
  /// 1. The entries of a node are the sums of the children before each; where a child is missing,
  ///    the node's total.
  /// 2. Zeros stand before each level.
  /// 3. `total` is the sum of all blocks.
  /// 4. No node of Int32 sums, and no block, can overflow before `headroom` is used up.
  /// 5. The highest level is one node.
  /// 6. Absent levels add nothing.
  func violations(of heights: [Int64]) -> [String] {
    var found: [String] = []
    if heights.count != blocks { found.append("\(blocks) blocks, not \(heights.count)") }
    let sum = heights.reduce(0, +)
    if total != sum { found.append("total \(total), not \(sum)") }
    var totals = heights
    var greatest = heights.max() ?? 0
    for level in 0..<narrowCount + wideCount {
      let isNarrow = level < narrowCount
      let entries = totals
      totals = []
      let lanes = isNarrow ? Shape.narrow : Shape.wide
      for first in stride(from: 0, to: entries.count, by: lanes) {
        var sum: Int64 = 0
        for child in first..<first + lanes {
          let entry = isNarrow ? Int64(narrow(level)[child]) : wide(level)[child]
          if entry != sum { found.append("level \(level), entry \(child): \(entry), not \(sum)") }
          if child < entries.count { sum += entries[child] }
        }
        totals.append(sum)
      }
      if isNarrow { greatest = totals.max() ?? 0 }
      let zeros = isNarrow ? Int64(narrow(level)[-1]) : wide(level)[-1]
      if zeros != 0 { found.append("level \(level) has \(zeros) before it") }
    }
    if totals.count > 1 { found.append("\(totals.count) nodes at the top") }
    let lowest = [narrow1, narrow2, narrow3].dropFirst(narrowCount).map { Int64($0[0] | $0[-1]) }
    let highest = [wide1, wide2, wide3].dropFirst(wideCount).map { $0[0] | $0[-1] }
    if (lowest + highest).contains(where: { $0 != 0 }) { found.append("absent levels add") }
    let room = Int64(Int32.max) - greatest
    if headroom < 0 || headroom > room { found.append("headroom \(headroom), not 0...\(room)") }
    return found
  }
}
