/// What is done to single rows of a leaf: a cache line at a time, without a branch inside it.
///
/// A comparison of declared vectors becomes a mask of four bytes a lane, narrowed to one; the mask
/// `(row - lane) >> 31` selects the lanes after a row. Both are what every x86-64 and arm64 has.
extension SumTreeLeaf {
  private typealias Block = SIMD16<Int32>

  /// The row that owns a point, at least 0 and less than `height`.
  ///
  /// Looks around the place where it would be if all `rows` were equal, then everywhere.
  @inline(__always)
  func row(at y: Int32, rows: Int, height: Int64) -> Int {
    let guess = Int(Float(y) * (Float(rows) / Float(height)))
    let first = max(0, min(guess &- Self.block / 2, Self.lanes &- Self.block))
    let row = first &+ last(in: first, atMost: y)
    let isIn = row >= 0 && edges[row] <= y && edges[row &+ 1] > y
    return isIn ? row : search(y)
  }

  /// The row that owns a point, wherever it is: the last block that begins at or above the point.
  @inline(never)
  private func search(_ y: Int32) -> Int {
    var first = 0
    while first + Self.block < Self.lanes, edges[first + Self.block] <= y { first += Self.block }
    return first + last(in: first, atMost: y)
  }

  /// The last of 16 lanes that is not over a limit, counted from the first; -1 when all are.
  @inline(__always)
  private func last(in first: Int, atMost limit: Int32) -> Int {
    let lanes = UnsafeRawPointer(edges + first).loadUnaligned(as: Block.self)
    let limits = Block(repeating: limit)
    let isOver: SIMDMask<Block> = lanes .> limits
    let bytes = SIMD16<UInt8>(truncatingIfNeeded: unsafeBitCast(isOver, to: Block.self))
    let ones = bytes & SIMD16<UInt8>(repeating: 1)
    let pairs = unsafeBitCast(ones.lowHalf &+ ones.highHalf, to: UInt64.self)
    return Self.block &- 1 &- Int((pairs &* 0x0101_0101_0101_0101) &>> 56)
  }

  /// Adds to the height of a row.
  @inline(__always)
  func add(_ difference: Int32, to row: Int) {
    let differences = Block(repeating: difference)
    var first = row & ~15
    store(load(first) &+ (mask(after: row) & differences), first)
    first &+= Self.block
    while first < Self.lanes {
      store(load(first) &+ differences, first)
      first &+= Self.block
    }
  }

  /// Inserts one row before `row`; there must be room for it.
  @inline(__always)
  func insert(_ height: Int32, at row: Int) {
    let heights = Block(repeating: height)
    var first = Self.lanes &- Self.block
    while first > row {
      store(load(first &- 1) &+ heights, first)
      first &-= Self.block
    }
    let old = load(first)
    store(old &+ (mask(after: row) & (load(first &- 1) &+ heights &- old)), first)
  }

  /// Removes one row.
  @inline(__always)
  func remove(at row: Int) {
    let height = height(of: row)
    let total = self.height &- height
    let heights = Block(repeating: height)
    var first = row & ~15
    let old = load(first)
    store(old &+ (mask(after: row) & (load(first &+ 1) &- heights &- old)), first)
    first &+= Self.block
    while first < Self.lanes {
      store(load(first &+ 1) &- heights, first)
      first &+= Self.block
    }
    edges[Self.lanes &- 1] = total
  }

  @inline(__always)
  private func load(_ first: Int) -> Block {
    UnsafeRawPointer(edges + first).loadUnaligned(as: Block.self)
  }

  @inline(__always)
  private func store(_ block: Block, _ first: Int) {
    UnsafeMutableRawPointer(edges + first).storeBytes(of: block, as: Block.self)
  }

  /// All ones in the lanes of a row's block that are after the row.
  @inline(__always)
  private func mask(after row: Int) -> Block {
    let lanes = Block(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    return (Block(repeating: Int32(truncatingIfNeeded: row & 15)) &- lanes) &>> 31
  }
}
