/// A child of a node, with its number of rows and height.
struct SumTreePart {
  var child: NodePool.Node
  var rows: Int
  var height: Int64
}

/// The vector sizes of leaves and nodes.
enum SumTreeLanes: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  /// The reach of masks in both directions: a block of a leaf.
  static var topBits: Int { 5 }
  static var narrowLevels: Int { 1 }
  static var topLevels: Int { 1 }
}

/// An inner node: the first row and the top of each of up to 254 children.
///
///     header      count | level | drift | scale | growthLeft | growthRange
///     group              0            1        ...        15
///     starts      [     H0     |     H1     |  ...  |     H15    ]     Shape.Sum, height before a group
///     child         0  1 .. 15   16 17 .. 31         240 ..   255
///     tops        [h0|h1|..|h15|h16|h17|..  |  ...  |h240|..|h255]     Shape.Sum, from the group's start
///     rows        [r0|r1|..|   |   |   |    |  ...  |    |..|    ]     UInt32, rows before a child
///     children    [p0|p1|..|   |   |   |    |  ...  |    |..| -  ]
///     hints       for every 2^shift rows, a child at or before that of the first of them
///
/// Lanes after the last child in its group repeat the end, and so do the starts of later groups that
/// changes write together with that one. The starts of all other groups are greater than any point and are
/// never written again.
///
/// A row is looked up from its hint: the child there or the next one, or a few further where children are
/// small or many rows were inserted or deleted. A hint is `maxDrift` rows early, so that it leads forward
/// until that number of rows is inserted or deleted. Over leaves a hint covers a third of a typical leaf,
/// and a comparison without a branch chooses one of two children. Over nodes it covers a fiftieth of a
/// child, and a predictable branch takes the first, so that the levels below need not wait for the
/// comparison.
///
/// A point's child is first guessed with a multiplication by a scale, as if all children had the same
/// height, and looked for on both sides of the guess. If that fails, all group starts and then the tops of
/// one group are read. None of these branches is often mispredicted for random lookups.
///
///     find row       O(1) if no child has far fewer rows than others, O(children) in the worst case
///     find point     O(1)
///     add height     O(1): the starts, and the tops of a group
///     add rows       O(children), a cache line at a time
struct SumTreeNode<Shape: SumTreeShape> {
  typealias Masks = BlockMasks<SumTreeLanes>
  typealias Sum = Shape.Sum

  private static var group: Int { 16 }
  private static var groups: Int { (Shape.fanOut + 1) / 64 * 4 + 4 }
  /// The maximum number of children, and one lane more.
  private static var lanes: Int { group * groups }
  /// The number of hints over leaves, and over nodes.
  private static func maxHints(ofLevel level: Int) -> Int { level == 0 ? 1024 : 16384 }
  /// A hint covers 2^shift rows: 2^7 at level 0, 2^11 at level 1, and at each further level about as many
  /// times more as a node has children. A size that suffices for 254 children of 511 rows suffices at any
  /// level.
  @inline(__always)
  private static func shift(ofLevel level: Int) -> Int {
    let bits = Int.bitWidth - 1 - (Shape.fanOut + 2).leadingZeroBitCount
    return level == 0 ? 7 : bits &* (level &- 1) &+ 11
  }

  private static var startsAt: Int { 64 }
  /// Starts take whole cache lines, so each group of tops begins a cache line.
  private static var topsAt: Int {
    startsAt + (groups * MemoryLayout<Sum>.stride + 63) / 64 * 64
  }
  /// The number of starts that a change writes in one step.
  private static var startsPerStep: Int { 16 / MemoryLayout<Sum>.stride }
  private static var rowsAt: Int { topsAt + lanes * MemoryLayout<Sum>.stride }
  private static var childrenAt: Int { rowsAt + lanes * 4 }
  private static var hintsAt: Int { childrenAt + lanes * 8 }
  /// The size of a node of a level, with space for writing eight hints at a time.
  static func byteCount(ofLevel level: Int) -> Int { hintsAt + maxHints(ofLevel: level) + 8 }

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  /// The number of children.
  @inline(__always)
  private(set) var count: Int {
    get { memory.load(as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, as: Int.self) }
  }
  /// 0 over leaves, 1 over nodes of level 0 and so on.
  @inline(__always)
  private var level: Int {
    get { memory.load(fromByteOffset: 8, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
  }
  /// The number of inserted and deleted rows after which hints are computed again: the rows of a hint, or
  /// over nodes a quarter.
  @inline(__always)
  private var maxDrift: Int { 1 &<< (Self.shift(ofLevel: level) &- (level == 0 ? 0 : 2)) }
  /// The number of rows inserted and deleted since the hints were computed.
  @inline(__always)
  private var drift: Int {
    get { memory.load(fromByteOffset: 16, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 16, as: Int.self) }
  }
  /// The children per unit of height, as a fraction of 2^62.
  @inline(__always)
  private var scale: UInt64 {
    get { memory.load(fromByteOffset: 24, as: UInt64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 24, as: UInt64.self) }
  }
  /// The growth left before the scale is computed again; more than `growthRange` if the node has shrunk too
  /// much.
  @inline(__always)
  private var growthLeft: Int64 {
    get { memory.load(fromByteOffset: 32, as: Int64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 32, as: Int64.self) }
  }
  @inline(__always)
  private var growthRange: Int64 {
    get { memory.load(fromByteOffset: 40, as: Int64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 40, as: Int64.self) }
  }
  @inline(__always)
  private var starts: UnsafeMutablePointer<Sum> {
    (memory + Self.startsAt).assumingMemoryBound(to: Sum.self)
  }
  @inline(__always)
  private var tops: UnsafeMutablePointer<Sum> {
    (memory + Self.topsAt).assumingMemoryBound(to: Sum.self)
  }
  @inline(__always)
  private var rowEdges: UnsafeMutablePointer<UInt32> {
    (memory + Self.rowsAt).assumingMemoryBound(to: UInt32.self)
  }
  @inline(__always)
  private var children: UnsafeMutablePointer<NodePool.Node> {
    (memory + Self.childrenAt).assumingMemoryBound(to: NodePool.Node.self)
  }
  @inline(__always)
  private var hints: UnsafeMutablePointer<UInt8> {
    (memory + Self.hintsAt).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  var rows: Int { Int(firstRow(of: count)) }
  /// The total height.
  var height: Int64 { top(of: count) }
  var parts: [SumTreePart] { (0..<count).map { part($0) } }

  // MARK: Children

  /// The first row of a child, counted from the node's first; for the index after the last child, the
  /// number of rows.
  @inline(__always)
  func firstRow(of index: Int) -> UInt32 { rowEdges[index] }
  /// The top of a child, relative to the node's; for the index after the last child, the height.
  @inline(__always)
  func top(of index: Int) -> Int64 {
    Int64(truncatingIfNeeded: starts[index &>> 4] &+ tops[index])
  }
  @inline(__always)
  func child(_ index: Int) -> NodePool.Node { children[index] }
  @inline(__always)
  func rows(of index: Int) -> Int { Int(firstRow(of: index &+ 1) &- firstRow(of: index)) }
  @inline(__always)
  func height(of index: Int) -> Int64 { top(of: index &+ 1) &- top(of: index) }
  func part(_ index: Int) -> SumTreePart {
    SumTreePart(child: child(index), rows: rows(of: index), height: height(of: index))
  }

  /// Whether each group begins with 0 and the padding after the last child is correct. For tests.
  var isPadded: Bool {
    // Plain loops, because tests call this for each node after each change, without the optimiser.
    let (tops, edges, starts) = (tops, rowEdges, starts)
    let (rows, height) = (edges[count], height)
    let end = (count &>> 4 &+ 1) &* Self.group
    var lane = 0
    while lane < end {
      if lane & (Self.group &- 1) == 0, tops[lane] != 0 { return false }
      let isAtEnd = top(of: lane) == height && edges[lane] == rows
      if lane >= count, !isAtEnd { return false }
      lane &+= 1
    }
    for group in end / Self.group..<Self.groups {
      let isWritten = group < startsInUse
      if isWritten ? Int64(starts[group]) != height : starts[group] != Sum.max { return false }
    }
    return true
  }

  // MARK: Lookup

  /// The child of a row, in a node of `level`.
  @inline(__always)
  func index(ofRow row: UInt32, level: Int) -> Int {
    hintedIndex(ofRow: row, level: level) ?? walkForward(to: row, level: level)
  }

  /// The child of a row, if its hint leads to it or to the one before; otherwise nil.
  @inline(__always)
  func hintedIndex(ofRow row: UInt32, level: Int) -> Int? {
    let ends = rowEdges + 1
    let hint = hint(ofRow: row, level: level)
    if level > 0, _fastPath(row < ends[hint]) { return hint }
    let index = hint &+ (row >= ends[hint] ? 1 : 0)
    return _fastPath(row < ends[index]) ? index : nil
  }

  @inline(__always)
  private func hint(ofRow row: UInt32, level: Int) -> Int {
    Int(hints[Int(row) &>> Self.shift(ofLevel: level)])
  }

  /// The offset of a row, found by hints, in a tree with this root.
  ///
  /// - Parameter levels: the number of levels of nodes.
  /// - Returns: nil if a hint does not suffice, or in a tree of more than two levels.
  @inline(__always)
  func hintedOffset(of row: Int, levels: Int) -> Int64? {
    var rest = UInt32(truncatingIfNeeded: row)
    var y: Sum = 0
    var node = self
    // Starting a slow search again is cheaper than keeping state across a call or a loop.
    if _fastPath(levels == 2) {
      guard node.descend(to: &rest, &y, level: 1) else { return nil }
    } else if levels != 1 {
      return nil
    }
    guard node.descend(to: &rest, &y, level: 0) else { return nil }
    y &+= Sum(truncatingIfNeeded: SumTreeLeaf<Shape>(node.memory).top(of: Int(rest)))
    return Int64(truncatingIfNeeded: Sum.Magnitude(truncatingIfNeeded: y))
  }

  /// Descends to the child that the row's hint leads to, makes the row relative to it, and adds the height
  /// before it. Returns false if the hint does not suffice.
  @inline(__always)
  private mutating func descend(to row: inout UInt32, _ y: inout Sum, level: Int) -> Bool {
    guard let index = hintedIndex(ofRow: row, level: level) else { return false }
    row &-= rowEdges[index]
    y &+= starts[index &>> 4] &+ tops[index]
    self = Self(child(index))
    return true
  }

  @inline(never)
  private func walkForward(to row: UInt32, level: Int) -> Int {
    var index = hint(ofRow: row, level: level)
    while row >= rowEdges[index + 1] { index += 1 }
    return index
  }

  /// The child at a point of the node.
  @inline(__always)
  func index(ofPoint y: Int64) -> Int {
    let index = guessedIndex(ofPoint: y)
    return _fastPath(isPoint(y, in: index)) ? index : search(y)
  }

  /// The child at a point, if it is the guessed one or a neighbour.
  @inline(__always)
  func guessedIndex(ofPoint y: Int64) -> Int {
    let guess = guess(y: y)
    let isBefore = (y &- top(of: guess)) &>> 63
    let isBeforeNext = (y &- top(of: guess &+ 1)) &>> 63
    return guess &+ Int(truncatingIfNeeded: 1 &+ isBefore &+ isBeforeNext)
  }

  @inline(__always)
  func isPoint(_ y: Int64, in index: Int) -> Bool {
    UInt64(bitPattern: y &- top(of: index)) < UInt64(bitPattern: height(of: index))
  }

  /// The child at a point, by a search of all children.
  @inline(never)
  private func search(_ y: Int64) -> Int {
    let y = Sum(truncatingIfNeeded: y)
    let group = Sum.count(upTo: y, starts, Self.groups) &- 1
    let first = group &* Self.group
    return first &+ Sum.count(upTo: y &- starts[group], tops + first, Self.group) &- 1
  }

  /// The child at a point, if all children had the same height.
  ///
  /// Invariant: the guess for the node's end, and so for any point, is at most the last child. A scale is
  /// computed for half a child less than there are and is valid until the node's height has changed by half
  /// a child, so changes seldom divide.
  @inline(__always)
  func guess(y: Int64) -> Int {
    let point = UInt64(bitPattern: y &<< 2)
    return Int(truncatingIfNeeded: point.multipliedFullWidth(by: scale).high)
  }

  @inline(never)
  private func makeScale() {
    let height = max(1024, height)
    scale = UInt64(max(0, Double(count) - 0.5) / Double(height) * 0x1p62)
    growthLeft = height / Int64(2 * max(1, count))
    growthRange = 2 * growthLeft
  }

  // MARK: Change

  /// Adds to the height of a child.
  @inline(__always)
  func add(height: Int64, to index: Int, _ masks: Masks) {
    let lane = index & (Self.group &- 1)
    let sum = Sum(truncatingIfNeeded: height)
    Sum.add(
      sum, tops + (index &- lane), Self.group, masks.after(lane, width: MemoryLayout<Sum>.size))
    addToStarts(sum, after: index &>> 4, masks)
    growthLeft &-= height
    if _slowPath(UInt64(bitPattern: growthLeft) > UInt64(bitPattern: growthRange)) { makeScale() }
  }

  @inline(__always)
  private func addToStarts(_ sum: Sum, after group: Int, _ masks: Masks) {
    var after = masks.after(group, width: MemoryLayout<Sum>.size)
    let perStep = Self.startsPerStep
    var first = 0
    repeat {
      Sum.add(sum, starts + first, perStep, after)
      first &+= perStep
      after += 16
    } while first <= count &>> 4
  }

  /// The number of starts that a change writes.
  private var startsInUse: Int {
    (count &>> 4 / Self.startsPerStep &+ 1) &* Self.startsPerStep
  }

  /// Adds to the number of rows of a child.
  @inline(__always)
  func add(rows: Int, to index: Int, _ masks: Masks) {
    let difference = Int32(truncatingIfNeeded: rows)
    let lane = index & (Self.group &- 1)
    var first = index &- lane
    BlockNode.add(
      difference, UnsafeMutableRawPointer(rowEdges + first).assumingMemoryBound(to: Int32.self),
      Self.group, masks.after(lane))
    first &+= Self.group
    let differences = SIMD16<Int32>(repeating: difference)
    let end = count
    while first <= end {
      let edges = UnsafeMutableRawPointer(rowEdges + first)
      edges.storeBytes(
        of: edges.load(as: SIMD16<Int32>.self) &+ differences, as: SIMD16<Int32>.self)
      first &+= Self.group
    }
    drift &+= abs(rows)
    if drift > maxDrift { makeHints() }
  }

  /// Computes the hints, each for the row `maxDrift` before its first one.
  @inline(never)
  private func makeHints() {
    drift = 0
    let (shift, maxDrift) = (Self.shift(ofLevel: level), maxDrift)
    var hint = 0
    for index in 0..<count {
      // The first hint of the next child: that of its first row, and `maxDrift` rows more.
      let end = (Int(firstRow(of: index + 1)) + maxDrift + 1 << shift - 1) >> shift
      let eight = UInt64(UInt8(truncatingIfNeeded: index)) &* 0x0101_0101_0101_0101
      while hint < end {
        UnsafeMutableRawPointer(hints + hint).storeBytes(of: eight, as: UInt64.self)
        hint += 8
      }
      hint = end
    }
  }

  /// Sets the children; they must fit.
  func set(_ parts: ArraySlice<SumTreePart>, level: Int) {
    self.level = level
    count = 0
    rowEdges[0] = 0
    starts[0] = 0
    tops[0] = 0
    replace(0..<0, with: parts)
  }

  /// Replaces children by `parts`, which must fit.
  func replace(_ range: Range<Int>, with parts: ArraySlice<SumTreePart>) {
    // Make tops relative to the node until the move is done.
    for index in 0...count { tops[index] = Sum(truncatingIfNeeded: top(of: index)) }
    move(range, to: parts)
    count += parts.count - range.count
    // Lanes after the last child repeat the end; unused starts are greater than any point.
    (tops + count + 1).update(repeating: tops[count], count: Self.lanes - count - 1)
    (rowEdges + count + 1).update(repeating: rowEdges[count], count: Self.lanes - count - 1)
    for group in 0..<Self.groups {
      let tops = tops + group * Self.group
      let start = tops[0]
      for lane in 0..<Self.group { tops[lane] &-= start }
      starts[group] = group < startsInUse ? start : Sum.max
    }
    makeHints()
    makeScale()
  }

  /// Replaces children by `parts` and moves those behind.
  private func move(_ range: Range<Int>, to parts: ArraySlice<SumTreePart>) {
    let tail = count - range.upperBound
    let end = range.lowerBound + parts.count
    var (row, height) = (rowEdges[range.lowerBound], tops[range.lowerBound])
    let (oldRow, oldHeight) = (rowEdges[range.upperBound], tops[range.upperBound])
    (children + end).update(from: children + range.upperBound, count: tail)
    (rowEdges + end).update(from: rowEdges + range.upperBound, count: tail + 1)
    (tops + end).update(from: tops + range.upperBound, count: tail + 1)
    var index = range.lowerBound
    for part in parts {
      (rowEdges[index], tops[index], children[index]) = (row, height, part.child)
      row &+= UInt32(truncatingIfNeeded: part.rows)
      height &+= Sum(truncatingIfNeeded: part.height)
      index += 1
    }
    for index in end...end + tail {
      rowEdges[index] &+= row &- oldRow
      tops[index] &+= height &- oldHeight
    }
  }
}

/// The sizes of the nodes of a sum tree. A type rather than a value, so that they are constants in the code
/// of each shape. Tests use tiny nodes, which split and merge often.
protocol SumTreeShape: SendableMetatype {
  /// The maximum number of rows in a leaf, in 1...511.
  static var leafRows: Int { get }
  /// The maximum number of children of a node, in 3...254.
  static var fanOut: Int { get }
  /// The type of sums in leaves.
  associatedtype Edge: SumTreeLane = Int32
  /// The type of sums in nodes.
  associatedtype Sum: SumTreeLane = Int64
}

/// The same sizes with two bytes a row and four bytes a sum, for lists whose heights and total fit: half
/// the memory to read and half the stores of a change.
enum ShortSums<Base: SumTreeShape>: SumTreeShape {
  typealias Edge = UInt16
  typealias Sum = Int32
  static var leafRows: Int { Base.leafRows }
  static var fanOut: Int { Base.fanOut }
  /// The maximum row height in units, so that every edge of a block of 32 rows fits.
  static var maxRow: Int64 { Int64(UInt16.max) / 32 }
  /// The maximum list height in units.
  static var maxList: Int64 { Int64(Int32.max) }
}

/// The shape of the `sum-tree` strategy: leaves of 2.1 KB and nodes of 6.3 KB, or, as `ShortSums`, of 1.1 and 5.2;
/// nodes over nodes have 15 KB more of hints.
enum WideNodes: SumTreeShape {
  static var leafRows: Int { 511 }
  static var fanOut: Int { 254 }
}

/// Sizes derived from these.
extension SumTreeShape {
  /// The entries of a node when many are built at once, with space for some insertions before a split.
  static func fill(_ capacity: Int) -> Int { max(1, capacity * 7 / 8) }
  /// With fewer entries a node merges with a neighbour or takes entries from it.
  static var minRows: Int { max(1, leafRows * 2 / 5) }
  static var minChildren: Int { max(2, fanOut * 2 / 5) }
  /// Two neighbours with at most this number of entries merge. It is well above the minimum and below the
  /// maximum, so that a node that was just merged or split is far from the next such change.
  static var mergedRows: Int { max(2 * minRows - 1, fill(leafRows)) }
  static var mergedChildren: Int { max(2 * minChildren - 1, fill(fanOut)) }
}
