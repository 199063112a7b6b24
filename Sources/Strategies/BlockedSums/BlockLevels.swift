/// Where blocks of rows are: everything above the leaves of a tree of blocked sums.
///
/// A level is one array of nodes, an entry for each child of the level below; the entries of a node
/// are the sums of the children before each, within the node. There are no pointers between nodes:
/// child c of node i is node i * fan-out + c of the level below. With four children a node:
///
///     heights of blocks          3  1  4  1 | 5  9  2  6 | 5  3
///     level 1, narrow (Int32)    0  3  4  8 | 0  5 14 16 | 0  5  8  8      8 pads
///     level 2, wide (Int64)      0  9 31 39                               39 pads
///
/// Invariants: a node starts on a cache line, or several of them share one; entry 0 is 0; entries
/// without a child repeat the node's total; a line of zeros stands before each level, so that the
/// sum before block 0 is read at index -1 without a test.
///
///     offset             a load a level, whose addresses follow from the block: no load waits
///     block(at:)         a node a level, each compared whole; no branch but the level count
///     add                a node a level, each written whole
struct BlockLevels<Shape: BlockShape>: ~Copyable {
  var memory: BlockMemory
  /// Levels of Int32 sums.
  var narrowCount = 0
  /// Levels of Int64 sums above them.
  var wideCount = 0
  /// All levels from the blocks up.
  var levels: UnsafeMutablePointer<UnsafeMutableRawPointer>
  var masks: BlockMasks<Shape>

  // The levels once more for `directOffset`; one that is absent is a line of zeros.
  var narrow1: UnsafePointer<Int32>
  var narrow2: UnsafePointer<Int32>
  var narrow3: UnsafePointer<Int32>
  var wide1: UnsafePointer<Int64>
  var wide2: UnsafePointer<Int64>

  /// Whether `directOffset` may be asked: at most two wide levels, and below them all the narrow
  /// ones.
  var isDirect: Bool {
    wideCount <= 2 && (wideCount == 0 || narrowCount == Shape.narrowLevels)
  }

  // MARK: Find

  /// The sum of the blocks before one; 0 for block -1.
  ///
  /// All levels in a row: no count to load or to test, so more questions are under way at once.
  @inline(__always)
  func directOffset(of block: Int) -> Int64 {
    var low = narrow1[block]
    if Shape.narrowLevels > 1 { low &+= narrow2[block &>> Shape.narrowBits] }
    if Shape.narrowLevels > 2 { low &+= narrow3[block &>> (2 &* Shape.narrowBits)] }
    let top = block &>> (Shape.narrowLevels &* Shape.narrowBits)
    return Int64(low) &+ wide1[top] &+ wide2[top &>> Shape.wideBits]
  }

  /// The same for any number of levels.
  func offset(of block: Int) -> Int64 {
    var index = block
    var level = 0
    var sum: Int64 = 0
    while level < narrowCount {
      sum &+= Int64(narrow(level)[index])
      index &>>= Shape.narrowBits
      level &+= 1
    }
    while level < narrowCount &+ wideCount {
      sum &+= wide(level)[index]
      index &>>= Shape.wideBits
      level &+= 1
    }
    return sum
  }

  /// The block that owns a point, and how far below its top the point is.
  ///
  /// - Parameter offset: at least 0 and less than the sum of all blocks.
  @inline(__always)
  func block(at offset: Int64) -> (block: Int, rest: Int32) {
    var node = 0
    var rest = offset
    var level = narrowCount &+ wideCount
    while level > narrowCount {
      level &-= 1
      let entries = wide(level) + node &<< Shape.wideBits
      let child = BlockNode.count(below: rest &+ 1, entries, Shape.wide) &- 1
      rest &-= entries[child]
      node = node &<< Shape.wideBits &+ child
    }
    var low = Int32(truncatingIfNeeded: rest)
    while level > 0 {
      level &-= 1
      let entries = narrow(level) + node &<< Shape.narrowBits
      let child = BlockNode.count(below: low &+ 1, entries, Shape.narrow) &- 1
      low &-= entries[child]
      node = node &<< Shape.narrowBits &+ child
    }
    return (node, low)
  }

  // MARK: Change

  /// Moves the blocks after one.
  @inline(__always)
  func add(_ difference: Int64, after block: Int) {
    let (levels, narrowCount, count) = (levels, narrowCount, narrowCount &+ wideCount)
    let masks = masks
    let low = Int32(truncatingIfNeeded: difference)
    var index = block
    var level = 0
    while level < narrowCount {
      let lane = index & (Shape.narrow &- 1)
      let entries = levels[level].assumingMemoryBound(to: Int32.self) + (index &- lane)
      BlockNode.add(low, entries, Shape.narrow, masks.after(lane))
      index &>>= Shape.narrowBits
      level &+= 1
    }
    while level < count {
      let lane = index & (Shape.wide &- 1)
      let entries = levels[level].assumingMemoryBound(to: Int64.self) + (index &- lane)
      BlockNode.add(difference, entries, Shape.wide, masks.afterWide(lane))
      index &>>= Shape.wideBits
      level &+= 1
    }
  }

  @inline(__always)
  func narrow(_ level: Int) -> UnsafeMutablePointer<Int32> {
    levels[level].assumingMemoryBound(to: Int32.self)
  }

  @inline(__always)
  func wide(_ level: Int) -> UnsafeMutablePointer<Int64> {
    levels[level].assumingMemoryBound(to: Int64.self)
  }
}
