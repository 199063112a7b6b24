/// A child of a node.
struct SumTreePart {
  var child: NodePool.Node
  var rows: Int
  var height: Int64
}

/// The sizes of the vectors in leaves and nodes of a sum tree.
enum SumTreeLanes: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  /// The exponent of the rows in a leaf block, and of half the zeros in the mask table.
  static var topBits: Int { 5 }
  static var narrowLevels: Int { 1 }
  static var topLevels: Int { 1 }
}

/// An inner node of a sum tree, which stores the first row and the top of up to 254 children.
///
///     header      count | level | drift | scale | growthLeft | growthRange
///     group              0            1        ...        15
///     starts      [     H0     |     H1     |  ...  |     H15    ]   Shape.Sum, height before it
///     child         0  1 .. 15   16 17 .. 31         240 ..   255
///     tops        [h0|h1|..|h15|h16|h17|..  |  ...  |h240|..|h255]   Shape.Sum, from H of group
///     rows        [r0|r1|..|   |   |   |    |  ...  |    |..|    ]   UInt32, rows before a child
///     children    [p0|p1|..|   |   |   |    |  ...  |    |..| -  ]
///     hints       for every 2^shift rows, a child at or before that of the first of them
///
/// The entries after the last child repeat the bottom of that child within its group. A vector store that
/// updates group starts may also write the starts of unused groups after the last child; each of these starts
/// also equals the bottom of the last child. The starts of all other unused groups are greater than any
/// point, and height changes never write them.
///
/// To find a row, a lookup reads the row's hint, which is the index of a child. Usually, the row is in the
/// hinted child or in the next one. The row may be in a child a few positions further on if children are
/// small or if many rows were inserted or deleted. The hint of a row is computed as if the row were
/// `maxDrift` rows further up, so the hint stays valid until `maxDrift` rows have been inserted or deleted.
/// In a node whose children are leaves, a hint covers a third of a typical leaf, and the lookup chooses
/// between two children by a comparison without a branch. In a node whose children are nodes, a hint covers a
/// fiftieth of a child. If the children are nodes, the lookup chooses the hinted child with a predictable
/// branch, so that the lookup in the levels below need not wait for the comparison.
///
/// To find the child at a point, a lookup first guesses the child. To guess, the lookup multiplies the
/// position of the point by a scale, as if all children had the same height. The lookup then tests the
/// guessed child and its neighbours. If the point is in none of these children, the lookup reads all group
/// starts and then the tops of one group. The processor seldom mispredicts these branches, even in random
/// lookups.
///
///     find row       O(1) if no child has far fewer rows than others; at worst O(children)
///     find point     O(1)
///     add height     O(1): the starts, and the tops of a group
///     add rows       O(children), a cache line at a time
struct SumTreeNode<Shape: SumTreeShape> {
  typealias Masks = BlockMasks<SumTreeLanes>
  typealias Sum = Shape.Sum

  static var group: Int { 16 }
  static var groups: Int { (Shape.fanOut + 1) / 64 * 4 + 4 }
  /// The number of entries in each array that has an entry per child: at least the maximum number of children
  /// plus 1, and a multiple of 64.
  private static var lanes: Int { group * groups }
  /// The maximum number of hints in a node at a level. A node whose children are leaves has fewer hints than
  /// a node whose children are nodes.
  private static func maxHints(ofLevel level: Int) -> Int { level == 0 ? 1024 : 16384 }
  /// The number of rows that a hint covers, as an exponent of 2: a hint covers 2^7 rows at level 0, and 2^11
  /// rows at level 1. Above level 1, the number of rows per hint grows from level to level by about the
  /// maximum number of children of a node. With these exponents, the hints of a node suffice for 254 children
  /// at any level.
  @inline(__always)
  private static func shift(ofLevel level: Int) -> Int {
    let bits = Int.bitWidth - 1 - (Shape.fanOut + 2).leadingZeroBitCount
    return level == 0 ? 7 : bits &* (level &- 1) &+ 11
  }

  private static var startsAt: Int { 64 }
  /// The position of the array `tops` in a node, in bytes. The array `starts`, which precedes `tops`, fills
  /// whole cache lines, so that each group of tops begins at a cache line.
  private static var topsAt: Int {
    startsAt + (groups * MemoryLayout<Sum>.stride + 63) / 64 * 64
  }
  private static var startsPerStep: Int { 16 / MemoryLayout<Sum>.stride }
  private static var rowsAt: Int { topsAt + lanes * MemoryLayout<Sum>.stride }
  private static var childrenAt: Int { rowsAt + lanes * 4 }
  private static var hintsAt: Int { childrenAt + lanes * 8 }
  /// The size in bytes of a node at a level, including 8 bytes of padding, which are needed because hints are
  /// written eight at a time.
  static func byteCount(ofLevel level: Int) -> Int { hintsAt + maxHints(ofLevel: level) + 8 }

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  @inline(__always)
  private(set) var count: Int {
    get { memory.load(as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, as: Int.self) }
  }
  /// The level of the node: 0 if the children are leaves, 1 if the children are nodes of level 0, and so on.
  @inline(__always)
  private var level: Int {
    get { memory.load(fromByteOffset: 8, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
  }
  /// The number of inserted and deleted rows after which the hints are recomputed. At level 0, `maxDrift` is
  /// the number of rows that a hint covers; at all other levels, it is a quarter of that number.
  @inline(__always)
  private var maxDrift: Int { 1 &<< (Self.shift(ofLevel: level) &- (level == 0 ? 0 : 2)) }
  /// The number of rows inserted and deleted since the hints were computed.
  @inline(__always)
  private var drift: Int {
    get { memory.load(fromByteOffset: 16, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 16, as: Int.self) }
  }
  /// The number of children per unit of height, in multiples of 2^-62.
  @inline(__always)
  private var scale: UInt64 {
    get { memory.load(fromByteOffset: 24, as: UInt64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 24, as: UInt64.self) }
  }
  /// The height by which the node can grow before the scale must be recomputed. If `growthLeft` exceeds
  /// `growthRange`, the node has shrunk too much for the scale.
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
  var starts: UnsafeMutablePointer<Sum> {
    (memory + Self.startsAt).assumingMemoryBound(to: Sum.self)
  }
  @inline(__always)
  var tops: UnsafeMutablePointer<Sum> {
    (memory + Self.topsAt).assumingMemoryBound(to: Sum.self)
  }
  @inline(__always)
  var rowEdges: UnsafeMutablePointer<UInt32> {
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
  /// The total height of the node.
  var height: Int64 { top(of: count) }
  var parts: [SumTreePart] { (0..<count).map { part($0) } }

  // MARK: Children

  /// The first row of a child, counted from the first row of the node. If `index` is `count`, the result is
  /// the number of rows.
  @inline(__always)
  func firstRow(of index: Int) -> UInt32 { rowEdges[index] }
  /// The top of a child, relative to the top of the node. If `index` is `count`, the result is the height of
  /// the node.
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

  // MARK: Lookup

  @inline(__always)
  func index(ofRow row: UInt32, level: Int) -> Int {
    hintedIndex(ofRow: row, level: level) ?? walkForward(to: row, level: level)
  }

  /// The index of the child that contains a row, or nil if the row is neither in the hinted child nor in the
  /// next one.
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

  /// The offset of a row in the tree with this root, if hints alone suffice to find the row.
  ///
  /// - Parameter levels: the number of levels of nodes.
  /// - Returns: nil if a hint does not suffice, or if the tree has more than two levels.
  @inline(__always)
  func hintedOffset(of row: Int, levels: Int) -> Int64? {
    var rest = UInt32(truncatingIfNeeded: row)
    var y: Sum = 0
    var node = self
    // If a hint does not suffice, the caller searches again from the root. A new search is cheaper than
    // keeping the state of the search across a call or a loop.
    if _fastPath(levels == 2) {
      guard node.descend(to: &rest, &y, level: 1) else { return nil }
    } else if levels != 1 {
      return nil
    }
    guard node.descend(to: &rest, &y, level: 0) else { return nil }
    y &+= Sum(truncatingIfNeeded: SumTreeLeaf<Shape>(node.memory).top(of: Int(rest)))
    return Int64(truncatingIfNeeded: Sum.Magnitude(truncatingIfNeeded: y))
  }

  /// Descends to the child that contains a row, makes the row relative to that child, and adds the height
  /// before the child to `y`. Returns false if the row's hint does not suffice to find the child.
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

  /// The index of the child at a point; the point is relative to the top of the node.
  @inline(__always)
  func index(ofPoint y: Int64) -> Int {
    let index = guessedIndex(ofPoint: y)
    return _fastPath(isPoint(y, in: index)) ? index : search(y)
  }

  /// The index of a child near a point: the guessed child or one of its two neighbours, whichever is nearest
  /// to the point. The caller must check with `isPoint(_:in:)` that this child contains the point.
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

  @inline(never)
  private func search(_ y: Int64) -> Int {
    let y = Sum(truncatingIfNeeded: y)
    let group = Sum.count(upTo: y, starts, Self.groups) &- 1
    let first = group &* Self.group
    return first &+ Sum.count(upTo: y &- starts[group], tops + first, Self.group) &- 1
  }

  /// The index of the child that would be at a point if all children had the same height.
  ///
  /// Invariant: for any point up to the node's bottom, the guessed index is at most that of the last child.
  /// To maintain the invariant, the scale is computed from the number of children minus 0.5. The scale stays
  /// valid until the height of the node has changed by half the average height of a child, so height changes
  /// seldom need a division.
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

  /// The number of group starts that a height change may write, rounded up to whole vectors.
  var startsInUse: Int {
    (count &>> 4 / Self.startsPerStep &+ 1) &* Self.startsPerStep
  }

  @inline(__always)
  func add(rows: Int, to index: Int, _ masks: Masks) {
    let difference = Int32(truncatingIfNeeded: rows)
    let lane = index & (Self.group &- 1)
    var first = index &- lane
    Int32.add(
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

  /// Computes all hints of the node. Each hint is the index of the child that contains the row `maxDrift`
  /// rows before the first row that the hint covers.
  @inline(never)
  private func makeHints() {
    drift = 0
    let (shift, maxDrift) = (Self.shift(ofLevel: level), maxDrift)
    var hint = 0
    for index in 0..<count {
      // The hints of the next child begin `maxDrift` rows after the first row of that child.
      let end = (Int(firstRow(of: index + 1)) + maxDrift + 1 << shift - 1) >> shift
      let eight = UInt64(UInt8(truncatingIfNeeded: index)) &* 0x0101_0101_0101_0101
      while hint < end {
        UnsafeMutableRawPointer(hints + hint).storeBytes(of: eight, as: UInt64.self)
        hint += 8
      }
      hint = end
    }
  }

  /// Sets the children of the node, which must fit in the node.
  func set(_ parts: ArraySlice<SumTreePart>, level: Int) {
    self.level = level
    count = 0
    rowEdges[0] = 0
    starts[0] = 0
    tops[0] = 0
    replace(0..<0, with: parts)
  }

  /// Replaces a range of children with `parts`. The new number of children must fit in the node.
  func replace(_ range: Range<Int>, with parts: ArraySlice<SumTreePart>) {
    // During the move, all tops are relative to the node instead of their group.
    for index in 0...count { tops[index] = Sum(truncatingIfNeeded: top(of: index)) }
    move(range, to: parts)
    count += parts.count - range.count
    // The entries after the last child repeat the bottom of that child. The starts of unused groups are
    // greater than any point.
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

/// The sizes of the nodes in a sum tree. The shape is a type parameter, so that the sizes are constants in
/// specialised code. Tests use tiny nodes, which split and merge often.
protocol SumTreeShape: SendableMetatype {
  /// The maximum number of rows in a leaf, in 1...511.
  static var leafRows: Int { get }
  /// The maximum number of children of a node, in 3...254.
  static var fanOut: Int { get }
  /// The type of sums in leaves.
  associatedtype Edge: BlockLane = Int32
  /// The type of sums in nodes.
  associatedtype Sum: BlockLane = Int64
}

/// A shape with the node sizes of `Base`, but with two bytes per row and four bytes per sum. If the heights
/// and the total height of a list fit in these types, a height change writes half as many bytes, and the
/// leaves need about half as much memory.
enum ShortSums<Base: SumTreeShape>: SumTreeShape {
  typealias Edge = UInt16
  typealias Sum = Int32
  static var leafRows: Int { Base.leafRows }
  static var fanOut: Int { Base.fanOut }
  /// The maximum height of a row in units. With this maximum, every edge in a block of 32 rows fits in two
  /// bytes.
  static var maxRow: Int64 { Int64(UInt16.max) / 32 }
  /// The maximum total height of a list in units.
  static var maxList: Int64 { Int64(Int32.max) }
}

/// The shape of the `sum-tree` strategy. A leaf needs 2.1 KB and a node needs 6.3 KB; with `ShortSums`, a
/// leaf needs 1.1 KB and a node needs 5.2 KB. A node whose children are nodes needs another 15 KB for hints.
enum WideNodes: SumTreeShape {
  static var leafRows: Int { 511 }
  static var fanOut: Int { 254 }
}

/// The sizes that follow from the maximum sizes of leaves and nodes in a `SumTreeShape`.
extension SumTreeShape {
  /// The number of entries per node when many nodes are built at once. The remaining space of a node allows
  /// some insertions before the node is split.
  static func fill(_ capacity: Int) -> Int { max(1, capacity * 7 / 8) }
  /// The minimum number of rows in a leaf. A leaf with fewer rows than this minimum merges with a
  /// neighbouring leaf or takes rows from that leaf.
  static var minRows: Int { max(1, leafRows * 2 / 5) }
  static var minChildren: Int { max(2, fanOut * 2 / 5) }
  /// The maximum total number of rows for which two neighbouring leaves are merged. This limit is well above
  /// the minimum number of rows in a leaf and below the maximum, so that a merged leaf is not soon split and
  /// a split leaf is not soon merged.
  static var mergedRows: Int { max(2 * minRows - 1, fill(leafRows)) }
  static var mergedChildren: Int { max(2 * minChildren - 1, fill(fanOut)) }
}
