import ListLayout

/// Offsets by adding up: what the clever indexes are checked against, plain on purpose.
///
/// Until a height changes, every offset stands in an array. After that, answers are added up from
/// the totals of blocks of 1,024 rows and the heights inside one block, so that a change is two
/// additions.
struct BlockSums {
  private static let blockSize = 1024
  private var heights: [Int32]
  private var blocks: [Int64]
  /// P(i) for i in 0...count; empty once a height has changed.
  private var offsets: [Int64]
  private(set) var total: LayoutUnit

  /// Reads every height once.
  init(_ rows: some RowSource) {
    heights = [Int32](repeating: 0, count: rows.count)
    heights.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { rows.copyHeights(of: 0..<buffer.count, to: base) }
    }
    blocks = [Int64](repeating: 0, count: heights.count / Self.blockSize + 1)
    offsets = [Int64](repeating: 0, count: heights.count + 1)
    var sum: Int64 = 0
    for (row, height) in heights.enumerated() {
      blocks[row / Self.blockSize] += Int64(height)
      sum += Int64(height)
      offsets[row + 1] = sum
    }
    total = LayoutUnit(rawValue: sum)
  }

  /// P(row), for `row` in `0...count`.
  func offset(of row: Int) -> LayoutUnit {
    guard offsets.isEmpty else { return LayoutUnit(rawValue: offsets[row]) }
    let block = row / Self.blockSize
    var sum: Int64 = 0
    for index in 0..<block { sum += blocks[index] }
    for index in block * Self.blockSize..<row { sum += Int64(heights[index]) }
    return LayoutUnit(rawValue: sum)
  }

  /// The row that owns a point; the first row above the content, the last below it.
  func row(at offset: LayoutUnit) -> Int {
    guard offset >= .zero, !heights.isEmpty else { return 0 }
    guard offset < total else { return heights.count - 1 }
    return offsets.isEmpty ? rowByBlocks(at: offset.rawValue) : rowByOffsets(at: offset.rawValue)
  }

  /// The last row that starts at or above the point: it has a height, as the next starts below.
  private func rowByOffsets(at point: Int64) -> Int {
    var low = 0
    var high = heights.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if offsets[middle] <= point { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func rowByBlocks(at point: Int64) -> Int {
    var rest = point
    var block = 0
    while rest >= blocks[block] {
      rest -= blocks[block]
      block += 1
    }
    var row = block * Self.blockSize
    while rest >= Int64(heights[row]) {
      rest -= Int64(heights[row])
      row += 1
    }
    return row
  }

  /// Gives a row another height.
  mutating func change(_ row: Int, to height: LayoutUnit) {
    let difference = height.rawValue - Int64(heights[row])
    guard difference != 0 else { return }
    heights[row] += Int32(difference)
    blocks[row / Self.blockSize] += difference
    total = total + LayoutUnit(rawValue: difference)
    offsets = []
  }
}
