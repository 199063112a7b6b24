/// The rows of a leaf as edges: where each begins, in blocks of 32 and, for each block, its own start.
///
///     block           0                      1                        15
///     starts     [    s0     |               s1    |      ...      |  s15   ]    from the leaf's top
///     row          0   1  ...  31     32   33  ...  63     ...
///     edges      [ e0| e1|   |e31] [ e32| e33|   |e63]    ...                   from the block's start
///
/// Row i begins at starts[i / 32] + edges[i]; the first edge of a block is 0. Lanes after the last row
/// stand where it ends, as if rows of height 0 were there, so that loops run over whole vectors and need
/// no row count; the parent knows it. There is one lane more than rows, so the last one is the height.
///
/// A change moves the edges of one block and the starts of later ones: two cache lines, whatever the
/// row, and no branch. A point is looked for among the starts, then in one block.
///
/// Starts are Int32, edges `Shape.Edge`: two bytes a row or four. Whoever takes two sees to it that no block
/// is too high for them. In a leaf of four that is higher than `Int32.max` starts and edges wrap. Differences
/// of neighbours are still heights, and every change is right as it is; but what is asked of such a leaf adds
/// heights up.
struct SumTreeLeaf<Shape: SumTreeShape> {
  /// The rows that are looked at together, 2^blockBits: a cache line of edges, or two.
  static var block: Int { 1 << blockBits }
  private static var blockBits: Int { 5 }
  /// The blocks that the shape has, and those that there are starts for: a cache line.
  static var blocks: Int { (Shape.leafRows + block) / block }
  static var maxBlocks: Int { 16 }
  /// The edges: one more than rows, in whole blocks.
  static var lanes: Int { blocks * block }
  /// With a cache line of starts. The edges alone would be a power of two with the shape of `sum-tree`:
  /// the starts of all leaves would share a few sets of each cache.
  static var byteCount: Int {
    maxBlocks * MemoryLayout<Int32>.stride + lanes * MemoryLayout<Edge>.stride
  }

  /// Whether rows can be so high that starts wrap: not where an edge takes two bytes.
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

  /// Where a row begins, or where the last one ends, in a leaf whose edges do not wrap.
  @inline(__always)
  func top(of row: Int) -> Int32 {
    starts[row &>> Self.blockBits] &+ Int32(truncatingIfNeeded: edges[row])
  }
  /// The height of a leaf whose edges do not wrap.
  @inline(__always)
  var height: Int32 { top(of: Self.lanes &- 1) }
  /// The height of a row.
  @inline(__always)
  func height(of row: Int) -> Int32 { top(of: row &+ 1) &- top(of: row) }
  /// The height of rows, added up.
  func height(of rows: Range<Int>) -> Int64 {
    var sum: Int64 = 0
    for row in rows { sum &+= Int64(height(of: row)) }
    return sum
  }

  /// Makes `rows` heights the leaf's, from a block on; gives their sum, where all are new.
  @discardableResult
  func fill(_ heights: UnsafePointer<Int32>, _ rows: Int, from own: Int = 0) -> Int64 {
    var sum = own > 0 ? Int64(starts[own]) : 0
    let whole = max(own, rows / Self.block)
    for block in own..<whole {
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
    // Blocks that this shape has not begin where all rows end: no point is looked for there.
    for block in Self.blocks..<Self.maxBlocks { starts[block] = Int32(truncatingIfNeeded: sum) }
    return sum
  }

  /// Writes where rows of a block begin; gives the sum of their heights.
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

  /// Writes the heights of the first rows, from a block on.
  func copyHeights(_ rows: Int, from own: Int = 0, to heights: UnsafeMutablePointer<Int32>) {
    let whole = max(own, rows / Self.block)
    for block in own..<whole {
      let first = block * Self.block
      let (edges, heights) = (edges + first, heights + first)
      for lane in 0..<Self.block - 1 {
        heights[lane] = Int32(truncatingIfNeeded: edges[lane + 1] &- edges[lane])
      }
      heights[Self.block - 1] = height(of: first + Self.block - 1)
    }
    for row in whole * Self.block..<rows { heights[row] = height(of: row) }
  }

  /// Inserts rows before `row` into a leaf of `rows`; there must be room for them.
  ///
  /// - Parameter all: room for the heights of a leaf.
  func insert(
    _ heights: UnsafePointer<Int32>, count: Int, at row: Int, rows: Int,
    in all: UnsafeMutablePointer<Int32>
  ) {
    let own = row / Self.block
    copyHeights(rows, from: own, to: all)
    (all + row + count).update(from: all + row, count: rows - row)
    (all + row).update(from: heights, count: count)
    fill(all, rows + count, from: own)
  }

  /// Removes rows of a leaf of `rows`.
  ///
  /// - Parameter all: room for the heights of a leaf.
  func remove(_ count: Int, at row: Int, rows: Int, in all: UnsafeMutablePointer<Int32>) {
    let own = row / Self.block
    copyHeights(rows, from: own, to: all)
    (all + row).update(from: all + row + count, count: rows - row - count)
    fill(all, rows - count, from: own)
  }

  /// The row that owns a point, at least 0 and less than the height of a leaf whose edges do not wrap.
  @inline(__always)
  func row(at y: Int32) -> Int {
    let block = BlockNode.count(upTo: y, starts, Self.maxBlocks) &- 1
    let first = block &* Self.block
    let rest = Edge(truncatingIfNeeded: y &- starts[block])
    return first &+ Edge.count(upTo: rest, edges + first, Self.block) &- 1
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
}

/// What is done to single rows of a leaf: half a block at a time, since the compiler takes vectors of 32 apart,
/// without a branch inside it.
extension SumTreeLeaf {
  private typealias Half = SIMD16<Edge>

  /// Adds to the height of a row.
  @inline(__always)
  func add(_ difference: Int32, to row: Int, _ masks: Masks) {
    let lane = row & (Self.block &- 1)
    Edge.add(
      Edge(truncatingIfNeeded: difference), edges + (row &- lane), Self.block,
      masks.after(lane, width: MemoryLayout<Edge>.size))
    BlockNode.add(difference, starts, Self.maxBlocks, masks.after(row &>> Self.blockBits))
  }

  /// Inserts one row before `row`; there must be room for it.
  ///
  /// The last row of each block from there on moves to the next, where it is the first.
  @inline(__always)
  func insert(_ height: Int32, at row: Int, _ masks: Masks) {
    let own = row &>> Self.blockBits
    var block = Self.blocks &- 1
    while block > own {
      let first = block &* Self.block
      let last = Int32(truncatingIfNeeded: edges[first &- 1])
      let coming = starts[block] &- starts[block &- 1] &- last
      let isMoved = mask(masks, after: 0)
      store(load(first &+ 15) &+ all(coming), first &+ 16)
      store((load(first &- 1) &+ all(coming)) & isMoved, first)
      starts[block] &+= height &- coming
      block &-= 1
    }
    for missing in Self.blocks..<Self.maxBlocks { starts[missing] &+= height }
    let lane = row & (Self.block &- 1)
    let first = row &- lane
    store(
      load(first &+ 15) &+ all(height), first &+ 16, where: mask(masks, after: lane &- 16))
    store(load(first &- 1) &+ all(height), first, where: mask(masks, after: lane))
  }

  /// Removes one row.
  ///
  /// The first row of each later block moves to the one before, where it is the last.
  @inline(__always)
  func remove(at row: Int, _ masks: Masks) {
    let height = height(of: row)
    let own = row &>> Self.blockBits
    let lane = row & (Self.block &- 1)
    let first = row &- lane
    let end = end(of: own)
    store(load(first &+ 1) &- all(height), first, where: mask(masks, after: lane))
    let isLast = mask(masks, after: 14)
    let moved = (load(first &+ 17) & ~isLast) | (all(end) & isLast)
    store(moved &- all(height), first &+ 16, where: mask(masks, after: lane &- 16))
    var block = own &+ 1
    while block < Self.blocks {
      let first = block &* Self.block
      let end = self.end(of: block)
      let leaving = Int32(truncatingIfNeeded: edges[first &+ 1])
      store(load(first &+ 1) &- all(leaving), first)
      let moved = (load(first &+ 17) & ~isLast) | (all(end) & isLast)
      store(moved &- all(leaving), first &+ 16)
      starts[block] = starts[block] &- height &+ leaving
      block &+= 1
    }
    for missing in Self.blocks..<Self.maxBlocks { starts[missing] &-= height }
  }

  /// Where a block's last row ends, from the block's start.
  @inline(__always)
  private func end(of block: Int) -> Int32 {
    block &+ 1 < Self.blocks
      ? starts[block &+ 1] &- starts[block] : Int32(truncatingIfNeeded: edges[Self.lanes &- 1])
  }

  @inline(__always)
  private func all(_ difference: Int32) -> Half {
    Half(repeating: Edge(truncatingIfNeeded: difference))
  }

  @inline(__always)
  private func load(_ first: Int) -> Half {
    UnsafeRawPointer(edges + first).loadUnaligned(as: Half.self)
  }

  @inline(__always)
  private func store(_ half: Half, _ first: Int) {
    UnsafeMutableRawPointer(edges + first).storeBytes(of: half, as: Half.self)
  }

  @inline(__always)
  private func store(_ half: Half, _ first: Int, where mask: Half) {
    let old = load(first)
    store(old &+ (mask & (half &- old)), first)
  }

  @inline(__always)
  private func mask(_ masks: Masks, after lane: Int) -> Half {
    masks.after(lane, width: MemoryLayout<Edge>.size).loadUnaligned(as: Half.self)
  }
}

/// What edges and sums are kept as: `BlockNode` reads and writes many of them together.
protocol SumTreeLane: FixedWidthInteger, SIMDScalar, BitwiseCopyable, Codable {
  static func count(upTo value: Self, _ node: UnsafePointer<Self>, _ lanes: Int) -> Int
  static func add(
    _ difference: Self, _ node: UnsafeMutablePointer<Self>, _ lanes: Int,
    _ masks: UnsafeRawPointer)
}

extension UInt16: SumTreeLane {
  @inline(__always)
  static func count(upTo value: UInt16, _ node: UnsafePointer<UInt16>, _ lanes: Int) -> Int {
    BlockNode.count(upTo: value, node, lanes)
  }
  @inline(__always)
  static func add(
    _ difference: UInt16, _ node: UnsafeMutablePointer<UInt16>, _ lanes: Int,
    _ masks: UnsafeRawPointer
  ) {
    let node = UnsafeMutableRawPointer(node).assumingMemoryBound(to: Int16.self)
    BlockNode.add(Int16(bitPattern: difference), node, lanes, masks)
  }
}
extension Int32: SumTreeLane {
  @inline(__always)
  static func count(upTo value: Int32, _ node: UnsafePointer<Int32>, _ lanes: Int) -> Int {
    BlockNode.count(upTo: value, node, lanes)
  }
  @inline(__always)
  static func add(
    _ difference: Int32, _ node: UnsafeMutablePointer<Int32>, _ lanes: Int,
    _ masks: UnsafeRawPointer
  ) {
    BlockNode.add(difference, node, lanes, masks)
  }
}
extension Int64: SumTreeLane {
  @inline(__always)
  static func count(upTo value: Int64, _ node: UnsafePointer<Int64>, _ lanes: Int) -> Int {
    BlockNode.count(upTo: value, node, lanes)
  }
  @inline(__always)
  static func add(
    _ difference: Int64, _ node: UnsafeMutablePointer<Int64>, _ lanes: Int,
    _ masks: UnsafeRawPointer
  ) {
    BlockNode.add(difference, node, lanes, masks)
  }
}
