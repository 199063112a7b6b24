import ListLayout

/// Leaves of four bytes a row: in each block the sums of its rows, up to and with each.
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     sums        2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///
/// A load is an offset in the block, the difference of neighbours a height. Holds every list whose
/// blocks are no higher than `BlockLevels.narrowLimit`: 786,000 pt a row of 32.
struct LongLeaves<Shape: BlockShape>: BlockLeaves, ~Copyable {
  static var card: StrategyCard {
    .blockedSums(
      id: "blocked-sums-32", title: "prefix sums in wide nodes, four bytes a row",
      origin: "Pibiri and Venturini, Practical trade-offs for the prefix-sum problem, 2021")
  }

  static var attempts: Int { 1 }

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
  func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int64? {
    let difference = Int64(height) &- Int64(self.height(of: row))
    let lane = row & (Shape.leaf &- 1)
    BlockNode.add(
      Int32(truncatingIfNeeded: difference), sums + (row &- lane), Shape.leaf, masks.from(lane))
    return difference
  }
}
