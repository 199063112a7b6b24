/// Sums over a group of rows: the number of rows, the number of measured rows, and the total height of the
/// measured rows.
struct RowSums: BitwiseCopyable {
  var rows = 0
  var measured = 0
  /// The total height of the measured rows in 1/64 pt.
  var height: Int64 = 0

  /// The total height of all rows, if each unmeasured row has the height `estimate`.
  func height(withEstimate estimate: Int64) -> Int64 {
    height &+ Int64(rows &- measured) &* estimate
  }

  static func + (left: RowSums, right: RowSums) -> RowSums {
    RowSums(
      rows: left.rows &+ right.rows, measured: left.measured &+ right.measured,
      height: left.height &+ right.height)
  }

  static func - (left: RowSums, right: RowSums) -> RowSums {
    RowSums(
      rows: left.rows &- right.rows, measured: left.measured &- right.measured,
      height: left.height &- right.height)
  }
}

/// A chunk (a group of consecutive rows) of a list. A chunk is either a *block* of up to 256 measured and
/// unmeasured rows, or a *gap* of any number of unmeasured rows.
///
/// A chunk does not free the memory of its block; the owner of the list's chunks does.
struct RowChunk: BitwiseCopyable {
  /// The maximum number of rows in a block.
  static let capacity = 256

  var sums: RowSums
  /// The heights of a block's rows in 1/64 pt, with -1 for each unmeasured row. `heights` is nil if the chunk
  /// is a gap of unmeasured rows.
  let heights: UnsafeMutablePointer<Int32>?

  init(gap rows: Int) {
    sums = RowSums(rows: rows)
    heights = nil
  }

  /// Creates a block of at most `capacity` unmeasured rows.
  init(block rows: Int) {
    sums = RowSums(rows: rows)
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: Self.capacity)
    memory.initialize(repeating: -1, count: Self.capacity)
    heights = memory
  }

  /// Creates a block of at most `capacity` rows. The height of an unmeasured row is -1.
  init(heights known: UnsafeBufferPointer<Int32>) {
    self.init(block: known.count)
    guard let heights, let source = known.baseAddress else { return }
    heights.update(from: source, count: known.count)
    sums = sums(of: 0..<known.count)
  }

  func copy() -> RowChunk {
    guard let heights else { return self }
    var copy = RowChunk(heights: UnsafeBufferPointer(start: heights, count: sums.rows))
    copy.sums = sums
    return copy
  }

  var isGap: Bool { heights == nil }

  /// The sums for a range of rows, counted from the first row of the chunk.
  ///
  /// - Complexity: O(rows) in a block, with vector instructions; O(1) in a gap.
  func sums(of range: Range<Int>) -> RowSums {
    guard let heights else { return RowSums(rows: range.count) }
    // The lower and the upper halves of the heights are added up separately. Both sums fit in 32 bits, so a
    // vector holds four of them even without AVX2.
    var (low, high, measured): (Int32, Int32, Int32) = (0, 0, 0)
    for index in range {
      // `isMeasured` has all bits set for a measured row.
      let isMeasured = ~(heights[index] &>> 31)
      let height = heights[index] & isMeasured
      low &+= height & 0xFFFF
      high &+= height &>> 16
      measured &-= isMeasured
    }
    return RowSums(
      rows: range.count, measured: Int(measured), height: Int64(high) &<< 16 &+ Int64(low))
  }

  /// The row at a point; both the row and the point are relative to the start of the chunk. If the point is
  /// below the chunk, the result is the last row.
  func row(at point: Int64, estimate: Int64) -> Int {
    guard let heights else {
      return estimate > 0 ? min(sums.rows &- 1, Int(point / estimate)) : sums.rows &- 1
    }
    var rest = point
    for row in 0..<sums.rows {
      rest &-= heights[row] < 0 ? estimate : Int64(heights[row])
      if rest < 0 { return row }
    }
    return sums.rows &- 1
  }

  // MARK: Blocks

  /// Inserts unmeasured rows. If the chunk is a block, the block must have space for the new rows.
  mutating func insert(_ count: Int, at row: Int) {
    if let heights {
      (heights + row + count).update(from: heights + row, count: sums.rows - row)
      (heights + row).update(repeating: -1, count: count)
    }
    sums.rows += count
  }

  /// Removes a range of rows.
  ///
  /// - Returns: the sums of the removed rows.
  mutating func remove(_ range: Range<Int>) -> RowSums {
    let removed = sums(of: range)
    if let heights {
      (heights + range.lowerBound).update(
        from: heights + range.upperBound, count: sums.rows - range.upperBound)
    }
    sums = sums - removed
    return removed
  }

  /// Splits the chunk before row `row`, and returns a new chunk with the rows from `row` to the end.
  mutating func split(at row: Int) -> RowChunk {
    var rest = isGap ? RowChunk(gap: sums.rows - row) : RowChunk(block: sums.rows - row)
    if let heights, let memory = rest.heights {
      memory.update(from: heights + row, count: sums.rows - row)
    }
    rest.sums = remove(row..<sums.rows)
    return rest
  }

  /// Adds the rows of the next chunk if both chunks are gaps or one of them is empty. Two blocks are also
  /// joined if their rows fill at most half a block.
  ///
  /// - Returns: whether the rows were added. Once the rows of `next` have been added, `next` is no longer
  ///   valid.
  mutating func join(_ next: RowChunk) -> Bool {
    if next.sums.rows == 0 {
      next.heights?.deallocate()
      return true
    }
    if sums.rows == 0 {
      heights?.deallocate()
      self = next
      return true
    }
    guard isGap == next.isGap else { return false }
    if let heights, let memory = next.heights {
      guard sums.rows + next.sums.rows <= Self.capacity / 2 else { return false }
      (heights + sums.rows).update(from: memory, count: next.sums.rows)
      memory.deallocate()
    }
    sums = sums + next.sums
    return true
  }
}
