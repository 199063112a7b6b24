/// Leaves of a tree of blocked sums, which store row heights in blocks of 2^leafBits rows.
///
/// `ShortLeaves` use two bytes per row, `LongLeaves` use four, and `DictionaryLeaves`, in IndexStrategies,
/// use a code of at most one byte. If the leaves can't hold a list's heights, the caller switches to another
/// structure.
///
/// The last block is padded with rows of height 0. The sum for row -1, which precedes the first row, is 0.
protocol BlockLeaves: ~Copyable, SendableMetatype {
  associatedtype Shape: BlockShape

  static var rowBytes: Int { get }
  var unit: Int32 { get }
  /// Maximum number of attempts to fill the leaves. After a failed attempt, all blocks are filled again from
  /// the start.
  static var maxAttempts: Int { get }

  init()

  mutating func reserve(_ blocks: Int, isFirst: Bool)

  /// Fills a range of blocks with row heights. Callers must fill all blocks in ascending order.
  ///
  /// - Parameters:
  ///   - heights: the heights of the blocks' rows.
  ///   - totals: receives the total height of each block in 1/64 pt.
  /// - Returns: false if these heights don't fit in the leaves.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool

  /// Sum, in units, of the heights in a row's block, up to and including that row, or 0 for row -1.
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32
  var directUnit: Int32 { get }
  var isDirect: Bool { get }

  /// Number of a block's rows that end at or above a point, including rows of height 0. The point is in
  /// units, relative to the top of the block.
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int

  func height(of row: Int) -> Int32
  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>)

  /// Sets a row's height, given in 1/64 pt.
  ///
  /// - Returns: the change in height, in units, or nil if the new height doesn't fit and the leaves must be
  ///   refilled.
  mutating func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32?
}

extension BlockLeaves where Self: ~Copyable {
  @inline(__always)
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    sum(through: row, masks)
  }
  @inline(__always)
  var directUnit: Int32 { unit }

  /// Adds up the row heights in each block, using 32-bit arithmetic. Sums can overflow if the rows are too
  /// tall for these leaves.
  ///
  /// - Returns: the bitwise OR of all heights, and the largest block total.
  static func addUp(
    _ blocks: Range<Int>, _ heights: UnsafePointer<Int32>, _ totals: UnsafeMutablePointer<Int64>
  ) -> (bits: Int32, maximum: Int32) {
    var bits = SIMD4<Int32>.zero
    var maximum: Int32 = 0
    var source = UnsafeRawPointer(heights)
    for block in blocks {
      var sums = SIMD4<Int32>.zero
      for vector in 0..<Shape.leaf / 4 {
        let heights = source.loadUnaligned(fromByteOffset: vector * 16, as: SIMD4<Int32>.self)
        bits |= heights
        sums &+= heights
      }
      let total = sums.wrappedSum()
      totals[block] = Int64(total)
      maximum = max(maximum, total)
      source += Shape.leaf * 4
    }
    return (bits[0] | bits[1] | bits[2] | bits[3], maximum)
  }

  var isDirect: Bool { true }

  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    for row in rows { heights[row &- rows.lowerBound] = height(of: row) }
  }
}

/// Leaves that store two bytes per row. Short leaves store the same sums as `LongLeaves`, but in the largest
/// unit that the heights allow.
///
/// That unit is the largest power of two, up to one point, that divides every height. The unit is one point
/// if all heights are whole points, otherwise 1/2 pt, 1/4 pt and so on, down to 1/64 pt. In the following
/// example, the unit is one point:
///
///     heights     20  44  44   0 | 96  20         points
///     sums        20  64 108 108 | 96 116 116 116      116 pads
///
/// A block can be at most 32,767 units tall. With 32 rows per block, this allows an average row height of up
/// to 1,023 pt in units of 1 pt, or 15 pt in units of 1/64 pt. Short leaves are half the size of
/// `LongLeaves`, so a list that doesn't fit in a cache causes half as many cache misses.
struct ShortLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 2 }

  /// After a failed attempt, the next one may use a smaller unit. After three failed attempts, the heights
  /// are assumed to need more than two bytes.
  static var maxAttempts: Int { 3 }
  private static var maxUnit: Int32 { 6 }
  private static var limit: Int32 { Int32(Int16.max) }

  private var memory = BlockMemory()
  var sums: UnsafeMutablePointer<Int16>
  private(set) var unit = Self.maxUnit

  init() { sums = memory.base.assumingMemoryBound(to: Int16.self) }

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    unit = Self.maxUnit
    guard memory.reserve(blocks, of: Shape.leaf * 2, isFirst: isFirst) else { return }
    sums = (memory.base + BlockMemory.line).assumingMemoryBound(to: Int16.self)
  }

  /// If later blocks need a smaller unit than the first blocks, the function sets that unit for the next
  /// attempt and returns false.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    let (bits, maximum) = Self.addUp(blocks, heights, totals)
    let common = Int32(truncatingIfNeeded: bits.trailingZeroBitCount)
    if common < unit {
      unit = common
      if blocks.lowerBound > 0 { return false }
    }
    // If the OR of all heights is below 2^15 units, every height is below 2^15 units, so no total has
    // overflowed.
    guard bits >> unit <= Self.limit, maximum >> unit <= Self.limit else { return false }
    sumUp(blocks, heights)
    return true
  }

  /// Computes the sums for a range of blocks, four at a time. Multiplying by the constant `ones`, which has a
  /// 1 in each 16-bit lane, adds all lower lanes to each lane.
  private func sumUp(_ blocks: Range<Int>, _ heights: UnsafePointer<Int32>) {
    let ones: UInt64 = 0x0001_0001_0001_0001
    let units = SIMD4<Int32>(repeating: unit)
    var source = UnsafeRawPointer(heights)
    var target = UnsafeMutableRawPointer(sums + blocks.lowerBound << Shape.leafBits)
    for _ in blocks {
      var before: UInt64 = 0
      for _ in 0..<Shape.leaf / 4 {
        let heights = source.loadUnaligned(as: SIMD4<Int32>.self)
        let lanes = SIMD4<UInt16>(truncatingIfNeeded: heights &>> units)
        let sums = unsafeBitCast(lanes, to: UInt64.self).littleEndian &* ones
        target.storeBytes(of: (sums &+ before &* ones).littleEndian, as: UInt64.self)
        before &+= sums &>> 48
        source += 16
        target += 8
      }
    }
  }

  @inline(__always)
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 { Int32(sums[row]) }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    Int16.count(upTo: Int16(truncatingIfNeeded: point), sums + first, Shape.leaf)
  }

  @inline(__always)
  func height(of row: Int) -> Int32 {
    let isLater = Int16(truncatingIfNeeded: (0 &- (row & (Shape.leaf &- 1))) &>> 63)
    return Int32(sums[row] &- (sums[row &- 1] & isLater)) &<< unit
  }

  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    let (source, unit) = (sums + rows.lowerBound, unit)
    for index in 0..<rows.count {
      heights[index] = Int32(source[index] &- source[index &- 1]) &<< unit
    }
    var first = (0 &- rows.lowerBound) & (Shape.leaf &- 1)
    while first < rows.count {
      heights[first] = Int32(source[first]) &<< unit
      first &+= Shape.leaf
    }
  }

  @inline(__always)
  func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32? {
    let difference = height &- self.height(of: row)
    let units = difference &>> unit
    let lane = row & (Shape.leaf &- 1)
    let block = sums + (row &- lane)
    let available = Self.limit &- Int32(block[Shape.leaf &- 1])
    guard units &<< unit == difference, units <= available else { return nil }
    Int16.add(
      Int16(truncatingIfNeeded: units), block, Shape.leaf, masks.fromShort(lane))
    return units
  }
}

/// Leaves that store four bytes per row. For each row, long leaves store the sum of the heights in its block,
/// up to and including that row.
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     sums        2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///
/// Finding a row's offset within its block takes a single load, and the difference between two neighbouring
/// sums is a row's height. A block can be at most `BlockLevels.narrowLimit` tall, which allows an average row
/// height of up to 786,000 pt with 32 rows per block.
struct LongLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 4 }

  static var maxAttempts: Int { 1 }
  var unit: Int32 { 0 }

  private var memory = BlockMemory()
  var sums: UnsafeMutablePointer<Int32>

  init() { sums = memory.base.assumingMemoryBound(to: Int32.self) }

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    guard memory.reserve(blocks, of: Shape.leaf * 4, isFirst: isFirst) else { return }
    sums = (memory.base + BlockMemory.line).assumingMemoryBound(to: Int32.self)
  }

  func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    var heights = heights
    var sums = sums + blocks.lowerBound << Shape.leafBits
    var maximum: Int64 = 0
    for block in blocks {
      var sum: Int64 = 0
      for lane in 0..<Shape.leaf {
        sum &+= Int64(heights[lane])
        sums[lane] = Int32(truncatingIfNeeded: sum)
      }
      totals[block] = sum
      maximum = max(maximum, sum)
      heights += Shape.leaf
      sums += Shape.leaf
    }
    return maximum <= BlockLevels<Shape>.narrowLimit
  }

  @inline(__always)
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 { sums[row] }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    Int32.count(upTo: point, sums + first, Shape.leaf)
  }

  @inline(__always)
  func height(of row: Int) -> Int32 {
    sums[row] &- (row & (Shape.leaf &- 1) == 0 ? 0 : sums[row &- 1])
  }

  @inline(__always)
  func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32? {
    let difference = height &- self.height(of: row)
    let lane = row & (Shape.leaf &- 1)
    Int32.add(difference, sums + (row &- lane), Shape.leaf, masks.from(lane))
    return difference
  }
}
