/// A child of a node: what it is and how much stands in it.
struct SumTreePart {
  var child: NodePool.Node
  var rows: Int
  var height: Int64
}

/// The lanes that are read and written together in leaves and nodes.
enum SumTreeLanes: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  /// As many as masks have to reach in both directions: a block of a leaf.
  static var topBits: Int { 5 }
  static var narrowLevels: Int { 1 }
  static var topLevels: Int { 1 }
}

/// An inner node: where its up to 254 children begin, in rows and in height.
///
///     header      count | level | drift | scale | room | span
///     group              0            1        ...        15
///     starts      [     H0     |     H1     |  ...  |     H15    ]     Shape.Sum, height before a group
///     child         0  1 .. 15   16 17 .. 31         240 ..   255
///     tops        [h0|h1|..|h15|h16|h17|..  |  ...  |h240|..|h255]     Shape.Sum, from the group's start
///     rows        [r0|r1|..|   |   |   |    |  ...  |    |..|    ]     UInt32, rows before a child
///     children    [p0|p1|..|   |   |   |    |  ...  |    |..| -  ]
///     hints       for each 2^shift rows a child at or before that of the first of them
///
/// What comes after the last child in its group repeats where it ends; so does the start of each group that a
/// change writes with that one. Later groups are never written again: their starts are above all points.
///
/// A row is looked for from its hint: the child there or the next one; a few further where children are
/// small or many rows came and went. A hint is early by `maxDrift` rows: while no more come or go, it still
/// leads forward. Over leaves it stands for a third of the rows that a leaf usually has, and which of two
/// children it is takes a comparison, but no branch; over nodes for a fiftieth, and a branch says that it is
/// the first, so that what is below need not wait for the comparison.
///
/// A point is looked for where it would be if all children were alike, which a multiplication by a scale
/// tells, and at both sides of it. Where that is wrong, the starts of groups and then the tops of one are
/// read whole. Nothing of all this is a branch that a random question would often mispredict.
///
///     find row       O(1) while no child has far less rows than others, O(children) at worst
///     find point     O(1)
///     add height     O(1): the starts, and the tops of a group
///     add rows       O(children), a cache line at a time
struct SumTreeNode<Shape: SumTreeShape> {
  typealias Masks = BlockMasks<SumTreeLanes>
  typealias Sum = Shape.Sum

  /// Children in a group, and groups.
  private static var group: Int { 16 }
  private static var groups: Int { (Shape.fanOut + 1) / 64 * 4 + 4 }
  /// Children that there is room for, and one that is none.
  private static var lanes: Int { group * groups }
  /// Over leaves, and over nodes.
  private static func maxHints(ofLevel level: Int) -> Int { level == 0 ? 1024 : 16384 }
  /// At level 0 a hint stands for 2^7 rows, at level 1 for 2^11, at each other for as many times more as a node
  /// has children, about: what suffices for 254 children of 511 rows suffices at any level.
  @inline(__always)
  private static func shift(ofLevel level: Int) -> Int {
    let bits = Int.bitWidth - 1 - (Shape.fanOut + 2).leadingZeroBitCount
    return level == 0 ? 7 : bits &* (level &- 1) &+ 11
  }

  private static var startsAt: Int { 64 }
  /// After whole cache lines of starts: a group of tops begins a line, too.
  private static var topsAt: Int {
    startsAt + (groups * MemoryLayout<Sum>.stride + 63) / 64 * 64
  }
  /// The starts that a change writes together.
  private static var startsTogether: Int { 16 / MemoryLayout<Sum>.stride }
  private static var rowsAt: Int { topsAt + lanes * MemoryLayout<Sum>.stride }
  private static var childrenAt: Int { rowsAt + lanes * 4 }
  private static var hintsAt: Int { childrenAt + lanes * 8 }
  /// The size of a node of a level. Hints are written eight at a time.
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
  /// So many rows may come and go before hints are made anew: what one stands for, over nodes a quarter of it.
  @inline(__always)
  private var maxDrift: Int { 1 &<< (Self.shift(ofLevel: level) &- (level == 0 ? 0 : 2)) }
  /// Rows that came and went since the hints were made.
  @inline(__always)
  private var drift: Int {
    get { memory.load(fromByteOffset: 16, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 16, as: Int.self) }
  }
  /// Children in a unit of height, as a fraction of 2^62.
  @inline(__always)
  private var scale: UInt64 {
    get { memory.load(fromByteOffset: 24, as: UInt64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 24, as: UInt64.self) }
  }
  /// What the node may grow by before its scale is made anew; more than `span` when it has sunk too much.
  @inline(__always)
  private var room: Int64 {
    get { memory.load(fromByteOffset: 32, as: Int64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 32, as: Int64.self) }
  }
  @inline(__always)
  private var span: Int64 {
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

  /// All rows.
  @inline(__always)
  var rows: Int { Int(firstRow(of: count)) }
  /// All heights.
  var height: Int64 { top(of: count) }
  /// All children.
  var parts: [SumTreePart] { (0..<count).map { part($0) } }

  // MARK: Children

  /// The first row of a child, counted from the node's first; of the child after the last, all rows.
  @inline(__always)
  func firstRow(of index: Int) -> UInt32 { rowEdges[index] }
  /// The top of a child, from the node's own; of the child after the last, the height.
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
  /// A child and what stands in it.
  func part(_ index: Int) -> SumTreePart {
    SumTreePart(child: child(index), rows: rows(of: index), height: height(of: index))
  }

  /// Whether each group begins with 0, and what is after the last child is as it must be. For tests.
  var isPadded: Bool {
    // Plain loops: a build for tests asks this of each node after each change, without the optimiser.
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

  // MARK: Find

  /// The child that holds a row of the node, which is at a level.
  @inline(__always)
  func index(ofRow row: UInt32, level: Int) -> Int {
    hintedIndex(ofRow: row, level: level) ?? walk(to: row, level: level)
  }

  /// The child that holds a row, if a hint leads to it or the one before; else nil.
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

  /// Where a row begins that hints lead to, in a tree of which this is the root.
  ///
  /// - Parameter levels: those of nodes.
  /// - Returns: nil where a hint does not suffice, and in a tree of more than two levels.
  @inline(__always)
  func hintedOffset(of row: Int, levels: Int) -> Int64? {
    var rest = UInt32(truncatingIfNeeded: row)
    var y: Sum = 0
    var node = self
    // To begin anew is cheaper than to keep what a call or a loop would forget.
    if _fastPath(levels == 2) {
      guard node.goDown(to: &rest, &y, level: 1) else { return nil }
    } else if levels != 1 {
      return nil
    }
    guard node.goDown(to: &rest, &y, level: 0) else { return nil }
    y &+= Sum(truncatingIfNeeded: SumTreeLeaf<Shape>(node.memory).top(of: Int(rest)))
    return Int64(truncatingIfNeeded: Sum.Magnitude(truncatingIfNeeded: y))
  }

  /// Makes the node its child that a hint leads to, if that holds a row; the row then is one of the child's, and
  /// the height before the child is added. False if the hint does not suffice.
  @inline(__always)
  private mutating func goDown(to row: inout UInt32, _ y: inout Sum, level: Int) -> Bool {
    guard let index = hintedIndex(ofRow: row, level: level) else { return false }
    row &-= rowEdges[index]
    y &+= starts[index &>> 4] &+ tops[index]
    self = Self(child(index))
    return true
  }

  @inline(never)
  private func walk(to row: UInt32, level: Int) -> Int {
    var index = hint(ofRow: row, level: level)
    while row >= rowEdges[index + 1] { index += 1 }
    return index
  }

  /// The child that owns a point of the node.
  @inline(__always)
  func index(ofPoint y: Int64) -> Int {
    let index = guessedIndex(ofPoint: y)
    return _fastPath(isPoint(y, in: index)) ? index : search(y)
  }

  /// The child that owns a point, if it is the one guessed or one beside it.
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

  /// The child that owns a point, wherever it is.
  @inline(never)
  private func search(_ y: Int64) -> Int {
    let y = Sum(truncatingIfNeeded: y)
    let group = Sum.count(upTo: y, starts, Self.groups) &- 1
    let first = group &* Self.group
    return first &+ Sum.count(upTo: y &- starts[group], tops + first, Self.group) &- 1
  }

  /// The child of a point, if all were alike.
  ///
  /// Invariant: that of the node's end is no later than the last child, so no point's is. A scale is
  /// made for half a child less than there are, and serves until the node is half a child higher or
  /// less high: a change seldom divides.
  @inline(__always)
  func guess(y: Int64) -> Int {
    let point = UInt64(bitPattern: y &<< 2)
    return Int(truncatingIfNeeded: point.multipliedFullWidth(by: scale).high)
  }

  @inline(never)
  private func makeScale() {
    let height = max(1024, height)
    scale = UInt64(max(0, Double(count) - 0.5) / Double(height) * 0x1p62)
    room = height / Int64(2 * max(1, count))
    span = 2 * room
  }

  // MARK: Change

  /// A child has become higher, or less high.
  @inline(__always)
  func add(height: Int64, to index: Int, _ masks: Masks) {
    let lane = index & (Self.group &- 1)
    let sum = Sum(truncatingIfNeeded: height)
    Sum.add(
      sum, tops + (index &- lane), Self.group, masks.after(lane, width: MemoryLayout<Sum>.size))
    addToStarts(sum, after: index &>> 4, masks)
    room &-= height
    if _slowPath(UInt64(bitPattern: room) > UInt64(bitPattern: span)) { makeScale() }
  }

  @inline(__always)
  private func addToStarts(_ sum: Sum, after group: Int, _ masks: Masks) {
    var after = masks.after(group, width: MemoryLayout<Sum>.size)
    let together = Self.startsTogether
    var first = 0
    repeat {
      Sum.add(sum, starts + first, together, after)
      first &+= together
      after += 16
    } while first <= count &>> 4
  }

  /// The starts that a change writes.
  private var startsInUse: Int {
    (count &>> 4 / Self.startsTogether &+ 1) &* Self.startsTogether
  }

  /// A child has more rows, or less.
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

  /// Makes the hints, each for `maxDrift` rows earlier than its first one.
  @inline(never)
  private func makeHints() {
    drift = 0
    let (shift, maxDrift) = (Self.shift(ofLevel: level), maxDrift)
    var hint = 0
    for index in 0..<count {
      // The first hint of a later child: rows from the next child's first one on, and some more.
      let end = (Int(firstRow(of: index + 1)) + maxDrift + 1 << shift - 1) >> shift
      let eight = UInt64(UInt8(truncatingIfNeeded: index)) &* 0x0101_0101_0101_0101
      while hint < end {
        UnsafeMutableRawPointer(hints + hint).storeBytes(of: eight, as: UInt64.self)
        hint += 8
      }
      hint = end
    }
  }

  /// Makes `parts` the children, at most as many as fit.
  func set(_ parts: ArraySlice<SumTreePart>, level: Int) {
    self.level = level
    count = 0
    rowEdges[0] = 0
    starts[0] = 0
    tops[0] = 0
    replace(0..<0, with: parts)
  }

  /// Puts `parts` where some children are; there must be room for them.
  func replace(_ range: Range<Int>, with parts: ArraySlice<SumTreePart>) {
    // Tops are the node's for a while, not their groups'.
    for index in 0...count { tops[index] = Sum(truncatingIfNeeded: top(of: index)) }
    move(range, to: parts)
    count += parts.count - range.count
    // What is after the last child repeats where it ends, and is above all points after what is in use.
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

  /// Moves what comes after some children and puts `parts` there.
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

/// How large the nodes of a sum tree are. A type and not a value, so that each shape's code has
/// its sizes as constants; tests take tiny nodes, which split and merge all the time.
protocol SumTreeShape: SendableMetatype {
  /// The most rows in a leaf, at least 1, at most 511.
  static var leafRows: Int { get }
  /// The most children of a node, at least 3, at most 254.
  static var fanOut: Int { get }
  /// What leaves count in.
  associatedtype Edge: SumTreeLane = Int32
  /// What nodes count in.
  associatedtype Sum: SumTreeLane = Int64
}

/// The same sizes with two bytes a row, and four a sum: half the memory to read and half the stores of a change,
/// for lists whose heights and whose total fit.
enum ShortSums<Base: SumTreeShape>: SumTreeShape {
  typealias Edge = UInt16
  typealias Sum = Int32
  static var leafRows: Int { Base.leafRows }
  static var fanOut: Int { Base.fanOut }
  /// The highest row, in units: a block of 32 is no higher than an edge can say, so a point of it fits.
  static var highestRow: Int64 { Int64(UInt16.max) / 32 }
  /// The highest list, in units.
  static var highestList: Int64 { Int64(Int32.max) }
}

/// The shape of the `sum-tree` strategy: leaves of 2.1 KB and nodes of 6.3 KB, or, as `ShortSums`, of 1.1 and 5.2;
/// nodes over nodes have 15 KB more of hints.
enum WideNodes: SumTreeShape {
  static var leafRows: Int { 511 }
  static var fanOut: Int { 254 }
}

/// What follows from the sizes.
extension SumTreeShape {
  /// What a node gets when many are made at once: room for some inserts before it splits.
  static func fill(_ capacity: Int) -> Int { max(1, capacity * 7 / 8) }
  /// With fewer entries a node looks for a neighbour to merge with or to take from.
  static var minRows: Int { max(1, leafRows * 2 / 5) }
  static var minChildren: Int { max(2, fanOut * 2 / 5) }
  /// Two neighbours with no more entries than this become one. Well over the least and under the
  /// most, so that a node that was just merged, halved or split is far from the next such change.
  static var mergedRows: Int { max(2 * minRows - 1, fill(leafRows)) }
  static var mergedChildren: Int { max(2 * minChildren - 1, fill(fanOut)) }
}
