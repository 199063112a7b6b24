/// A leaf of a sum tree, which stores the *edges* of its rows. A row's edge is its top, relative to the start
/// of its block of 32 rows.
///
///     block           0                      1                        15
///     starts     [    s0     |               s1    |      ...      |  s15   ]  from the leaf's top
///     row          0   1  ...  31     32   33  ...  63     ...
///     edges      [ e0| e1|   |e31] [ e32| e33|   |e63]    ...             from the block's start
///
/// The top of row i is starts[i / 32] + edges[i], and the first edge of each block is 0. The edges after the
/// last row repeat the bottom of that row, as if they belonged to rows of height 0. Thanks to this padding,
/// loops can process whole vectors without knowing the number of rows, which only the parent node stores. A
/// leaf always has at least one more edge than it has rows, so its last edge is the total height.
///
/// A height change writes the edges of one block and the starts of all later blocks. With two-byte edges, a
/// height change writes two cache lines, without branches. Searching for a point reads the starts of all
/// blocks and then the edges of one block.
///
/// Starts are Int32. Edges are of type `Shape.Edge` and take two or four bytes per row. If edges take two
/// bytes, the tree ensures that no block is too tall for them. With four-byte edges, starts and edges
/// overflow if a leaf is taller than `Int32.max` units. Even then, height changes still work, and the
/// difference between two neighbouring edges is still a height, but lookups then have to add up the heights.
struct SumTreeLeaf<Shape: SumTreeShape> {
  /// Number of rows in a block. A block's edges fill one or two cache lines.
  static var block: Int { 1 << blockBits }
  private static var blockBits: Int { 5 }
  static var blocks: Int { (Shape.leafRows + block) / block }
  static var maxBlocks: Int { 16 }
  static var lanes: Int { blocks * block }
  /// Size of a leaf in bytes, including one cache line of starts. The edges of `sum-tree` fill 2^10 or 2^11
  /// bytes. If leaves had exactly that size, the starts of all leaves would share a few sets in each cache.
  static var byteCount: Int {
    maxBlocks * MemoryLayout<Int32>.stride + lanes * MemoryLayout<Edge>.stride
  }

  static var canWrap: Bool { MemoryLayout<Edge>.size > 2 }

  typealias Edge = Shape.Edge
  typealias Masks = BlockMasks<SumTreeLanes>

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  @inline(__always)
  var starts: UnsafeMutablePointer<Int32> { memory.assumingMemoryBound(to: Int32.self) }
  @inline(__always)
  var edges: UnsafeMutablePointer<Edge> {
    UnsafeMutableRawPointer(starts + Self.maxBlocks).assumingMemoryBound(to: Edge.self)
  }

  @inline(__always)
  func top(of row: Int) -> Int32 {
    starts[row &>> Self.blockBits] &+ Int32(truncatingIfNeeded: edges[row])
  }
  @inline(__always)
  var height: Int32 { top(of: Self.lanes &- 1) }
  @inline(__always)
  func height(of row: Int) -> Int32 { top(of: row &+ 1) &- top(of: row) }
  func height(of rows: Range<Int>) -> Int64 {
    var sum: Int64 = 0
    for row in rows { sum &+= Int64(height(of: row)) }
    return sum
  }

  /// Writes the heights of a leaf that has `rows` rows, starting with block `firstBlock`. If `firstBlock` is
  /// 0, returns the sum of all heights.
  @discardableResult
  func fill(_ heights: UnsafePointer<Int32>, _ rows: Int, from firstBlock: Int = 0) -> Int64 {
    var sum = firstBlock > 0 ? Int64(starts[firstBlock]) : 0
    let whole = max(firstBlock, rows / Self.block)
    for block in firstBlock..<whole {
      starts[block] = Int32(truncatingIfNeeded: sum)
      let first = block * Self.block
      sum &+= fill(edges + first, heights + first, Self.block)
    }
    for block in whole..<Self.blocks {
      starts[block] = Int32(truncatingIfNeeded: sum)
      let first = block * Self.block
      let left = max(0, rows - first)
      let edge = fill(edges + first, heights + first, left)
      (edges + first + left).update(
        repeating: Edge(truncatingIfNeeded: edge), count: Self.block - left)
      sum &+= edge
    }
    // Missing blocks start at the bottom of the last row, so that no search enters them.
    for block in Self.blocks..<Self.maxBlocks { starts[block] = Int32(truncatingIfNeeded: sum) }
    return sum
  }

  @inline(__always)
  private func fill(
    _ edges: UnsafeMutablePointer<Edge>, _ heights: UnsafePointer<Int32>, _ rows: Int
  ) -> Int64 {
    var edge: Int64 = 0
    for row in 0..<rows {
      edges[row] = Edge(truncatingIfNeeded: edge)
      edge &+= Int64(heights[row])
    }
    return edge
  }

  func copyHeights(_ rows: Int, from firstBlock: Int = 0, to heights: UnsafeMutablePointer<Int32>) {
    let whole = max(firstBlock, rows / Self.block)
    for block in firstBlock..<whole {
      let first = block * Self.block
      let (edges, heights) = (edges + first, heights + first)
      for lane in 0..<Self.block - 1 {
        heights[lane] = Int32(truncatingIfNeeded: edges[lane + 1] &- edges[lane])
      }
      heights[Self.block - 1] = height(of: first + Self.block - 1)
    }
    for row in whole * Self.block..<rows { heights[row] = height(of: row) }
  }

  /// Inserts rows before `row` into a leaf that currently has `rows` rows. The leaf must have room for the
  /// new rows.
  ///
  /// - Parameter all: a buffer for the heights of all rows in the leaf.
  func insert(
    _ heights: UnsafePointer<Int32>, count: Int, at row: Int, rows: Int,
    in all: UnsafeMutablePointer<Int32>
  ) {
    let firstBlock = row / Self.block
    copyHeights(rows, from: firstBlock, to: all)
    (all + row + count).update(from: all + row, count: rows - row)
    (all + row).update(from: heights, count: count)
    fill(all, rows + count, from: firstBlock)
  }

  /// Removes rows from a leaf that currently has `rows` rows.
  ///
  /// - Parameter all: a buffer for the heights of all rows in the leaf.
  func remove(_ count: Int, at row: Int, rows: Int, in all: UnsafeMutablePointer<Int32>) {
    let firstBlock = row / Self.block
    copyHeights(rows, from: firstBlock, to: all)
    (all + row).update(from: all + row + count, count: rows - row - count)
    fill(all, rows - count, from: firstBlock)
  }

  /// Returns the row at a point, in a leaf whose edges don't overflow. The point must be at least 0 and less
  /// than the leaf's height.
  @inline(__always)
  func row(at y: Int32) -> Int {
    let block = Int32.count(upTo: y, starts, Self.maxBlocks) &- 1
    let first = block &* Self.block
    let rest = Edge(truncatingIfNeeded: y &- starts[block])
    return first &+ Edge.count(upTo: rest, edges + first, Self.block) &- 1
  }

  /// Returns the row at a point, in a leaf of any height. The point must be at least 0 and less than the
  /// total height of the rows.
  func row(addingUpTo y: Int64) -> Int {
    var rest = y
    var row = 0
    while rest >= Int64(height(of: row)) {
      rest &-= Int64(height(of: row))
      row &+= 1
    }
    return row
  }
}

/// Single-row operations on a leaf, with no branches inside a block. These operations process half a block at
/// a time, because the compiler splits vectors of 32 lanes.
extension SumTreeLeaf {
  private typealias HalfBlock = SIMD16<Edge>

  @inline(__always)
  func add(_ difference: Int32, to row: Int, _ masks: Masks) {
    let lane = row & (Self.block &- 1)
    Edge.add(
      Edge(truncatingIfNeeded: difference), edges + (row &- lane), Self.block,
      masks.after(lane, width: MemoryLayout<Edge>.size))
    Int32.add(difference, starts, Self.maxBlocks, masks.after(row &>> Self.blockBits))
  }

  /// Inserts a row before `row`. The leaf must have room for the new row.
  ///
  /// In the block that receives the new row, and in every later block, the last row moves to the start of the
  /// next block.
  @inline(__always)
  func insert(_ height: Int32, at row: Int, _ masks: Masks) {
    let firstBlock = row &>> Self.blockBits
    var block = Self.blocks &- 1
    while block > firstBlock {
      let first = block &* Self.block
      let last = Int32(truncatingIfNeeded: edges[first &- 1])
      let incoming = starts[block] &- starts[block &- 1] &- last
      let movedMask = mask(masks, after: 0)
      store(load(first &+ 15) &+ all(incoming), first &+ 16)
      store((load(first &- 1) &+ all(incoming)) & movedMask, first)
      starts[block] &+= height &- incoming
      block &-= 1
    }
    for missing in Self.blocks..<Self.maxBlocks { starts[missing] &+= height }
    let lane = row & (Self.block &- 1)
    let first = row &- lane
    store(
      load(first &+ 15) &+ all(height), first &+ 16, where: mask(masks, after: lane &- 16))
    store(load(first &- 1) &+ all(height), first, where: mask(masks, after: lane))
  }

  /// Removes a row. Afterwards, the first row of each later block moves to the end of the previous block.
  @inline(__always)
  func remove(at row: Int, _ masks: Masks) {
    let height = height(of: row)
    let firstBlock = row &>> Self.blockBits
    let lane = row & (Self.block &- 1)
    let first = row &- lane
    let end = end(of: firstBlock)
    store(load(first &+ 1) &- all(height), first, where: mask(masks, after: lane))
    let lastMask = mask(masks, after: 14)
    let moved = (load(first &+ 17) & ~lastMask) | (all(end) & lastMask)
    store(moved &- all(height), first &+ 16, where: mask(masks, after: lane &- 16))
    var block = firstBlock &+ 1
    while block < Self.blocks {
      let first = block &* Self.block
      let end = self.end(of: block)
      let leaving = Int32(truncatingIfNeeded: edges[first &+ 1])
      store(load(first &+ 1) &- all(leaving), first)
      let moved = (load(first &+ 17) & ~lastMask) | (all(end) & lastMask)
      store(moved &- all(leaving), first &+ 16)
      starts[block] = starts[block] &- height &+ leaving
      block &+= 1
    }
    for missing in Self.blocks..<Self.maxBlocks { starts[missing] &-= height }
  }

  @inline(__always)
  private func end(of block: Int) -> Int32 {
    block &+ 1 < Self.blocks
      ? starts[block &+ 1] &- starts[block] : Int32(truncatingIfNeeded: edges[Self.lanes &- 1])
  }

  @inline(__always)
  private func all(_ difference: Int32) -> HalfBlock {
    HalfBlock(repeating: Edge(truncatingIfNeeded: difference))
  }

  @inline(__always)
  private func load(_ first: Int) -> HalfBlock {
    UnsafeRawPointer(edges + first).loadUnaligned(as: HalfBlock.self)
  }

  @inline(__always)
  private func store(_ lanes: HalfBlock, _ first: Int) {
    UnsafeMutableRawPointer(edges + first).storeBytes(of: lanes, as: HalfBlock.self)
  }

  @inline(__always)
  private func store(_ lanes: HalfBlock, _ first: Int, where mask: HalfBlock) {
    let old = load(first)
    store(old &+ (mask & (lanes &- old)), first)
  }

  @inline(__always)
  private func mask(_ masks: Masks, after lane: Int) -> HalfBlock {
    masks.after(lane, width: MemoryLayout<Edge>.size).loadUnaligned(as: HalfBlock.self)
  }
}
