struct SumTreePart {
  var child: NodePool.Node
  var rows: Int
  var height: Int64
}

/// Vector sizes in the leaves and nodes of a sum tree.
enum SumTreeLanes: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  /// Leaf blocks have 2^topBits rows, and the mask table has twice as many zeros.
  static var topBits: Int { 5 }
  static var narrowLevels: Int { 1 }
  static var topLevels: Int { 1 }
}

/// An inner node of a sum tree, storing the first row and the top of up to 254 children.
///
///     header      count | level | drift | scale | growthLeft | growthRange
///     group              0            1        ...        15
///     starts      [     H0     |     H1     |  ...  |     H15    ]   Shape.Sum, from the node's top
///     child         0  1 .. 15   16 17 .. 31         240 ..   255
///     tops        [h0|h1|..|h15|h16|h17|..  |  ...  |h240|..|h255]   Shape.Sum, from the group's start
///     rows        [r0|r1|..|   |   |   |    |  ...  |    |..|    ]   UInt32, number of rows before the child
///     children    [p0|p1|..|   |   |   |    |  ...  |    |..| -  ]
///     hints       one per 2^shift rows, the child that contains the first of them or an earlier child
///
/// Entries after the last child repeat that child's bottom within its group. When a vector store updates
/// group starts, it may also overwrite the starts of a few unused groups after the last child. These starts
/// are also equal to the last child's bottom. All other unused groups have starts beyond any possible point,
/// and height changes never write to those starts.
///
/// To find a row, a lookup reads the row's hint, which is the index of a child. The row is usually in the
/// hinted child or the next one. The row may be a few children further on if children are small or many rows
/// were inserted or deleted. A row's hint is computed as if the row were `maxDrift` rows further up, so it
/// stays valid until `maxDrift` rows have been inserted or deleted. In a node whose children are leaves, a
/// hint covers a third of a typical leaf, and the lookup chooses between two children with a branch-free
/// comparison. In a node whose children are nodes, a hint covers a fiftieth of a child. There, the lookup
/// uses a predictable branch to choose the hinted child, so that the loads on the levels below don't have to
/// wait for the comparison.
///
/// To find the child at a point, a lookup first makes a guess. For the guess, the lookup multiplies the
/// point's position by a scale, as if all children had the same height. It then tests the guessed child and
/// its neighbours. If none of these children contains the point, the lookup reads all group starts and then
/// the tops of one group. The branches of this search are rarely mispredicted, even in random lookups.
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
  /// Number of entries in each per-child array: a multiple of 64 that is at least the maximum number of
  /// children plus 1.
  private static var lanes: Int { group * groups }
  /// Maximum number of hints in a node at a given level. Nodes whose children are leaves have fewer hints
  /// than nodes whose children are nodes.
  private static func maxHints(ofLevel level: Int) -> Int { level == 0 ? 1024 : 16384 }
  /// Number of rows covered by a hint, as an exponent of 2: a hint covers 2^7 rows at level 0 and 2^11 rows
  /// at level 1. Above level 1, the number of rows per hint grows with each level by about the maximum number
  /// of children. With these exponents, a node's hints are enough for 254 children at any level.
  @inline(__always)
  private static func shift(ofLevel level: Int) -> Int {
    let bits = Int.bitWidth - 1 - (Shape.fanOut + 2).leadingZeroBitCount
    return level == 0 ? 7 : bits &* (level &- 1) &+ 11
  }

  private static var startsAt: Int { 64 }
  /// Byte offset of `tops` within a node. `starts`, which precedes `tops`, fills whole cache lines, so each
  /// group of tops begins at a cache line.
  private static var topsAt: Int {
    startsAt + (groups * MemoryLayout<Sum>.stride + 63) / 64 * 64
  }
  private static var startsPerStep: Int { 16 / MemoryLayout<Sum>.stride }
  private static var rowsAt: Int { topsAt + lanes * MemoryLayout<Sum>.stride }
  private static var childrenAt: Int { rowsAt + lanes * 4 }
  private static var hintsAt: Int { childrenAt + lanes * 8 }
  static func byteCount(ofLevel level: Int) -> Int { hintsAt + maxHints(ofLevel: level) + 8 }

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  @inline(__always)
  private(set) var count: Int {
    get { memory.load(as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, as: Int.self) }
  }
  @inline(__always)
  private var level: Int {
    get { memory.load(fromByteOffset: 8, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
  }
  /// Number of inserted and deleted rows after which the hints are recomputed. At level 0, this is the number
  /// of rows covered by a hint. At all other levels, it is a quarter of that number.
  @inline(__always)
  private var maxDrift: Int { 1 &<< (Self.shift(ofLevel: level) &- (level == 0 ? 0 : 2)) }
  @inline(__always)
  private var drift: Int {
    get { memory.load(fromByteOffset: 16, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 16, as: Int.self) }
  }
  /// Number of children per unit of height, in multiples of 2^-62.
  @inline(__always)
  private var scale: UInt64 {
    get { memory.load(fromByteOffset: 24, as: UInt64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 24, as: UInt64.self) }
  }
  /// Height by which the node can grow before the scale must be recomputed. A value above `growthRange` means
  /// that the node has shrunk too much for the current scale.
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
  var height: Int64 { top(of: count) }
  var parts: [SumTreePart] { (0..<count).map { part($0) } }

  // MARK: Children

  @inline(__always)
  func firstRow(of index: Int) -> UInt32 { rowEdges[index] }
  /// Top of a child, relative to the node's top. If `index` is `count`, this is the node's height.
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

  /// Returns the index of the child that contains a row, or nil if the row is in neither the hinted child nor
  /// the next one.
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

  /// Returns a row's offset in the tree with this root, if hints alone are enough to find the row.
  ///
  /// - Parameter levels: the number of node levels.
  /// - Returns: nil if a hint isn't enough, or if the tree has more than two levels.
  @inline(__always)
  func hintedOffset(of row: Int, levels: Int) -> Int64? {
    var rest = UInt32(truncatingIfNeeded: row)
    var y: Sum = 0
    var node = self
    // If a hint isn't enough, the caller starts over from the root. Starting over is cheaper than keeping the
    // state of the search across a call or a loop.
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
  /// before the child to `y`. Returns false if the row's hint isn't enough to find the child.
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

  @inline(__always)
  func index(ofPoint y: Int64) -> Int {
    let index = guessedIndex(ofPoint: y)
    return _fastPath(isPoint(y, in: index)) ? index : search(y)
  }

  /// Returns the index of a child near a point: the guessed child or one of its two neighbours, whichever is
  /// closest. The caller must check that this child contains the point by calling `isPoint(_:in:)`.
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

  /// Returns the index of the child that would be at a point if all children had the same height.
  ///
  /// Invariant: for any point up to the node's bottom, the guess is at most the last child's index. To
  /// maintain this invariant, the scale is computed from the number of children minus 0.5. The scale stays
  /// valid until the node's height has changed by half a child's average height, so height changes rarely
  /// need a division.
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

  /// Number of group starts that a height change may write, rounded up to whole vectors.
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

  /// Computes all of the node's hints. Each hint is the index of the child that contains the row `maxDrift`
  /// rows before the first row covered by the hint.
  @inline(never)
  private func makeHints() {
    drift = 0
    let (shift, maxDrift) = (Self.shift(ofLevel: level), maxDrift)
    var hint = 0
    for index in 0..<count {
      let end = (Int(firstRow(of: index + 1)) + maxDrift + 1 << shift - 1) >> shift
      let eight = UInt64(UInt8(truncatingIfNeeded: index)) &* 0x0101_0101_0101_0101
      while hint < end {
        UnsafeMutableRawPointer(hints + hint).storeBytes(of: eight, as: UInt64.self)
        hint += 8
      }
      hint = end
    }
  }

  func set(_ parts: ArraySlice<SumTreePart>, level: Int) {
    self.level = level
    count = 0
    rowEdges[0] = 0
    starts[0] = 0
    tops[0] = 0
    replace(0..<0, with: parts)
  }

  /// Replaces a range of children with `parts`. The resulting number of children must fit in the node.
  func replace(_ range: Range<Int>, with parts: ArraySlice<SumTreePart>) {
    // During the move, all tops are relative to the node rather than to their group.
    for index in 0...count { tops[index] = Sum(truncatingIfNeeded: top(of: index)) }
    move(range, to: parts)
    count += parts.count - range.count
    // Entries after the last child repeat that child's bottom. The starts of groups that no vector store
    // overwrites are set beyond any possible point.
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

/// Node sizes in a sum tree. The shape is a type parameter so that sizes are constants in specialised code.
/// Tests use tiny nodes, which split and merge often.
protocol SumTreeShape: SendableMetatype {
  /// Maximum number of rows in a leaf, in 1...511.
  static var leafRows: Int { get }
  /// Maximum number of children of a node, in 3...254.
  static var fanOut: Int { get }
  associatedtype Edge: BlockLane = Int32
  associatedtype Sum: BlockLane = Int64
}

/// A shape with the node sizes of `Base`, but with two bytes per row and four bytes per sum. If a list's
/// heights and total height fit in these types, a height change writes half as many bytes as with `Base`, and
/// leaves take about half as much memory.
enum ShortSums<Base: SumTreeShape>: SumTreeShape {
  typealias Edge = UInt16
  typealias Sum = Int32
  static var leafRows: Int { Base.leafRows }
  static var fanOut: Int { Base.fanOut }
  /// Maximum height of a row, in units. With this limit, every edge in a block of 32 rows fits in two bytes.
  static var maxRow: Int64 { Int64(UInt16.max) / 32 }
  static var maxList: Int64 { Int64(Int32.max) }
}

/// The shape used by the `sum-tree` strategy. A leaf takes 2.1 KB and a node 6.3 KB. With `ShortSums`, a leaf
/// takes 1.1 KB and a node 5.2 KB. A node whose children are nodes takes another 15 KB for hints.
enum WideNodes: SumTreeShape {
  static var leafRows: Int { 511 }
  static var fanOut: Int { 254 }
}

extension SumTreeShape {
  /// Number of entries per node when many nodes are built at once. The remaining space leaves room for some
  /// insertions before the node is split.
  static func fill(_ capacity: Int) -> Int { max(1, capacity * 7 / 8) }
  /// Minimum number of rows in a leaf. A leaf with fewer rows merges with a neighbouring leaf or takes rows
  /// from it.
  static var minRows: Int { max(1, leafRows * 2 / 5) }
  static var minChildren: Int { max(2, fanOut * 2 / 5) }
  /// Maximum total number of rows for which two neighbouring leaves are merged. The limit is well above the
  /// minimum number of rows in a leaf and below the maximum, so that merged leaves don't soon split and split
  /// leaves don't soon merge.
  static var mergedRows: Int { max(2 * minRows - 1, fill(leafRows)) }
  static var mergedChildren: Int { max(2 * minChildren - 1, fill(fanOut)) }
}
