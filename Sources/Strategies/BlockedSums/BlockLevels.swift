/// Where blocks of rows are: everything above the leaves of a tree of blocked sums.
///
/// A level is one array of nodes, with an entry for each node of the level below: the sum of its
/// siblings before it. There are no pointers between nodes: child c of node i is node
/// i * children + c of the level below. With four children a node:
///
///     heights of blocks      3  1  4  1 | 5  9  2  6 | 5  3
///     level 1, Int32         0  3  4  8 | 0  5 14 16 | 0  5  8  8      8 pads
///     level 2, Int64         0  9 31 39                               39 pads
///
/// in one piece of memory, all nodes of a cache line or more on cache lines:
///
///     masks | zeros | pointers to levels | zeros, level 1 | zeros, level 2 | ...
///
/// Invariants: `violations(of:)` lists them. The zeros before a level are the entry of block -1:
/// what stands before row 0 needs no test.
///
///     offset           a load a level; the addresses follow from the block, so no load waits
///     block(at:)       a node a level, read whole
///     add              a node a level, written whole
///     build            O(blocks)
struct BlockLevels<Shape: BlockShape>: ~Copyable {
  var memory: BlockMemory
  var masks: BlockMasks<Shape>
  /// All levels, from the blocks up.
  var levels: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// Levels of Int32 sums.
  var narrowCount = 0
  /// Levels of Int64 sums above them.
  var wideCount = 0

  /// The number of blocks.
  var blocks = 0
  /// The height of all blocks.
  var total: Int64 = 0
  /// What any node of Int32 sums can grow by at least.
  var headroom: Int64 = 0

  // The lowest levels once more, for `directOffset` and `directAdd`: an absent one is zeros.
  var narrow1: UnsafePointer<Int32>
  var narrow2: UnsafePointer<Int32>
  var narrow3: UnsafePointer<Int32>
  var wide1: UnsafePointer<Int64>
  var wide2: UnsafePointer<Int64>
  var wide3: UnsafePointer<Int64>

  @inline(__always)
  func narrow(_ level: Int) -> UnsafeMutablePointer<Int32> {
    levels[level].assumingMemoryBound(to: Int32.self)
  }

  @inline(__always)
  func wide(_ level: Int) -> UnsafeMutablePointer<Int64> {
    levels[level].assumingMemoryBound(to: Int64.self)
  }
}
