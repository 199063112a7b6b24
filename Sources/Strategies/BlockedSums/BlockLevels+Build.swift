/// One level of a tree that is to be built.
private struct Level {
  let isNarrow: Bool
  /// Nodes of the level below, or blocks.
  let entries: Int
  let nodes: Int
  /// With the line of zeros before it.
  let byteCount: Int
}

extension BlockLevels {
  /// No blocks, not even masks.
  init() {
    memory = BlockMemory()
    masks = BlockMasks(at: memory.base)
    levels = memory.base.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    narrow1 = UnsafePointer(memory.base.assumingMemoryBound(to: Int32.self))
    narrow2 = narrow1
    narrow3 = narrow1
    wide1 = UnsafePointer(memory.base.assumingMemoryBound(to: Int64.self))
    wide2 = wide1
    wide3 = wide1
  }

  /// Sums blocks up.
  ///
  /// - Parameter totals: the heights of the `count` blocks, 1 at least; used up.
  mutating func build(_ totals: UnsafeMutablePointer<Int64>, count: Int) {
    blocks = count
    total = 0
    for block in 0..<count { total += totals[block] }
    let plan = Self.plan(blocks: count, narrow: Self.narrowLevels(totals, count))
    allocate(plan)
    for (index, level) in plan.enumerated() {
      if level.isNarrow {
        Self.fill(narrow(index), Shape.narrow, level, totals)
      } else {
        Self.fill(wide(index), Shape.wide, level, totals)
      }
    }
    headroom = Int64(Int32.max) - greatestNarrowTotal()
  }

  /// The levels of Int32 sums that such heights leave room for.
  private static func narrowLevels(_ totals: UnsafePointer<Int64>, _ count: Int) -> Int {
    for level in 0..<Shape.narrowLevels {
      let span = 1 << ((level + 1) * Shape.narrowBits)
      for first in stride(from: 0, to: count, by: span) {
        var total: Int64 = 0
        for block in first..<min(count, first + span) { total += totals[block] }
        if total > narrowLimit { return level }
      }
    }
    return Shape.narrowLevels
  }

  /// The levels over a number of blocks, up to the first that is a single node.
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

  /// Masks, two lines of zeros, pointers to at most 32 levels.
  private static var headByteCount: Int {
    BlockMemory.lines(BlockMasks<Shape>.byteCount) + 2 * BlockMemory.line + 32 * 8
  }

  /// Lays the levels out in new memory.
  private mutating func allocate(_ plan: [Level]) {
    memory = BlockMemory(byteCount: plan.reduce(Self.headByteCount) { $0 + $1.byteCount })
    memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: memory.byteCount)
    masks = BlockMasks(at: memory.base)
    BlockMasks<Shape>.write(to: memory.base)
    // Entry 0 of an absent level; entry -1 is on the line before.
    let zeros = memory.base + BlockMemory.lines(BlockMasks<Shape>.byteCount) + BlockMemory.line
    levels = (zeros + BlockMemory.line).bindMemory(to: UnsafeMutableRawPointer.self, capacity: 32)
    var end = memory.base + Self.headByteCount
    for (index, level) in plan.enumerated() {
      levels[index] = end + BlockMemory.line
      end += level.byteCount
    }
    narrowCount = plan.count(where: \.isNarrow)
    wideCount = plan.count - narrowCount
    pointDirectly(zeros)
  }

  private mutating func pointDirectly(_ zeros: UnsafeMutableRawPointer) {
    let noNarrow = UnsafePointer(zeros.assumingMemoryBound(to: Int32.self))
    let noWide = UnsafePointer(zeros.assumingMemoryBound(to: Int64.self))
    narrow1 = narrowCount > 0 ? UnsafePointer(narrow(0)) : noNarrow
    narrow2 = narrowCount > 1 ? UnsafePointer(narrow(1)) : noNarrow
    narrow3 = narrowCount > 2 ? UnsafePointer(narrow(2)) : noNarrow
    wide1 = wideCount > 0 ? UnsafePointer(wide(narrowCount)) : noWide
    wide2 = wideCount > 1 ? UnsafePointer(wide(narrowCount + 1)) : noWide
    wide3 = wideCount > 2 ? UnsafePointer(wide(narrowCount + 2)) : noWide
  }

  /// Writes the sums of a level, and leaves the totals of its nodes in `totals`.
  private static func fill<Lane: FixedWidthInteger>(
    _ entries: UnsafeMutablePointer<Lane>, _ lanes: Int, _ level: Level,
    _ totals: UnsafeMutablePointer<Int64>
  ) {
    for node in 0..<level.nodes {
      var sum: Int64 = 0
      for child in node * lanes..<(node + 1) * lanes {
        entries[child] = Lane(truncatingIfNeeded: sum)
        if child < level.entries { sum += totals[child] }
      }
      totals[node] = sum
    }
  }
}
