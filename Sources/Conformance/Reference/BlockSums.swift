import ListLayout

/// Offsets by adding up: what the clever indexes are checked against, plain on purpose.
///
/// Until a height changes, every offset stands in an array. After that, answers are added up from
/// the totals of parts of 65,536 rows, of blocks of 256 rows inside one part, and the heights inside one
/// block, so that a change is three additions.
struct BlockSums {
  private static let blockSize = 256
  private static let partBlocks = 256
  private var heights: [Int32]
  private var blocks: [Int64]
  private var parts: [Int64]
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
    parts = [Int64](repeating: 0, count: blocks.count / Self.partBlocks + 1)
    offsets = [Int64](repeating: 0, count: heights.count + 1)
    var sum: Int64 = 0
    for (row, height) in heights.enumerated() {
      blocks[row / Self.blockSize] += Int64(height)
      parts[row / Self.blockSize / Self.partBlocks] += Int64(height)
      sum += Int64(height)
      offsets[row + 1] = sum
    }
    total = LayoutUnit(rawValue: sum)
  }

  /// P(row), for `row` in `0...count`.
  func offset(of row: Int) -> LayoutUnit {
    guard offsets.isEmpty else { return LayoutUnit(rawValue: offsets[row]) }
    let block = row / Self.blockSize
    let part = block / Self.partBlocks
    var sum: Int64 = 0
    for index in 0..<part { sum += parts[index] }
    for index in part * Self.partBlocks..<block { sum += blocks[index] }
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
    var part = 0
    while rest >= parts[part] {
      rest -= parts[part]
      part += 1
    }
    var block = part * Self.partBlocks
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
    parts[row / Self.blockSize / Self.partBlocks] += difference
    total = total + LayoutUnit(rawValue: difference)
    offsets = []
  }
}
