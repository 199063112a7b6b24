/// What the rows' own heights are kept as, in a tree of blocked sums: blocks of 2^leafBits rows.
///
/// Three kinds: `ShortLeaves` (two bytes a row) and `LongLeaves` (four), and beside the indexes
/// `DictionaryLeaves` (a byte or less). Not every list can be held by each; whoever asks sees to
/// another structure then.
///
/// What a last block lacks is rows of height 0; what stands before row 0 adds up to 0.
protocol BlockLeaves: ~Copyable, SendableMetatype {
  associatedtype Shape: BlockShape

  /// What a row takes in a block.
  static var rowBytes: Int { get }
  /// A sum counts 2^unit of 1/64 pt.
  var unit: Int32 { get }
  /// How often to begin anew when `fill` fails.
  static var attempts: Int { get }

  /// No blocks.
  init()

  /// Begins anew, with memory for a number of blocks.
  ///
  /// - Parameter isFirst: see `BlockMemory.grow`.
  mutating func reserve(_ blocks: Int, isFirst: Bool)

  /// Fills blocks, which follow on those filled before.
  ///
  /// - Parameters:
  ///   - heights: of the rows of these blocks.
  ///   - totals: becomes the heights of the blocks, in 1/64 pt.
  /// - Returns: false when such heights cannot be held.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool

  /// The heights of a row and of those before it in its block, in units; 0 for row -1.
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32
  /// The same in fewer instructions, to be asked only while `isDirect`.
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32
  /// `unit`, the same.
  var directUnit: Int32 { get }
  /// Whether the rows are of the kind that these leaves are fastest with; the same until the next
  /// `reserve`.
  var isDirect: Bool { get }

  /// The number of a block's rows that end at or above a point of it, in units, those of height 0 among them.
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int

  /// The height of a row, in 1/64 pt.
  func height(of row: Int) -> Int32

  /// Gives a row another height, in 1/64 pt.
  ///
  /// - Returns: the difference in units; nil when the leaves cannot hold it and must be filled anew.
  mutating func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32?
}

extension BlockLeaves where Self: ~Copyable {
  @inline(__always)
  func directSum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    sum(through: row, masks)
  }
  @inline(__always)
  var directUnit: Int32 { unit }

  /// Adds up the heights of each block, in 32 bits: they wrap where rows are too high for these leaves.
  ///
  /// - Returns: all bits that a height has, and the greatest total.
  static func addUp(
    _ blocks: Range<Int>, _ heights: UnsafePointer<Int32>, _ totals: UnsafeMutablePointer<Int64>
  ) -> (bits: Int32, greatest: Int32) {
    var bits = SIMD4<Int32>.zero
    var greatest: Int32 = 0
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
      greatest = max(greatest, total)
      source += Shape.leaf * 4
    }
    return (bits[0] | bits[1] | bits[2] | bits[3], greatest)
  }

  var isDirect: Bool { true }
}

/// Leaves of two bytes a row: as `LongLeaves`, in units as large as the heights allow.
///
/// The unit is a power of two that every height is a multiple of: a point where all heights are
/// whole points, else a half, a quarter and so on, down to 1/64. With a unit of a point:
///
///     heights     20  44  44   0 | 96  20         points
///     sums        20  64 108 108 | 96 116 116 116      116 pads
///
/// Holds a list whose blocks are no higher than 32,767 units: in points, 1,023 a row of 32 on
/// average; in 1/64, 15. Half the bytes of `LongLeaves` are half the misses where a cache ends.
struct ShortLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 2 }

  /// Each attempt finds a smaller unit; who needs more of them needs more than two bytes.
  static var attempts: Int { 3 }
  /// A point.
  private static var maxUnit: Int32 { 6 }
  /// The greatest sum in a block, in units.
  private static var limit: Int32 { Int32(Int16.max) }

  /// A line of zeros, then the blocks.
  private var memory = BlockMemory()
  var sums: UnsafeMutablePointer<Int16>
  /// A sum counts 2^unit.
  private(set) var unit = Self.maxUnit

  init() { sums = memory.base.assumingMemoryBound(to: Int16.self) }

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    unit = Self.maxUnit
    guard memory.grow(to: blocks, of: Shape.leaf * 2, isFirst: isFirst) else { return }
    sums = (memory.base + BlockMemory.line).assumingMemoryBound(to: Int16.self)
  }

  /// Fails, and takes a smaller unit for the next attempt, when these heights need one and blocks
  /// are filled already.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    let (bits, greatest) = Self.addUp(blocks, heights, totals)
    let common = Int32(truncatingIfNeeded: bits.trailingZeroBitCount)
    if common < unit {
      unit = common
      if blocks.lowerBound > 0 { return false }
    }
    // All heights are below 2^15 units when their bits are; then no total has overflowed.
    guard bits >> unit <= Self.limit, greatest >> unit <= Self.limit else { return false }
    sumUp(blocks, heights)
    return true
  }

  /// Four sums at a time: a product with 1 in each 16 bits is, in each, the sum of those up to it.
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
    BlockNode.count(upTo: Int16(truncatingIfNeeded: point), sums + first, Shape.leaf)
  }

  @inline(__always)
  func height(of row: Int) -> Int32 {
    // The first row of a block has no neighbour: what stands before it is masked to 0.
    let isLater = Int16(truncatingIfNeeded: (0 &- (row & (Shape.leaf &- 1))) &>> 63)
    return Int32(sums[row] &- (sums[row &- 1] & isLater)) &<< unit
  }

  @inline(__always)
  func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32? {
    let difference = height &- self.height(of: row)
    let units = difference &>> unit
    let lane = row & (Shape.leaf &- 1)
    let block = sums + (row &- lane)
    let room = Self.limit &- Int32(block[Shape.leaf &- 1])
    guard units &<< unit == difference, units <= room else { return nil }
    BlockNode.add(
      Int16(truncatingIfNeeded: units), block, Shape.leaf, masks.fromShort(lane))
    return units
  }
}

/// Leaves of four bytes a row: in each block the sums of its rows, up to and with each.
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     sums        2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///
/// A load is an offset in the block, the difference of neighbours a height. Holds every list whose
/// blocks are no higher than `BlockLevels.narrowLimit`: 786,000 pt a row of 32.
struct LongLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var rowBytes: Int { 4 }

  static var attempts: Int { 1 }
  var unit: Int32 { 0 }

  /// A line of zeros, then the blocks.
  private var memory = BlockMemory()
  var sums: UnsafeMutablePointer<Int32>

  init() { sums = memory.base.assumingMemoryBound(to: Int32.self) }

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    guard memory.grow(to: blocks, of: Shape.leaf * 4, isFirst: isFirst) else { return }
    sums = (memory.base + BlockMemory.line).assumingMemoryBound(to: Int32.self)
  }

  func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    var heights = heights
    var sums = sums + blocks.lowerBound << Shape.leafBits
    var greatest: Int64 = 0
    for block in blocks {
      var sum: Int64 = 0
      for lane in 0..<Shape.leaf {
        sum &+= Int64(heights[lane])
        sums[lane] = Int32(truncatingIfNeeded: sum)
      }
      totals[block] = sum
      greatest = max(greatest, sum)
      heights += Shape.leaf
      sums += Shape.leaf
    }
    return greatest <= BlockLevels<Shape>.narrowLimit
  }

  @inline(__always)
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 { sums[row] }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    BlockNode.count(upTo: point, sums + first, Shape.leaf)
  }

  @inline(__always)
  func height(of row: Int) -> Int32 {
    // The first row of a block has no neighbour.
    sums[row] &- (row & (Shape.leaf &- 1) == 0 ? 0 : sums[row &- 1])
  }

  @inline(__always)
  func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int32? {
    let difference = height &- self.height(of: row)
    let lane = row & (Shape.leaf &- 1)
    BlockNode.add(difference, sums + (row &- lane), Shape.leaf, masks.from(lane))
    return difference
  }
}
