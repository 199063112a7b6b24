/// The rows of a leaf as edges: where each begins, measured from the leaf's top, in 1/64 pt.
///
///     row       0    1    2   ...   r-1     r
///     edges   [ 0 |  e1|  e2| ... |e(r-1)| e(r) | e(r) | ... | e(r) ]
///
/// Row i stands from edge i to edge i + 1. Lanes after the last row repeat the leaf's height, as if
/// rows of height 0 stood there, so that loops run over whole vectors and need no row count; the
/// parent knows it.
///
/// In a leaf that is higher than `Int32.max` the edges wrap. Differences of neighbours are still
/// heights, and every change is right as it is; but what is asked of such a leaf adds heights up.
struct SumTreeLeaf<Shape: SumTreeShape> {
  /// The edges: one more than rows, in whole blocks.
  static var lanes: Int { (Shape.leafRows + block) / block * block }
  static var byteCount: Int { lanes * MemoryLayout<Int32>.stride }
  /// The lanes that are looked at together: a cache line.
  static var block: Int { 16 }

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  @inline(__always)
  var edges: UnsafeMutablePointer<Int32> { memory.assumingMemoryBound(to: Int32.self) }

  /// The height of a leaf whose edges do not wrap.
  @inline(__always)
  var height: Int32 { edges[Self.lanes &- 1] }
  /// The height of a row.
  @inline(__always)
  func height(of row: Int) -> Int32 { edges[row &+ 1] &- edges[row] }
  /// The height of rows, added up.
  func height(of rows: Range<Int>) -> Int64 {
    var sum: Int64 = 0
    for row in rows { sum &+= Int64(height(of: row)) }
    return sum
  }

  /// Sums up heights that stand in lanes 1 to `rows`; gives their sum.
  func sumUp(_ rows: Int) -> Int64 {
    var sum: Int64 = 0
    edges[0] = 0
    for lane in 1..<rows + 1 {
      sum &+= Int64(edges[lane])
      edges[lane] = Int32(truncatingIfNeeded: sum)
    }
    (edges + rows + 1).update(
      repeating: Int32(truncatingIfNeeded: sum), count: Self.lanes - rows - 1)
    return sum
  }

  /// Writes the heights of the first rows.
  func copyHeights(_ rows: Int, to heights: UnsafeMutablePointer<Int32>) {
    for row in 0..<rows { heights[row] = height(of: row) }
  }

  /// Inserts rows before `row`; there must be room for them.
  func insert(_ heights: UnsafePointer<Int32>, count: Int, at row: Int) {
    let first = edges + (row + 1)
    (first + count).update(from: first, count: Self.lanes - count - row - 1)
    let top = edges[row]
    var edge = top
    for index in 0..<count {
      edge &+= heights[index]
      first[index] = edge
    }
    add(edge &- top, to: row &+ count)
  }

  /// Removes rows.
  func remove(_ count: Int, at row: Int) {
    let first = edges + (row + 1)
    let total = height
    let removed = edges[row + count] &- edges[row]
    first.update(from: first + count, count: Self.lanes - count - row - 1)
    (edges + (Self.lanes - count)).update(repeating: total, count: count)
    add(0 &- removed, to: row)
  }
}

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

  /// The row that owns a point at least 0 and less than the rows' height, in a leaf of any height.
  func row(addingUpTo y: Int64) -> Int {
    var rest = y
    var row = 0
    while rest >= Int64(height(of: row)) {
      rest &-= Int64(height(of: row))
      row &+= 1
    }
    return row
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
