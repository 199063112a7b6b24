/// Where blocks of rows are: everything above the leaves of a tree of blocked sums.
///
/// A level is one array of nodes, with an entry for each node of the level below: the sum of its
/// siblings before it, in the units of the leaves. There are no pointers between nodes: child c of
/// node i is node i * children + c of the level below. With four children a node:
///
///     heights of blocks      3  1  4  1 | 5  9  2  6 | 5  3
///     level 1                0  3  4  8 | 0  5 14 16 | 0  5  8  8      8 pads
///     level 2                0  9 31 39                               39 pads
///
/// The lowest levels have sums of 32 bits. Those above, the tops, have fewer children a node and sums of
/// 32 bits too where the whole list is not too high for them, else of 64: half the bytes are half of what
/// a change writes.
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
  /// The lowest levels, of Int32 sums.
  var narrowCount = 0
  /// Levels above them.
  var topCount = 0
  /// Whether the sums of the tops are Int64.
  var topsAreWide = false

  /// The number of blocks.
  var blocks = 0
  /// The height of all blocks, in units.
  var total: Int64 = 0
  /// With wide tops what any node of Int32 sums can grow by at least, in units.
  private var headroom: Int64 = 0

  // The lowest levels once more, for `directOffset` and `directAdd`: an absent one is zeros.
  var narrow1: UnsafeMutablePointer<Int32>
  var narrow2: UnsafeMutablePointer<Int32>
  var narrow3: UnsafeMutablePointer<Int32>
  // Of Int64 sums where `topsAreWide`.
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

  /// No blocks, not even masks.
  init() {
    memory = BlockMemory()
    masks = BlockMasks(at: memory.base)
    levels = memory.base.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    let none = memory.base.assumingMemoryBound(to: Int32.self)
    (narrow1, narrow2, narrow3, top1, top2, top3) = (none, none, none, none, none, none)
  }

  /// Sums blocks up.
  ///
  /// - Parameters:
  ///   - totals: the heights of the `count` blocks, 1 at least, in 1/64 pt; used up.
  ///   - unit: a sum counts 2^unit.
  mutating func build(_ totals: UnsafeMutablePointer<Int64>, count: Int, unit: Int32) {
    blocks = count
    total = 0
    for block in 0..<count {
      totals[block] >>= Int64(unit)
      total += totals[block]
    }
    topsAreWide = total > Self.narrowLimit
    let most = Self.narrowLevels(totals, count)
    let plan = plan(narrow: most)
    narrowCount = min(plan.count, most)
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

  /// The levels over the blocks, up to the first that is a single node.
  ///
  /// - Parameter narrow: how many of them are not tops.
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
    pointDirectly(zeros)
  }

  private mutating func pointDirectly(_ zeros: UnsafeMutableRawPointer) {
    let none = zeros.assumingMemoryBound(to: Int32.self)
    narrow1 = narrowCount > 0 ? narrow(0) : none
    narrow2 = narrowCount > 1 ? narrow(1) : none
    narrow3 = narrowCount > 2 ? narrow(2) : none
    top1 = topCount > 0 ? narrow(narrowCount) : none
    top2 = topCount > 1 ? narrow(narrowCount + 1) : none
    top3 = topCount > 2 ? narrow(narrowCount + 2) : none
  }

  /// Writes the sums of a level, and leaves the totals of its nodes in `totals`.
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

  // MARK: Find

  /// How offsets are found in the levels that there are.
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
  /// The levels in a row, without a count of them to test: the fewer instructions and loads a
  /// question takes, the more questions wait for memory at once.
  ///
  /// - Parameter topLevels: as the form says, 1 to 3; a constant at every call.
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
  /// - Parameter narrowLevels: as the form says; a constant at every call.
  @inline(__always)
  func wideOffset(of block: Int, narrowLevels: Int) -> Int64 {
    let (low, index) = narrowOffset(of: block, levels: narrowLevels)
    let sum = Int64(low) &+ Self.wideEntry(index, of: top1)
    guard topCount > 1 else { return sum }
    return sum &+ Self.wideEntry(index &>> Shape.topBits, of: top2)
      &+ Self.wideEntry(index &>> (2 &* Shape.topBits), of: top3)
  }

  /// What the lowest levels say of a block, and its entry in the next.
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

  /// The block that owns a point, and how far below the block's top the point is.
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
      Self.goDown(&node, &low, narrow(level), bits: Shape.topBits)
    }
    while level > 0 {
      level &-= 1
      Self.goDown(&node, &low, narrow(level), bits: Shape.narrowBits)
    }
    return (node, low)
  }

  /// Goes from a node to its child that owns a point, and makes the point one of the child's.
  @inline(__always)
  private static func goDown(
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

  /// Moves the blocks after one that has grown by `difference`.
  mutating func add(_ difference: Int32, after block: Int) {
    total &+= Int64(difference)
    // In a local: the stores to nodes might change the field, for all that the compiler knows.
    let masks = masks
    var index = block
    for level in 0..<narrowCount {
      Self.add(difference, narrow(level), &index, masks, bits: Shape.narrowBits)
    }
    for level in narrowCount..<narrowCount + topCount {
      addToTop(difference, narrow(level), &index)
    }
  }

  /// The same in the forms `direct`, `directLong` and `directWide`: one level after the other, without a loop.
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

  /// Changes a node of 2^bits Int32 sums, and makes the index that of its parent.
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

  /// The same of 2^topBits Int64 sums.
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

  /// The greatest total that a node of Int32 sums is built with: three quarters of what fits, so
  /// that a tree grows for a long time before it must be built anew.
  static var narrowLimit: Int64 { Int64(Int32.max) / 4 * 3 }

  /// Whether an Int32 holds the total of a list that has grown by so much.
  @inline(__always)
  func totalHasRoom(for growth: Int64) -> Bool { total &+ growth <= Int64(Int32.max) }

  /// Sees that every node of Int32 sums, and every block, can grow by so much.
  ///
  /// - Parameter growth: at least 0.
  /// - Complexity: O(1); with wide tops O(blocks) once in 2^29 units of growth.
  /// - Returns: false when one may not; then the tree must be built anew.
  mutating func makeRoom(for growth: Int64) -> Bool {
    guard topsAreWide else { return totalHasRoom(for: growth) }
    // As if all growth were in one node.
    headroom &-= growth
    if headroom >= 0 { return true }
    headroom = Int64(Int32.max) - maxNarrowTotal() - growth
    return headroom >= Int64(Int32.max) - Self.narrowLimit
  }

  /// The greatest total of a node below wide tops; of a block, when there is no such node.
  func maxNarrowTotal() -> Int64 {
    let span = 1 << (narrowCount * Shape.narrowBits)
    var greatest: Int64 = 0
    for first in stride(from: 0, to: blocks, by: span) {
      let end = first + span < blocks ? offset(of: first + span) : total
      greatest = max(greatest, end - offset(of: first))
    }
    return greatest
  }

  // MARK: Invariants

  /// What is wrong with the levels over blocks of these heights, in units; empty when nothing is. For tests.
  ///
  /// 1. The entries of a node are the sums of the children before each; where a child is missing,
  ///    the node's total.
  /// 2. Zeros stand before each level.
  /// 3. `total` is the sum of all blocks.
  /// 4. No node of Int32 sums, and no block, can overflow before the total or `headroom` says so.
  /// 5. The highest level is one node.
  /// 6. Absent levels add nothing.
  func violations(of heights: [Int64]) -> [String] {
    var found: [String] = []
    if heights.count != blocks { found.append("\(blocks) blocks, not \(heights.count)") }
    let sum = heights.reduce(0, +)
    if total != sum { found.append("total \(total), not \(sum)") }
    var totals = heights
    var greatest = heights.max() ?? 0
    for level in 0..<narrowCount + topCount {
      let isNarrow = level < narrowCount || !topsAreWide
      let entries = totals
      totals = []
      let lanes = 1 << (level < narrowCount ? Shape.narrowBits : Shape.topBits)
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
    let highest = [top1, top2, top3].dropFirst(topCount).map {
      Self.wideEntry(0, of: $0) | Self.wideEntry(-1, of: $0)
    }
    if (lowest + highest).contains(where: { $0 != 0 }) { found.append("absent levels add") }
    let room = Int64(Int32.max) - greatest
    if room < 0 { found.append("a node is \(greatest) high") }
    if headroom < 0 || headroom > room { found.append("headroom \(headroom), not 0...\(room)") }
    return found
  }
}

/// One level of a tree that is to be built.
private struct Level {
  /// Bytes of a sum.
  let laneBytes: Int
  /// Entries in a node.
  let lanes: Int
  /// Nodes of the level below, or blocks.
  let entries: Int
  let nodes: Int

  /// With the line of zeros before it.
  var byteCount: Int { BlockMemory.lines(nodes * lanes * laneBytes) + BlockMemory.line }
}
