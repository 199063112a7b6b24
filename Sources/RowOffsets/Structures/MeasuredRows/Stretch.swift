/// What is known about some rows.
struct RowSums: BitwiseCopyable {
  /// The number of rows.
  var rows = 0
  /// The number of rows that were measured.
  var measured = 0
  /// The height of the measured rows together, in 1/64 pt.
  var height: Int64 = 0

  /// The height of all rows when each that was not measured is taken for `estimate` high.
  func priced(at estimate: Int64) -> Int64 {
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

/// Consecutive rows: a *block*, up to 256 of which some were measured, or a *gap*, any number of
/// which none was.
///
/// Only whoever holds the stretches of a list may free a block's memory.
struct Stretch: BitwiseCopyable {
  /// The most rows of a block.
  static let capacity = 256

  var sums: RowSums
  /// A block's heights in 1/64 pt, -1 where a row was not measured; nil for a gap.
  let heights: UnsafeMutablePointer<Int32>?

  /// A gap.
  init(gap rows: Int) {
    sums = RowSums(rows: rows)
    heights = nil
  }

  /// A block of which no row was measured; at most `capacity` rows.
  init(block rows: Int) {
    sums = RowSums(rows: rows)
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: Self.capacity)
    memory.initialize(repeating: -1, count: Self.capacity)
    heights = memory
  }

  /// A block of measured rows; at most `capacity`.
  init(heights known: UnsafeBufferPointer<Int32>) {
    self.init(block: known.count)
    guard let heights, let source = known.baseAddress else { return }
    heights.update(from: source, count: known.count)
    sums = sums(of: 0..<known.count)
  }

  /// The same rows in other memory.
  func copy() -> Stretch {
    guard let heights else { return self }
    var copy = Stretch(heights: UnsafeBufferPointer(start: heights, count: sums.rows))
    copy.sums = sums
    return copy
  }

  var isGap: Bool { heights == nil }

  /// What is known about rows of the stretch, counted from its first.
  ///
  /// - Complexity: O(rows) in a block, a few in each cycle; O(1) in a gap.
  func sums(of range: Range<Int>) -> RowSums {
    guard let heights else { return RowSums(rows: range.count) }
    var height: Int64 = 0
    var measured: Int32 = 0
    for index in range {
      // All ones for a row that was measured.
      let isMeasured = ~(heights[index] &>> 31)
      height &+= Int64(heights[index] & isMeasured)
      measured &-= isMeasured
    }
    return RowSums(rows: range.count, measured: Int(measured), height: height)
  }

  /// The row, counted from the first, that owns a point of the stretch; the last one below it.
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

  /// Makes room for rows that were not measured; there must be enough.
  mutating func insert(_ count: Int, at row: Int) {
    if let heights {
      (heights + row + count).update(from: heights + row, count: sums.rows - row)
      (heights + row).update(repeating: -1, count: count)
    }
    sums.rows += count
  }

  /// Takes rows away.
  ///
  /// - Returns: what was known about them.
  mutating func remove(_ range: Range<Int>) -> RowSums {
    let gone = sums(of: range)
    if let heights {
      (heights + range.lowerBound).update(
        from: heights + range.upperBound, count: sums.rows - range.upperBound)
    }
    sums = sums - gone
    return gone
  }

  /// Moves the rows from `row` on to a block of their own.
  mutating func split(at row: Int) -> Stretch {
    var rest = isGap ? Stretch(gap: sums.rows - row) : Stretch(block: sums.rows - row)
    if let heights, let memory = rest.heights {
      memory.update(from: heights + row, count: sums.rows - row)
    }
    rest.sums = remove(row..<sums.rows)
    return rest
  }

  /// Takes over the rows of the next stretch, if both are gaps, or blocks that fill half a block
  /// together, or if one of them has no rows.
  ///
  /// - Returns: whether it did; then `next` is no more.
  mutating func join(_ next: Stretch) -> Bool {
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
