/// Sums over a group of rows: the number of rows, the number of measured rows, and the measured rows' total
/// height.
struct RowSums: BitwiseCopyable {
  var rows = 0
  var measured = 0
  var height: Int64 = 0

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

/// Sums over the measured rows in part of a block, packed into one integer so that a single addition updates
/// both the row count and the height. The value is 2^48 times the number of rows, plus their total height,
/// which is less than 2^39.
private typealias PackedSums = Int64

@inline(__always)
private func packed(_ height: Int32) -> PackedSums {
  let height = Int64(height)
  return (1 &<< 48 | height) & ~(height &>> 63)
}

extension RowSums {
  /// Unpacks the sums for `rows` rows, of which only some may be measured. The sums may be negative if they
  /// represent a difference.
  @inline(__always)
  fileprivate init(_ packed: PackedSums, rows: Int) {
    let height = (packed &<< 16) &>> 16
    self.init(rows: rows, measured: Int((packed &- height) &>> 48), height: height)
  }
}

/// A chunk is a group of consecutive rows in a list. A chunk is either a *block* of up to 256 measured and
/// unmeasured rows, or a *gap* with any number of unmeasured rows.
///
/// The owner of a list's chunks also owns the memory of their blocks and has to free it.
struct RowChunk: BitwiseCopyable {
  static let capacity = 1 << capacityBits
  static let capacityBits = 8
  /// Number of rows in a group. A block stores the sums before each group, so a lookup adds up the heights of
  /// at most half a group.
  private static let groupBits = 5
  private static let groupRows = 1 << groupBits
  private static let groups = capacity / groupRows

  private(set) var sums: RowSums
  /// Heights of a block's rows in 1/64 pt, with -1 for unmeasured rows and for unused slots after the last
  /// row. The value is nil if the chunk is a gap.
  let heights: UnsafeMutablePointer<Int32>?

  init(gap rows: Int) {
    sums = RowSums(rows: rows)
    heights = nil
  }

  init(block rows: Int) {
    sums = RowSums(rows: rows)
    let places = Self.capacity + 2 * (Self.groups + 1)
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: places)
    memory.initialize(repeating: -1, count: Self.capacity)
    Self.starts(memory).initialize(repeating: 0, count: Self.groups + 1)
    heights = memory
  }

  init(heights known: UnsafeBufferPointer<Int32>) {
    self.init(block: known.count)
    guard let heights, let source = known.baseAddress else { return }
    heights.update(from: source, count: known.count)
    sumGroups(heights, from: 0)
  }

  func copy() -> RowChunk {
    guard let heights else { return self }
    return RowChunk(heights: UnsafeBufferPointer(start: heights, count: sums.rows))
  }

  var isGap: Bool { heights == nil }

  // MARK: Sums

  /// The sums before each group, followed by the sums over the whole block, all stored after the heights.
  @inline(__always)
  private static func starts(
    _ heights: UnsafeMutablePointer<Int32>
  ) -> UnsafeMutablePointer<PackedSums> {
    UnsafeMutableRawPointer(heights + Self.capacity).assumingMemoryBound(to: PackedSums.self)
  }

  @inline(__always)
  private func packedSums(
    before row: Int, _ heights: UnsafeMutablePointer<Int32>
  ) -> PackedSums {
    let group = (row &+ Self.groupRows / 2) &>> Self.groupBits
    var (sums, place) = (Self.starts(heights)[group], group &<< Self.groupBits)
    while place < row {
      sums &+= packed(heights[place])
      place &+= 1
    }
    while place > row {
      place &-= 1
      sums &-= packed(heights[place])
    }
    return sums
  }

  @inline(__always)
  func sums(before row: Int) -> RowSums {
    guard let heights else { return RowSums(rows: row) }
    return RowSums(packedSums(before: row, heights), rows: row)
  }

  private mutating func sumGroups(_ heights: UnsafeMutablePointer<Int32>, from first: Int) {
    let starts = Self.starts(heights)
    var sum = starts[first]
    for group in first..<Self.groups {
      for row in group &* Self.groupRows..<(group &+ 1) &* Self.groupRows {
        sum &+= packed(heights[row])
      }
      starts[group &+ 1] = sum
    }
    sums = RowSums(sum, rows: sums.rows)
  }

  /// Returns the row at a point. Both the row and the point are relative to the start of the chunk. If the
  /// point is below the chunk, the last row is returned.
  func row(at point: Int64, estimate: Int64) -> Int {
    let last = sums.rows &- 1
    guard let heights else { return estimate > 0 ? min(last, Int(point / estimate)) : last }
    let starts = Self.starts(heights)
    var (row, top): (Int, Int64) = (0, 0)
    while row &+ Self.groupRows <= last {
      let next = row &+ Self.groupRows
      let above = RowSums(starts[next / Self.groupRows], rows: next)
      let bottom = above.height(withEstimate: estimate)
      if bottom > point { break }
      (row, top) = (next, bottom)
    }
    while row < last {
      top &+= heights[row] < 0 ? estimate : Int64(heights[row])
      if top > point { break }
      row &+= 1
    }
    return row
  }

  // MARK: Blocks

  /// Sets a row's height in a block. A height of -1 makes the row unmeasured.
  ///
  /// - Returns: the change in the sums.
  @inline(__always)
  mutating func setHeight(of row: Int, to height: Int32) -> RowSums {
    guard let heights else { return RowSums() }
    let change = packed(height) &- packed(heights[row])
    heights[row] = height
    let starts = Self.starts(heights)
    for group in row / Self.groupRows &+ 1...Self.groups { starts[group] &+= change }
    let difference = RowSums(change, rows: 0)
    sums = sums + difference
    return difference
  }

  /// Inserts unmeasured rows. If the chunk is a block, it must have room for the new rows.
  mutating func insert(_ count: Int, at row: Int) {
    if let heights {
      let (starts, last) = (Self.starts(heights), (sums.rows + count) / Self.groupRows)
      for group in stride(from: last, to: row / Self.groupRows, by: -1) {
        starts[group] = packedSums(before: max(row, group &* Self.groupRows &- count), heights)
      }
      (heights + row + count).update(from: heights + row, count: sums.rows - row)
      (heights + row).update(repeating: -1, count: count)
    }
    sums.rows += count
  }

  mutating func remove(_ range: Range<Int>) -> RowSums {
    var removed = RowSums(rows: range.count)
    if let heights, !range.isEmpty {
      let (starts, rows) = (Self.starts(heights), sums.rows)
      let above = packedSums(before: range.lowerBound, heights)
      let difference = packedSums(before: range.upperBound, heights) &- above
      removed = RowSums(difference, rows: range.count)
      for group in range.lowerBound / Self.groupRows + 1...Self.groups {
        let row = group &* Self.groupRows &+ range.count
        let old = row < rows ? packedSums(before: row, heights) : starts[Self.groups]
        starts[group] = old &- difference
      }
      (heights + range.lowerBound).update(
        from: heights + range.upperBound, count: rows - range.upperBound)
      (heights + rows - range.count).update(repeating: -1, count: range.count)
    }
    sums = sums - removed
    return removed
  }

  mutating func split(at row: Int) -> RowChunk {
    let count = sums.rows - row
    let rest =
      heights.map { RowChunk(heights: UnsafeBufferPointer(start: $0 + row, count: count)) }
      ?? RowChunk(gap: count)
    _ = remove(row..<sums.rows)
    return rest
  }

  /// Adds the rows of the next chunk if both chunks are gaps or if one of them is empty. Two blocks are also
  /// merged if their rows fill at most half a block.
  ///
  /// - Returns: whether the rows were added. `next` is no longer valid after its rows have been added.
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
    let (row, total) = (sums.rows, sums + next.sums)
    if let heights, let memory = next.heights {
      guard row + next.sums.rows <= Self.capacity / 2 else { return false }
      (heights + row).update(from: memory, count: next.sums.rows)
      memory.deallocate()
      sumGroups(heights, from: row / Self.groupRows)
    }
    sums = total
    return true
  }
}
