/// The offsets of blocks of rows: the levels above the leaves of a tree of blocked sums.
///
/// A level is one array of nodes. A node has an entry for each child: the sum of the siblings before it, in
/// the units of the leaves. There are no pointers between nodes: child c of node i is node i * children + c
/// of the level below. With four children a node:
///
///     heights of blocks      3  1  4  1 | 5  9  2  6 | 5  3
///     level 1                0  3  4  8 | 0  5 14 16 | 0  5  8  8      8 pads
///     level 2                0  9 31 39                               39 pads
///
/// The lowest levels have sums of 32 bits. The levels above, the tops, have fewer children a node. Their
/// sums have 32 bits if the height of the list allows it, else 64. Half the bytes halve the stores of a
/// change.
///
/// All levels are in one block of memory, and nodes of a cache line or more are aligned to cache lines:
///
///     masks | zeros | pointers to levels | zeros, level 1 | zeros, level 2 | ...
///
/// `violations(of:)` lists the invariants. The zeros before a level are the entry of block -1, so row 0
/// needs no test.
///
///     offset           a load a level; addresses depend on the block alone, so no load waits for another
///     block(at:)       a node a level, read completely
///     add              a node a level, written completely
///     build            O(blocks)
struct BlockLevels<Shape: BlockShape>: ~Copyable {
  var memory: BlockMemory
  var masks: BlockMasks<Shape>
  /// All levels, from the blocks up.
  var levels: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The lowest levels, of Int32 sums.
  var narrowCount = 0
  /// The levels above them.
  var topCount = 0
  /// Whether the sums of the tops are Int64.
  var topsAreWide = false

  var blocks = 0
  /// The height of all blocks, in units.
  var total: Int64 = 0
  /// With wide tops, the guaranteed growth left in each node of Int32 sums, in units.
  private var headroom: Int64 = 0

  // The lowest levels again, for `directOffset` and `directAdd`: an absent level is zeros.
  var narrow1: UnsafeMutablePointer<Int32>
  var narrow2: UnsafeMutablePointer<Int32>
  var narrow3: UnsafeMutablePointer<Int32>
  // Int64 sums if `topsAreWide`.
  var top1: UnsafeMutablePointer<Int32>
  var top2: UnsafeMutablePointer<Int32>
  var top3: UnsafeMutablePointer<Int32>

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

  init() {
    memory = BlockMemory()
    masks = BlockMasks(at: memory.base)
    levels = memory.base.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    let absent = memory.base.assumingMemoryBound(to: Int32.self)
    (narrow1, narrow2, narrow3, top1, top2, top3) = (absent, absent, absent, absent, absent, absent)
  }

  /// Builds the levels over blocks.
  ///
  /// - Parameters:
  ///   - totals: the heights of the `count` blocks, at least 1, in 1/64 pt; overwritten.
  ///   - unit: a sum counts 2^unit.
  mutating func build(_ totals: UnsafeMutablePointer<Int64>, count: Int, unit: Int32) {
    blocks = count
    total = 0
    for block in 0..<count {
      totals[block] >>= Int64(unit)
      total += totals[block]
    }
    topsAreWide = total > Self.narrowLimit
    let maxNarrow = Self.narrowLevels(totals, count)
    let plan = plan(narrow: maxNarrow)
    narrowCount = min(plan.count, maxNarrow)
    topCount = plan.count - narrowCount
    allocate(plan)
    for (index, level) in plan.enumerated() {
      if level.laneBytes == 8 {
        Self.fill(wide(index), level, totals)
      } else {
        Self.fill(narrow(index), level, totals)
      }
    }
    headroom = topsAreWide ? Int64(Int32.max) - maxNarrowTotal() : 0
  }

  /// The number of lowest levels whose totals fit in Int32.
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

  /// The levels over the blocks, up to the first level with a single node.
  ///
  /// - Parameter narrow: the number of levels below the tops.
  private func plan(narrow: Int) -> [Level] {
    var plan: [Level] = []
    var entries = blocks
    while entries > 1 {
      let isTop = plan.count >= narrow
      let bits = isTop ? Shape.topBits : Shape.narrowBits
      let level = Level(
        laneBytes: isTop && topsAreWide ? 8 : 4, lanes: 1 << bits, entries: entries,
        nodes: (entries - 1) >> bits + 1)
      plan.append(level)
      entries = level.nodes
    }
    return plan
  }

  /// Masks, two lines of zeros, pointers to at maxNarrow 32 levels.
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
    setDirectPointers(zeros)
  }

  private mutating func setDirectPointers(_ zeros: UnsafeMutableRawPointer) {
    let absent = zeros.assumingMemoryBound(to: Int32.self)
    narrow1 = narrowCount > 0 ? narrow(0) : absent
    narrow2 = narrowCount > 1 ? narrow(1) : absent
    narrow3 = narrowCount > 2 ? narrow(2) : absent
    top1 = topCount > 0 ? narrow(narrowCount) : absent
    top2 = topCount > 1 ? narrow(narrowCount + 1) : absent
    top3 = topCount > 2 ? narrow(narrowCount + 2) : absent
  }

  /// Writes the sums of a level, and the totals of its nodes to `totals`.
  private static func fill<Lane: FixedWidthInteger>(
    _ entries: UnsafeMutablePointer<Lane>, _ level: Level, _ totals: UnsafeMutablePointer<Int64>
  ) {
    for node in 0..<level.nodes {
      var sum: Int64 = 0
      for child in node * level.lanes..<(node + 1) * level.lanes {
        entries[child] = Lane(truncatingIfNeeded: sum)
        if child < level.entries { sum += totals[child] }
      }
      totals[node] = sum
    }
  }

  // MARK: Lookup

  /// The lookup path for these levels.
  var form: BlockForm {
    switch (Shape.narrowLevels - narrowCount, topCount) {
    case (_, 0): .direct
    case (0, ...3) where topsAreWide: .directWide
    case (0, ...Shape.topLevels): .direct
    case (0, ...3): .directLong
    case (1, ...3): .directHigh
    default: .general
    }
  }

  /// The sum of the blocks before one, in the forms `direct` and `directLong`; 0 for block -1.
  ///
  /// The levels are added without a test of their number: with fewer instructions and loads in a lookup,
  /// more lookups wait for memory in parallel.
  ///
  /// - Parameter topLevels: the form's number of tops, 1 to 3; a constant at every call.
  @inline(__always)
  func directOffset(of block: Int, topLevels: Int) -> Int32 {
    var (sum, index) = narrowOffset(of: block, levels: Shape.narrowLevels)
    sum &+= top1[index]
    if topLevels > 1 { sum &+= top2[index &>> Shape.topBits] }
    if topLevels > 2 { sum &+= top3[index &>> (2 &* Shape.topBits)] }
    return sum
  }

  /// The same with tops of Int64 sums.
  ///
  /// - Parameter narrowLevels: the form's number of lowest levels; a constant at every call.
  @inline(__always)
  func wideOffset(of block: Int, narrowLevels: Int) -> Int64 {
    let (low, index) = narrowOffset(of: block, levels: narrowLevels)
    let sum = Int64(low) &+ Self.wideEntry(index, of: top1)
    guard topCount > 1 else { return sum }
    return sum &+ Self.wideEntry(index &>> Shape.topBits, of: top2)
      &+ Self.wideEntry(index &>> (2 &* Shape.topBits), of: top3)
  }

  /// The sum of a block's entries in the lowest levels, and its index in the next level.
  @inline(__always)
  private func narrowOffset(of block: Int, levels: Int) -> (sum: Int32, index: Int) {
    var sum: Int32 = 0
    if levels > 0 { sum = narrow1[block] }
    if levels > 1 { sum &+= narrow2[block &>> Shape.narrowBits] }
    if levels > 2 { sum &+= narrow3[block &>> (2 &* Shape.narrowBits)] }
    return (sum, block &>> (levels &* Shape.narrowBits))
  }

  @inline(__always)
  private static func wideEntry(_ index: Int, of level: UnsafeMutablePointer<Int32>) -> Int64 {
    UnsafeRawPointer(level).load(fromByteOffset: index &* 8, as: Int64.self)
  }

  /// The sum of the blocks before one, with any number of levels.
  func offset(of block: Int) -> Int64 {
    var index = block
    var sum: Int64 = 0
    for level in 0..<narrowCount {
      sum += Int64(narrow(level)[index])
      index >>= Shape.narrowBits
    }
    for level in narrowCount..<narrowCount + topCount {
      sum += topsAreWide ? wide(level)[index] : Int64(narrow(level)[index])
      index >>= Shape.topBits
    }
    return sum
  }

  /// The block at a point, and the distance from the block's top to the point.
  ///
  /// - Parameter offset: in units, at least 0 and less than `total`.
  @inline(__always)
  func block(at offset: Int64) -> (block: Int, rest: Int32) {
    var node = 0
    var level = narrowCount &+ topCount
    var low = Int32(truncatingIfNeeded: offset)
    if topsAreWide {
      low = findTop(offset, &node)
      level = narrowCount
    }
    while level > narrowCount {
      level &-= 1
      Self.descend(&node, &low, narrow(level), bits: Shape.topBits)
    }
    while level > 0 {
      level &-= 1
      Self.descend(&node, &low, narrow(level), bits: Shape.narrowBits)
    }
    return (node, low)
  }

  /// Descends from a node to its child at a point, and makes the point relative to the child.
  @inline(__always)
  private static func descend(
    _ node: inout Int, _ point: inout Int32, _ level: UnsafeMutablePointer<Int32>, bits: Int
  ) {
    let entries = level + node &<< bits
    let child = BlockNode.count(upTo: point, entries, 1 &<< bits) &- 1
    point &-= entries[child]
    node = node &<< bits &+ child
  }

  /// The same through all tops, of Int64 sums.
  @inline(__always)
  private func findTop(_ offset: Int64, _ node: inout Int) -> Int32 {
    var rest = offset
    var level = narrowCount &+ topCount
    while level > narrowCount {
      level &-= 1
      let entries = wide(level) + node &<< Shape.topBits
      let child = BlockNode.count(upTo: rest, entries, 1 << Shape.topBits) &- 1
      rest &-= entries[child]
      node = node &<< Shape.topBits &+ child
    }
    return Int32(truncatingIfNeeded: rest)
  }

  // MARK: Change

  /// Moves the blocks after a block that has grown by `difference`.
  mutating func add(_ difference: Int32, after block: Int) {
    total &+= Int64(difference)
    // A local copy, because the compiler must assume that the stores to nodes change the field.
    let masks = masks
    var index = block
    for level in 0..<narrowCount {
      Self.add(difference, narrow(level), &index, masks, bits: Shape.narrowBits)
    }
    for level in narrowCount..<narrowCount + topCount {
      addToTop(difference, narrow(level), &index)
    }
  }

  /// The same in the forms `direct`, `directLong` and `directWide`, without a loop.
  @inline(__always)
  mutating func directAdd(_ difference: Int32, after block: Int) {
    total &+= Int64(difference)
    let masks = masks
    let count = narrowCount &+ topCount
    var index = block
    if count == 0 { return }
    if Shape.narrowLevels > 0 {
      Self.add(difference, narrow1, &index, masks, bits: Shape.narrowBits)
      if count == 1 { return }
    }
    if Shape.narrowLevels > 1 {
      Self.add(difference, narrow2, &index, masks, bits: Shape.narrowBits)
      if count == 2 { return }
    }
    if Shape.narrowLevels > 2 {
      Self.add(difference, narrow3, &index, masks, bits: Shape.narrowBits)
      if count == 3 { return }
    }
    addToTop(difference, top1, &index)
    if count == Shape.narrowLevels &+ 1 { return }
    addToTop(difference, top2, &index)
    if count == Shape.narrowLevels &+ 2 { return }
    addToTop(difference, top3, &index)
  }

  @inline(__always)
  private func addToTop(
    _ difference: Int32, _ level: UnsafeMutablePointer<Int32>, _ index: inout Int
  ) {
    if topsAreWide {
      Self.addWide(Int64(difference), level, &index, masks)
    } else {
      Self.add(difference, level, &index, masks, bits: Shape.topBits)
    }
  }

  /// Changes a node of 2^bits Int32 sums, and sets `index` to that of its parent.
  @inline(__always)
  private static func add(
    _ difference: Int32, _ level: UnsafeMutablePointer<Int32>, _ index: inout Int,
    _ masks: BlockMasks<Shape>, bits: Int
  ) {
    let lane = index & (1 &<< bits &- 1)
    let entries = level + (index &- lane)
    BlockNode.add(difference, entries, 1 &<< bits, masks.after(lane))
    index &>>= bits
  }

  /// The same for a node of 2^topBits Int64 sums.
  @inline(__always)
  private static func addWide(
    _ difference: Int64, _ level: UnsafeMutablePointer<Int32>, _ index: inout Int,
    _ masks: BlockMasks<Shape>
  ) {
    let lane = index & (1 &<< Shape.topBits &- 1)
    let entries = UnsafeMutableRawPointer(level).assumingMemoryBound(to: Int64.self)
    BlockNode.add(
      difference, entries + (index &- lane), 1 &<< Shape.topBits, masks.after(lane, width: 8))
    index &>>= Shape.topBits
  }

  // MARK: Overflow

  /// The maximum total of a node of Int32 sums when it is built: three quarters of the range, so that a
  /// tree can grow for a long time before it is built again.
  static var narrowLimit: Int64 { Int64(Int32.max) / 4 * 3 }

  /// Whether the total of the list fits in an Int32 after it has grown by `growth`.
  @inline(__always)
  func totalFits(after growth: Int64) -> Bool { total &+ growth <= Int64(Int32.max) }

  /// Reserves growth for each node of Int32 sums and each block.
  ///
  /// - Parameter growth: at least 0.
  /// - Complexity: O(1); with wide tops O(blocks) once in 2^29 units of growth.
  /// - Returns: false if one may overflow; then the tree must be built again.
  mutating func reserveGrowth(_ growth: Int64) -> Bool {
    guard topsAreWide else { return totalFits(after: growth) }
    // Assume that all growth is in one node.
    headroom &-= growth
    if headroom >= 0 { return true }
    headroom = Int64(Int32.max) - maxNarrowTotal() - growth
    return headroom >= Int64(Int32.max) - Self.narrowLimit
  }

  /// The maximum total of a node below wide tops, or of a block if there is no such node.
  func maxNarrowTotal() -> Int64 {
    let span = 1 << (narrowCount * Shape.narrowBits)
    var maximum: Int64 = 0
    for first in stride(from: 0, to: blocks, by: span) {
      let end = first + span < blocks ? offset(of: first + span) : total
      maximum = max(maximum, end - offset(of: first))
    }
    return maximum
  }

  // MARK: Invariants

  /// Violated invariants of the levels over blocks of `heights`, in units. For tests.
  ///
  /// 1. An entry of a node is the sum of the children before it; the entry of a missing child is the node's
  ///    total.
  /// 2. The entries before each level are 0.
  /// 3. `total` is the sum of all blocks.
  /// 4. No node of Int32 sums, and no block, can overflow within the growth that the total or `headroom`
  ///    allows.
  /// 5. The highest level has one node.
  /// 6. Absent levels add nothing.
  func violations(of heights: [Int64]) -> [String] {
    var violations: [String] = []
    if heights.count != blocks { violations.append("\(blocks) blocks, not \(heights.count)") }
    let sum = heights.reduce(0, +)
    if total != sum { violations.append("total \(total), not \(sum)") }
    var totals = heights
    var maximum = heights.max() ?? 0
    for level in 0..<narrowCount + topCount {
      let isNarrow = level < narrowCount || !topsAreWide
      let entries = totals
      totals = []
      let lanes = 1 << (level < narrowCount ? Shape.narrowBits : Shape.topBits)
      for first in stride(from: 0, to: entries.count, by: lanes) {
        var sum: Int64 = 0
        for child in first..<first + lanes {
          let entry = isNarrow ? Int64(narrow(level)[child]) : wide(level)[child]
          if entry != sum {
            violations.append("level \(level), entry \(child): \(entry), not \(sum)")
          }
          if child < entries.count { sum += entries[child] }
        }
        totals.append(sum)
      }
      if isNarrow { maximum = totals.max() ?? 0 }
      let zeros = isNarrow ? Int64(narrow(level)[-1]) : wide(level)[-1]
      if zeros != 0 { violations.append("level \(level) has \(zeros) before it") }
    }
    if totals.count > 1 { violations.append("\(totals.count) nodes at the top") }
    let lowest = [narrow1, narrow2, narrow3].dropFirst(narrowCount).map { Int64($0[0] | $0[-1]) }
    let highest = [top1, top2, top3].dropFirst(topCount).map {
      Self.wideEntry(0, of: $0) | Self.wideEntry(-1, of: $0)
    }
    if (lowest + highest).contains(where: { $0 != 0 }) { violations.append("absent levels add") }
    let limit = Int64(Int32.max) - maximum
    if limit < 0 { violations.append("a node is \(maximum) high") }
    if headroom < 0 || headroom > limit {
      violations.append("headroom \(headroom), not 0...\(limit)")
    }
    return violations
  }
}

/// One level of a tree to be built.
private struct Level {
  /// The bytes of a sum.
  let laneBytes: Int
  let lanes: Int
  /// The nodes of the level below, or the blocks.
  let entries: Int
  let nodes: Int

  /// The size with the line of zeros before it.
  var byteCount: Int { BlockMemory.lines(nodes * lanes * laneBytes) + BlockMemory.line }
}
