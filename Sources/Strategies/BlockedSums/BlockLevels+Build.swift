/// One level of a tree, before it has memory.
private struct Level {
  let isNarrow: Bool
  /// Children of the level's nodes: blocks, or nodes of the level below.
  let entries: Int
  let nodes: Int
  /// With the line of zeros before it.
  let byteCount: Int
}

extension BlockLevels {
  /// No blocks.
  init() {
    memory = BlockMemory(byteCount: Self.headByteCount)
    masks = BlockMasks(memory.base)
    levels = memory.base.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    narrow1 = UnsafePointer(memory.base.assumingMemoryBound(to: Int32.self))
    narrow2 = narrow1
    narrow3 = narrow1
    wide1 = UnsafePointer(memory.base.assumingMemoryBound(to: Int64.self))
    wide2 = wide1
    allocate([])
  }

  /// The greatest total that a node of Int32 sums is built with: three quarters of what fits, so
  /// that a list that has just been built can grow for a long time before it must be built anew.
  static var narrowLimit: Int64 { Int64(Int32.max) / 4 * 3 }

  /// Sums blocks up.
  ///
  /// - Parameter totals: the heights of the `count` blocks, at least 1; used up.
  mutating func build(_ totals: UnsafeMutablePointer<Int64>, count: Int) {
    let plan = Self.plan(blocks: count, narrow: Self.narrowLevels(totals, count))
    allocate(plan)
    for (index, level) in plan.enumerated() {
      if level.isNarrow {
        Self.fill(narrow(index), 1 << Shape.narrowBits, level, totals)
      } else {
        Self.fill(wide(index), 1 << Shape.wideBits, level, totals)
      }
    }
  }

  /// The levels of Int32 sums that rows so high leave room for.
  private static func narrowLevels(_ totals: UnsafePointer<Int64>, _ count: Int) -> Int {
    for level in 0..<Shape.narrowLevels {
      let span = 1 << ((level + 1) * Shape.narrowBits)
      for first in stride(from: 0, to: count, by: span) {
        var total: Int64 = 0
        for block in first..<min(count, first + span) { total &+= totals[block] }
        if total > narrowLimit { return level }
      }
    }
    return Shape.narrowLevels
  }

  /// The levels for a number of blocks: up to the first that is a single node.
  private static func plan(blocks: Int, narrow: Int) -> [Level] {
    var plan: [Level] = []
    var entries = blocks
    while entries > 1 {
      let isNarrow = plan.count < narrow
      let bits = isNarrow ? Shape.narrowBits : Shape.wideBits
      let nodes = (entries - 1) >> bits + 1
      let byteCount = BlockMemory.lines(nodes << bits * (isNarrow ? 4 : 8)) + BlockMemory.line
      plan.append(Level(isNarrow: isNarrow, entries: entries, nodes: nodes, byteCount: byteCount))
      entries = nodes
    }
    return plan
  }

  /// Masks, two lines of zeros, and a pointer for each of at most 32 levels.
  private static var headByteCount: Int {
    BlockMemory.lines(BlockMasks<Shape>.byteCount) + 2 * BlockMemory.line + 32 * 8
  }

  /// Lays the levels out in new memory.
  ///
  ///     masks | zeros | pointers | zeros, level 1 | zeros, level 2 | ...
  private mutating func allocate(_ plan: [Level]) {
    memory = BlockMemory(byteCount: plan.reduce(Self.headByteCount) { $0 + $1.byteCount })
    memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: memory.byteCount)
    masks = BlockMasks(memory.base)
    let zeros = memory.base + BlockMemory.lines(BlockMasks<Shape>.byteCount) + BlockMemory.line
    levels = (zeros + BlockMemory.line).bindMemory(to: UnsafeMutableRawPointer.self, capacity: 32)
    var end = memory.base + Self.headByteCount
    for (index, level) in plan.enumerated() {
      levels[index] = end + BlockMemory.line
      end += level.byteCount
    }
    narrowCount = plan.count(where: \.isNarrow)
    wideCount = plan.count - narrowCount

    let none = UnsafePointer(zeros.assumingMemoryBound(to: Int32.self))
    let noneWide = UnsafePointer(zeros.assumingMemoryBound(to: Int64.self))
    narrow1 = narrowCount > 0 ? UnsafePointer(narrow(0)) : none
    narrow2 = narrowCount > 1 ? UnsafePointer(narrow(1)) : none
    narrow3 = narrowCount > 2 ? UnsafePointer(narrow(2)) : none
    wide1 = wideCount > 0 ? UnsafePointer(wide(narrowCount)) : noneWide
    wide2 = wideCount > 1 ? UnsafePointer(wide(narrowCount + 1)) : noneWide
  }

  /// Writes the sums of a level and leaves the totals of its nodes in `totals`.
  private static func fill<Lane: FixedWidthInteger>(
    _ entries: UnsafeMutablePointer<Lane>, _ lanes: Int, _ level: Level,
    _ totals: UnsafeMutablePointer<Int64>
  ) {
    for node in 0..<level.nodes {
      var sum: Int64 = 0
      for child in node * lanes..<(node + 1) * lanes {
        entries[child] = Lane(truncatingIfNeeded: sum)
        if child < level.entries { sum &+= totals[child] }
      }
      totals[node] = sum
    }
  }

  /// The greatest total of a node below the wide levels; of a block when there is none.
  ///
  /// - Parameters:
  ///   - blocks: their number.
  ///   - all: the sum of all blocks.
  func greatestNarrowTotal(blocks: Int, all: Int64) -> Int64 {
    let span = 1 << (narrowCount * Shape.narrowBits)
    var greatest: Int64 = 0
    for first in stride(from: 0, to: blocks, by: span) {
      let end = first + span < blocks ? offset(of: first + span) : all
      greatest = max(greatest, end - offset(of: first))
    }
    return greatest
  }
}
