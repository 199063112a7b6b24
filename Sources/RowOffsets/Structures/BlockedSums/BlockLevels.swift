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

extension BlockLevels {
  // MARK: Build

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
    var level = Shape.narrowLevels
    while level > 0 {
      let span = 1 << (level * Shape.narrowBits)
      let fits = stride(from: 0, to: count, by: span).allSatisfy { first in
        (first..<min(count, first + span)).reduce(0) { $0 &+ totals[$1] } <= narrowLimit
      }
      if fits { return level }
      level -= 1
    }
    return 0
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

  // MARK: Find

  /// How offsets are found in the levels that there are.
  var form: BlockForm {
    switch (Shape.narrowLevels - narrowCount, wideCount) {
    case (_, 0): .direct
    case (0, ...Shape.wideLevels): .direct
    case (0, ...3): .directLong
    case (1, ...3): .directHigh
    default: .general
    }
  }

  /// The sum of the blocks before one; 0 for block -1.
  ///
  /// The levels in a row, without a count of them to test: the fewer instructions and loads a
  /// question takes, the more questions wait for memory at once.
  ///
  /// - Parameters:
  ///   - narrowLevels: as the form says; a constant at every call.
  ///   - wideLevels: the same, 1 to 3.
  @inline(__always)
  func directOffset(of block: Int, narrowLevels: Int, wideLevels: Int) -> Int64 {
    var low: Int32 = 0
    if narrowLevels > 0 { low = narrow1[block] }
    if narrowLevels > 1 { low &+= narrow2[block &>> Shape.narrowBits] }
    if narrowLevels > 2 { low &+= narrow3[block &>> (2 &* Shape.narrowBits)] }
    let top = block &>> (narrowLevels &* Shape.narrowBits)
    var sum = Int64(low) &+ wide1[top]
    if wideLevels > 1 { sum &+= wide2[top &>> Shape.wideBits] }
    if wideLevels > 2 { sum &+= wide3[top &>> (2 &* Shape.wideBits)] }
    return sum
  }

  /// The same for any number of levels.
  func offset(of block: Int) -> Int64 {
    var index = block
    var sum: Int64 = 0
    for level in 0..<narrowCount {
      sum += Int64(narrow(level)[index])
      index >>= Shape.narrowBits
    }
    for level in narrowCount..<narrowCount + wideCount {
      sum += wide(level)[index]
      index >>= Shape.wideBits
    }
    return sum
  }

  /// The block that owns a point, and how far below the block's top the point is.
  ///
  /// - Parameter offset: at least 0 and less than `total`.
  @inline(__always)
  func block(at offset: Int64) -> (block: Int, rest: Int32) {
    var node = 0
    var rest = offset
    var level = narrowCount &+ wideCount
    while level > narrowCount {
      level &-= 1
      let entries = wide(level) + node &<< Shape.wideBits
      let child = BlockNode.count(upTo: rest, entries, Shape.wide) &- 1
      rest &-= entries[child]
      node = node &<< Shape.wideBits &+ child
    }
    var low = Int32(truncatingIfNeeded: rest)
    while level > 0 {
      level &-= 1
      let entries = narrow(level) + node &<< Shape.narrowBits
      let child = BlockNode.count(upTo: low, entries, Shape.narrow) &- 1
      low &-= entries[child]
      node = node &<< Shape.narrowBits &+ child
    }
    return (node, low)
  }

  // MARK: Change

  /// Moves the blocks after one that has grown by `difference`.
  @inline(__always)
  mutating func add(_ difference: Int64, after block: Int) {
    total &+= difference
    // In locals: the stores to nodes might change the fields, for all that the compiler knows.
    let (levels, masks) = (levels, masks)
    let (narrowCount, count) = (narrowCount, narrowCount &+ wideCount)
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

  /// The same where `form` is `direct` or `directLong` and no level is absent: one after the other,
  /// uncounted.
  ///
  /// - Parameter wideLevels: the levels of Int64 sums, 1 to 3; a constant at every call.
  @inline(__always)
  mutating func directAdd(_ difference: Int64, after block: Int, wideLevels: Int) {
    total &+= difference
    let masks = masks
    let (narrow1, narrow2, narrow3) = (narrow1, narrow2, narrow3)
    let (wide1, wide2, wide3) = (wide1, wide2, wide3)
    let low = Int32(truncatingIfNeeded: difference)
    var index = block
    if Shape.narrowLevels > 0 { Self.add(low, narrow1, &index, masks) }
    if Shape.narrowLevels > 1 { Self.add(low, narrow2, &index, masks) }
    if Shape.narrowLevels > 2 { Self.add(low, narrow3, &index, masks) }
    Self.addWide(difference, wide1, &index, masks)
    if wideLevels > 1 { Self.addWide(difference, wide2, &index, masks) }
    if wideLevels > 2 { Self.addWide(difference, wide3, &index, masks) }
  }

  /// Changes a node of Int32 sums, and makes the index that of its parent.
  @inline(__always)
  private static func add(
    _ difference: Int32, _ level: UnsafePointer<Int32>, _ index: inout Int,
    _ masks: BlockMasks<Shape>
  ) {
    let lane = index & (Shape.narrow &- 1)
    BlockNode.add(
      difference, UnsafeMutablePointer(mutating: level) + (index &- lane), Shape.narrow,
      masks.after(lane))
    index &>>= Shape.narrowBits
  }

  /// The same with Int64 sums.
  @inline(__always)
  private static func addWide(
    _ difference: Int64, _ level: UnsafePointer<Int64>, _ index: inout Int,
    _ masks: BlockMasks<Shape>
  ) {
    let lane = index & (Shape.wide &- 1)
    BlockNode.add(
      difference, UnsafeMutablePointer(mutating: level) + (index &- lane), Shape.wide,
      masks.afterWide(lane))
    index &>>= Shape.wideBits
  }

  // MARK: Overflow

  /// The greatest total that a node of Int32 sums is built with: three quarters of what fits, so
  /// that a tree grows for a long time before it must be built anew.
  static var narrowLimit: Int64 { Int64(Int32.max) / 4 * 3 }

  /// Sees that every node of Int32 sums, and every block, can grow by `difference`.
  ///
  /// - Complexity: O(1); O(blocks below the wide levels) once in 2^29 units of growth.
  /// - Returns: false when one may not; then the tree must be built anew.
  @inline(__always)
  mutating func makeRoom(for difference: Int64) -> Bool {
    // As if all growth were in one node.
    headroom &-= max(0, difference)
    return _fastPath(headroom >= 0) || findRoom(for: difference)
  }

  /// Looks how much the nodes have really grown.
  @inline(never)
  private mutating func findRoom(for difference: Int64) -> Bool {
    headroom = Int64(Int32.max) - greatestNarrowTotal() - difference
    return headroom >= Int64(Int32.max) - Self.narrowLimit
  }

  /// The greatest total of a node below the wide levels; of a block, when there is no such node.
  func greatestNarrowTotal() -> Int64 {
    let span = 1 << (narrowCount * Shape.narrowBits)
    var greatest: Int64 = 0
    for first in stride(from: 0, to: blocks, by: span) {
      let end = first + span < blocks ? offset(of: first + span) : total
      greatest = max(greatest, end - offset(of: first))
    }
    return greatest
  }

  // MARK: Invariants

  /// What is wrong with the levels over blocks of these heights; empty when nothing is. For tests.
  ///
  /// 1. The entries of a node are the sums of the children before each; where a child is missing,
  ///    the node's total.
  /// 2. Zeros stand before each level.
  /// 3. `total` is the sum of all blocks.
  /// 4. No node of Int32 sums, and no block, can overflow before `headroom` is used up.
  /// 5. The highest level is one node.
  /// 6. Absent levels add nothing.
  func violations(of heights: [Int64]) -> [String] {
    var found: [String] = []
    if heights.count != blocks { found.append("\(blocks) blocks, not \(heights.count)") }
    let sum = heights.reduce(0, +)
    if total != sum { found.append("total \(total), not \(sum)") }
    var totals = heights
    var greatest = heights.max() ?? 0
    for level in 0..<narrowCount + wideCount {
      let isNarrow = level < narrowCount
      let entries = totals
      totals = []
      let lanes = isNarrow ? Shape.narrow : Shape.wide
      for first in stride(from: 0, to: entries.count, by: lanes) {
        var sum: Int64 = 0
        for child in first..<first + lanes {
          let entry = isNarrow ? Int64(narrow(level)[child]) : wide(level)[child]
          if entry != sum { found.append("level \(level), entry \(child): \(entry), not \(sum)") }
          if child < entries.count { sum += entries[child] }
        }
        totals.append(sum)
      }
      if isNarrow { greatest = totals.max() ?? 0 }
      let zeros = isNarrow ? Int64(narrow(level)[-1]) : wide(level)[-1]
      if zeros != 0 { found.append("level \(level) has \(zeros) before it") }
    }
    if totals.count > 1 { found.append("\(totals.count) nodes at the top") }
    let lowest = [narrow1, narrow2, narrow3].dropFirst(narrowCount).map { Int64($0[0] | $0[-1]) }
    let highest = [wide1, wide2, wide3].dropFirst(wideCount).map { $0[0] | $0[-1] }
    if (lowest + highest).contains(where: { $0 != 0 }) { found.append("absent levels add") }
    let room = Int64(Int32.max) - greatest
    if headroom < 0 || headroom > room { found.append("headroom \(headroom), not 0...\(room)") }
    return found
  }
}

/// One level of a tree that is to be built.
private struct Level {
  let isNarrow: Bool
  /// Nodes of the level below, or blocks.
  let entries: Int
  let nodes: Int
  /// With the line of zeros before it.
  let byteCount: Int
}

/// How a tree of blocked sums answers.
enum BlockForm: UInt8 {
  /// From as many levels of Int32 and of Int64 sums as the shape says.
  case direct
  /// The same with three levels of Int64 sums: the list is long.
  case directLong
  /// The same with a level of Int32 sums less: the rows are high.
  case directHigh
  /// From as many levels as there are, and from leaves of any kind.
  case general
  /// From another structure: the rows do not suit this one.
  case fallback
  /// Not before it has been built anew.
  case stale

  /// Whether the tree itself answers.
  @inline(__always)
  var isTree: Bool { rawValue <= Self.general.rawValue }
}
