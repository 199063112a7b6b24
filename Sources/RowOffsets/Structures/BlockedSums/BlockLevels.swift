/// The levels above the leaves in a tree of blocked sums, which store the offsets of blocks of rows.
///
/// Each level of the tree is a single array of nodes. A node has one entry per child: the total height of the
/// siblings before that child, in the units used by the leaves. Child c of node i is node i * children + c on
/// the level below, so nodes don't need pointers. In the following example, each node has four children:
///
///     heights of blocks      3  1  4  1 | 5  9  2  6 | 5  3
///     level 1                0  3  4  8 | 0  5 14 16 | 0  5  8  8      8 pads
///     level 2                0  9 31 39                               39 pads
///
/// The lowest levels store 32-bit sums. All higher levels are called top levels and have fewer children per
/// node. Sums in the top levels are 32-bit if the list's total height allows it, and 64-bit otherwise. With
/// 32-bit sums, a height change writes half as many bytes as with 64-bit sums.
///
/// All levels share one block of memory. Nodes that fill at least one cache line are aligned to cache lines:
///
///     masks | zeros | pointers to levels | zeros, level 1 | zeros, level 2 | ...
///
/// The zeros before each level are the entry for block -1, so that looking up row 0 needs no special case.
///
///     offset           one load per level, independent because addresses depend only on the block
///     block(at:)       reads one whole node per level
///     add              writes one whole node per level
///     build            O(blocks)
struct BlockLevels<Shape: BlockShape>: ~Copyable {
  var memory: BlockMemory
  var masks: BlockMasks<Shape>
  var levels: UnsafeMutablePointer<UnsafeMutableRawPointer>
  var narrowCount = 0
  var topCount = 0
  var topsAreWide = false

  var blocks = 0
  var total: Int64 = 0
  /// Number of units by which the list can grow before an Int32 sum in some node might overflow. Used only if
  /// the top levels store Int64 sums.
  var headroom: Int64 = 0

  // Addresses of the lowest levels, for use by `directOffset` and `directAdd`. Missing levels point to a
  // block of zeros.
  var narrow1: UnsafeMutablePointer<Int32>
  var narrow2: UnsafeMutablePointer<Int32>
  var narrow3: UnsafeMutablePointer<Int32>
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

  /// - Parameters:
  ///   - totals: the heights of the `count` blocks in 1/64 pt, which are overwritten.
  ///   - count: the number of blocks, at least 1.
  ///   - unit: the exponent of the unit, so that sums are in units of 2^unit/64 pt.
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

  private static var headByteCount: Int {
    BlockMemory.lines(BlockMasks<Shape>.byteCount) + 2 * BlockMemory.line + 32 * 8
  }

  private mutating func allocate(_ plan: [Level]) {
    memory = BlockMemory(byteCount: plan.reduce(Self.headByteCount) { $0 + $1.byteCount })
    memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: memory.byteCount)
    masks = BlockMasks(at: memory.base)
    BlockMasks<Shape>.write(to: memory.base)
    // Missing levels point to `zeros`, and their entry -1 is in the preceding cache line.
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

  /// Returns the total height of all blocks before `block`, or 0 for block -1. Valid if `form` is `direct` or
  /// `directLong`.
  ///
  /// The function adds one entry from each level, including missing ones, so it doesn't need to test how many
  /// levels there are. Fewer instructions and loads per lookup let the processor overlap more lookups.
  ///
  /// - Parameter topLevels: the number of top levels to add, 1 to 3. All callers pass a constant.
  @inline(__always)
  func directOffset(of block: Int, topLevels: Int) -> Int32 {
    var (sum, index) = narrowOffset(of: block, levels: Shape.narrowLevels)
    sum &+= top1[index]
    if topLevels > 1 { sum &+= top2[index &>> Shape.topBits] }
    if topLevels > 2 { sum &+= top3[index &>> (2 &* Shape.topBits)] }
    return sum
  }

  @inline(__always)
  func wideOffset(of block: Int, narrowLevels: Int) -> Int64 {
    let (low, index) = narrowOffset(of: block, levels: narrowLevels)
    let sum = Int64(low) &+ Self.wideEntry(index, of: top1)
    guard topCount > 1 else { return sum }
    return sum &+ Self.wideEntry(index &>> Shape.topBits, of: top2)
      &+ Self.wideEntry(index &>> (2 &* Shape.topBits), of: top3)
  }

  @inline(__always)
  private func narrowOffset(of block: Int, levels: Int) -> (sum: Int32, index: Int) {
    var sum: Int32 = 0
    if levels > 0 { sum = narrow1[block] }
    if levels > 1 { sum &+= narrow2[block &>> Shape.narrowBits] }
    if levels > 2 { sum &+= narrow3[block &>> (2 &* Shape.narrowBits)] }
    return (sum, block &>> (levels &* Shape.narrowBits))
  }

  @inline(__always)
  static func wideEntry(_ index: Int, of level: UnsafeMutablePointer<Int32>) -> Int64 {
    UnsafeRawPointer(level).load(fromByteOffset: index &* 8, as: Int64.self)
  }

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

  /// Returns the block at a point and the distance from the block's top to the point.
  ///
  /// - Parameter offset: the point in units, in `0..<total`.
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

  @inline(__always)
  private static func descend(
    _ node: inout Int, _ point: inout Int32, _ level: UnsafeMutablePointer<Int32>, bits: Int
  ) {
    let entries = level + node &<< bits
    let child = Int32.count(upTo: point, entries, 1 &<< bits) &- 1
    point &-= entries[child]
    node = node &<< bits &+ child
  }

  @inline(__always)
  private func findTop(_ offset: Int64, _ node: inout Int) -> Int32 {
    var rest = offset
    var level = narrowCount &+ topCount
    while level > narrowCount {
      level &-= 1
      let entries = wide(level) + node &<< Shape.topBits
      let child = Int64.count(upTo: rest, entries, 1 << Shape.topBits) &- 1
      rest &-= entries[child]
      node = node &<< Shape.topBits &+ child
    }
    return Int32(truncatingIfNeeded: rest)
  }

  // MARK: Change

  mutating func add(_ difference: Int32, after block: Int) {
    total &+= Int64(difference)
    // A local copy of the property is faster, because the compiler has to assume that stores to nodes could
    // change the property.
    let masks = masks
    var index = block
    for level in 0..<narrowCount {
      Self.add(difference, narrow(level), &index, masks, bits: Shape.narrowBits)
    }
    for level in narrowCount..<narrowCount + topCount {
      addToTop(difference, narrow(level), &index)
    }
  }

  /// Like `add(_:after:)`, but without a loop. Supports only the `direct`, `directLong` and `directWide`
  /// forms.
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

  @inline(__always)
  private static func add(
    _ difference: Int32, _ level: UnsafeMutablePointer<Int32>, _ index: inout Int,
    _ masks: BlockMasks<Shape>, bits: Int
  ) {
    let lane = index & (1 &<< bits &- 1)
    let entries = level + (index &- lane)
    Int32.add(difference, entries, 1 &<< bits, masks.after(lane))
    index &>>= bits
  }

  @inline(__always)
  private static func addWide(
    _ difference: Int64, _ level: UnsafeMutablePointer<Int32>, _ index: inout Int,
    _ masks: BlockMasks<Shape>
  ) {
    let lane = index & (1 &<< Shape.topBits &- 1)
    let entries = UnsafeMutableRawPointer(level).assumingMemoryBound(to: Int64.self)
    Int64.add(
      difference, entries + (index &- lane), 1 &<< Shape.topBits, masks.after(lane, width: 8))
    index &>>= Shape.topBits
  }

  // MARK: Overflow

  /// Maximum total height, in units, of a newly built node with Int32 sums. It leaves room for growth.
  static var narrowLimit: Int64 { Int64(Int32.max) / 4 * 3 }

  @inline(__always)
  func totalFits(after growth: Int64) -> Bool { total &+ growth <= Int64(Int32.max) }

  /// Prepares the levels for any block to grow by `growth` units. Returns false if a sum might overflow, in
  /// which case the tree must be rebuilt.
  ///
  /// - Complexity: O(1). If the top levels store Int64 sums, one call per 2^29 units of growth costs
  ///   O(blocks).
  mutating func reserveGrowth(_ growth: Int64) -> Bool {
    guard topsAreWide else { return totalFits(after: growth) }
    headroom &-= growth
    if headroom >= 0 { return true }
    headroom = Int64(Int32.max) - maxNarrowTotal() - growth
    return headroom >= Int64(Int32.max) - Self.narrowLimit
  }

  func maxNarrowTotal() -> Int64 {
    let span = 1 << (narrowCount * Shape.narrowBits)
    var maximum: Int64 = 0
    for first in stride(from: 0, to: blocks, by: span) {
      let end = first + span < blocks ? offset(of: first + span) : total
      maximum = max(maximum, end - offset(of: first))
    }
    return maximum
  }
}

private struct Level {
  let laneBytes: Int
  let lanes: Int
  /// Number of entries, which is the number of nodes on the level below, or the number of blocks for the
  /// lowest level.
  let entries: Int
  let nodes: Int

  var byteCount: Int { BlockMemory.lines(nodes * lanes * laneBytes) + BlockMemory.line }
}
