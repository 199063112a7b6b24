import BenchTool

/// Stores the offset of every 64th row and adds up heights from the nearest one.
struct Milestones<Rows: RowSource>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "milestones", title: "every 64th row's offset", origin: "an example", modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .constant, hitTest: .logarithmic, change: .linear, edit: .linear,
        frame: .logarithmic, rotate: .linear))
  }

  private let stride = 64
  private let rows: Rows
  private var tops = [LayoutUnit.zero]  // the offsets of rows 0, 64, 128 and so on, then the total
  init(rows: Rows) {
    self.rows = rows
    addUp(from: 0)
  }

  var count: Int { rows.count }
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func total() -> LayoutUnit { tops[tops.count - 1] }
  func offset(of row: Int) -> LayoutUnit { offset(of: row, from: row / stride) }

  func row(at offset: LayoutUnit) -> Int {
    // This binary search finds the last block that starts at or above `offset`.
    var (block, end) = (0, tops.count - 1)
    while end - block > 1 {
      let middle = (block + end) / 2
      (block, end) = tops[middle] <= offset ? (middle, end) : (block, middle)
    }
    var bottom = tops[block]
    for row in block * stride..<count {
      bottom += rows.height(of: row)
      if bottom > offset { return row }
    }
    return max(0, count - 1)
  }

  mutating func heightChanged(of row: Int) {
    let next = row / stride + 1
    let growth = offset(of: min(count, next * stride), from: next - 1) - tops[next]
    for block in next..<tops.count { tops[block] += growth }
    rows.note(.rowsScanned, tops.count - next)
  }
  mutating func heightsChanged() { addUp(from: 0) }
  mutating func inserted(_ new: Range<Int>) { addUp(from: new.lowerBound / stride) }
  mutating func deleted(_ old: Range<Int>) { addUp(from: old.lowerBound / stride) }

  private func offset(of row: Int, from block: Int) -> LayoutUnit {
    (block * stride..<row).reduce(tops[block]) { $0 + rows.height(of: $1) }
  }
  private mutating func addUp(from block: Int) {
    tops.removeSubrange((block + 1)...)
    rows.note(.rowsScanned, count - block * stride)
    for start in Swift.stride(from: block * stride, to: count, by: stride) {
      tops.append(offset(of: min(count, start + stride), from: start / stride))
    }
  }
}
typealias MilestoneList<Rows: RowSource> = IndexedList<Milestones<Rows>>
