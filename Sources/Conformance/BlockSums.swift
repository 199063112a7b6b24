import ListLayout

/// Offsets by adding up: the total of each block of 1,024 rows, and the heights in it.
///
/// Slow and plain on purpose: it is what the clever indexes are checked against.
struct BlockSums {
  private static let blockSize = 1024
  private var heights: [Int32]
  private var blocks: [Int64]
  private(set) var total: LayoutUnit

  /// Reads every height once.
  init(_ rows: some RowSource) {
    heights = [Int32](repeating: 0, count: rows.count)
    heights.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { rows.copyHeights(of: 0..<buffer.count, to: base) }
    }
    blocks = [Int64](repeating: 0, count: heights.count / Self.blockSize + 1)
    for (row, height) in heights.enumerated() { blocks[row / Self.blockSize] += Int64(height) }
    total = LayoutUnit(rawValue: blocks.reduce(0, +))
  }

  func offset(of row: Int) -> LayoutUnit {
    let block = row / Self.blockSize
    var sum: Int64 = 0
    for index in 0..<block { sum += blocks[index] }
    for index in block * Self.blockSize..<row { sum += Int64(heights[index]) }
    return LayoutUnit(rawValue: sum)
  }

  func row(at offset: LayoutUnit) -> Int {
    guard !heights.isEmpty, offset < total else { return max(0, heights.count - 1) }
    var rest = max(0, offset.rawValue)
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

  mutating func change(_ row: Int, to height: LayoutUnit) {
    let difference = height.rawValue - Int64(heights[row])
    heights[row] += Int32(difference)
    blocks[row / Self.blockSize] += difference
    total = total + LayoutUnit(rawValue: difference)
  }
}
