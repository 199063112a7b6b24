import ListLayout

/// Leaves of one byte a row: the codes of the heights, of which there are few different ones.
///
///     codes       1  2  0  1 | 2  2  1  3 | 3  0  0  0      0 pads
///     heights     0: 0   1: 44   2: 20   3: 96
///
/// What the rows of a block add up to is looked up at each question. Holds a list of at most 255
/// different heights other than 0. Blocks have 8 rows or a multiple.
struct CodeLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var card: StrategyCard {
    .blockedSums(
      id: "blocked-sums-8", title: "prefix sums in wide nodes over a byte a row",
      origin: "dictionary coding (Abadi, Madden and Ferreira, 2006) under blocked sums")
  }

  static var attempts: Int { 1 }

  private(set) var heights = HeightCodes()
  /// A line of zeros, then the codes of the rows, whole blocks.
  private var memory = BlockMemory()
  var codes: UnsafeMutablePointer<UInt8>

  init() { codes = memory.base.assumingMemoryBound(to: UInt8.self) }

  mutating func reserve(_ blocks: Int, isFirst: Bool) {
    heights.removeAll()
    guard memory.grow(to: blocks, of: Shape.leaf, isFirst: isFirst) else { return }
    codes = (memory.base + BlockMemory.line).assumingMemoryBound(to: UInt8.self)
  }

  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    var heights = heights
    var codes = codes + blocks.lowerBound << Shape.leafBits
    for block in blocks {
      var total: Int64 = 0
      for lane in 0..<Shape.leaf {
        guard let code = self.heights.code(for: heights[lane]) else { return false }
        codes[lane] = code
        total &+= Int64(heights[lane])
      }
      guard total <= BlockLevels<Shape>.narrowLimit else { return false }
      totals[block] = total
      heights += Shape.leaf
      codes += Shape.leaf
    }
    return true
  }

  /// The codes of later rows are masked to 0, the code of no height, so every block takes the same
  /// instructions.
  @inline(__always)
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32 {
    let lane = row & (Shape.leaf &- 1)
    let block = UnsafeRawPointer(codes + (row &- lane))
    let later = masks.afterByte(lane)
    var sum: Int32 = 0
    for place in stride(from: 0, to: Shape.leaf, by: 8) {
      let mask = ~later.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      var word = block.load(fromByteOffset: place, as: UInt64.self) & mask
      for _ in 0..<8 {
        sum &+= heights.heights[Int(word & 0xff)]
        word &>>= 8
      }
    }
    return sum
  }

  @inline(__always)
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int {
    let block = UnsafeRawPointer(codes + first)
    var sum: Int32 = 0
    var count: UInt32 = 0
    for place in stride(from: 0, to: Shape.leaf, by: 8) {
      var word = block.load(fromByteOffset: place, as: UInt64.self)
      for _ in 0..<8 {
        sum &+= heights.heights[Int(word & 0xff)]
        word &>>= 8
        // The sign of what is below 0 when the row ends there or above: 1 without a branch.
        count &+= UInt32(bitPattern: sum &- point &- 1) &>> 31
      }
    }
    return Int(count)
  }

  @inline(__always)
  func height(of row: Int) -> Int32 { heights.heights[Int(codes[row])] }

  @inline(__always)
  mutating func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int64? {
    guard let code = heights.code(for: height) else { return nil }
    let difference = Int64(height) &- Int64(self.height(of: row))
    codes[row] = code
    return difference
  }
}
