/// A child of a node: what it is and how much stands in it.
struct SumTreePart {
  var child: NodePool.Node
  var rows: Int
  var height: Int64
}

/// A node's entry for a child: at which row and which height the child begins.
///
/// Edges mean something only relative to each other; an entry's extent is what lies between it and
/// the next. All that a search needs of a child stands side by side.
struct SumTreeEntry {
  static var byteCount: Int { 24 }

  let memory: UnsafeMutableRawPointer
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

  /// Row and height where the child begins.
  @inline(__always)
  var edges: SIMD2<Int64> {
    get { memory.loadUnaligned(as: SIMD2<Int64>.self) }
    nonmutating set { memory.storeBytes(of: newValue, as: SIMD2<Int64>.self) }
  }
  @inline(__always)
  var rowEdge: Int { memory.load(as: Int.self) }
  @inline(__always)
  var heightEdge: Int64 { memory.load(fromByteOffset: 8, as: Int64.self) }
  @inline(__always)
  var child: NodePool.Node {
    get { memory.load(fromByteOffset: 16, as: NodePool.Node.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 16, as: NodePool.Node.self) }
  }
  /// The rows of the child.
  @inline(__always)
  var rows: Int { next.rowEdge &- rowEdge }
  /// The height of the child.
  @inline(__always)
  var height: Int64 { next.heightEdge &- heightEdge }
  /// The child and what stands in it.
  var part: SumTreePart { SumTreePart(child: child, rows: rows, height: height) }

  @inline(__always)
  var next: SumTreeEntry { moved(by: 1) }
  @inline(__always)
  func moved(by entries: Int) -> SumTreeEntry { SumTreeEntry(memory + entries &* Self.byteCount) }
}

/// An inner node: where its children begin.
///
///     header    count | rowScale | heightScale
///     entry        0        1        2     ...   c-1        c
///                [  r0 |    r1  |    r2  | ... | r(c-1) |  r(c) ]     Int64
///                [  h0 |    h1  |    h2  | ... | h(c-1) |  h(c) ]     Int64
///                [  p0 |    p1  |    p2  | ... | p(c-1) |   -   ]     the child
///
/// Child k has rows r(k) - r0 to r(k + 1) - r0 of the node, and likewise its height. When a child
/// grows, either the edges after it rise or those up to it sink, whichever are fewer: at the front
/// of a list that costs what it costs at the end.
///
/// A search begins where the row or point would be if all children were alike, which a
/// multiplication by a scale tells, and looks at both sides of it without a branch. It is off by
/// more than a child only where children differ much, and then walks. The fan-out must be below
/// 1,024, or a scale would overflow.
///
///     find    O(1) for children about alike, O(c) at worst
///     add     O(c): a quarter of the entries on average
struct SumTreeNode<Shape: SumTreeShape> {
  private static var headerBytes: Int { 24 }
  static var byteCount: Int { headerBytes + (Shape.fanOut + 1) * SumTreeEntry.byteCount }

  let memory: NodePool.Node
  @inline(__always)
  init(_ memory: NodePool.Node) { self.memory = memory }

  /// The number of children.
  @inline(__always)
  private(set) var count: Int {
    get { memory.load(as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, as: Int.self) }
  }
  /// Children in a row, as a fraction of 2^32.
  @inline(__always)
  private var rowScale: Int {
    get { memory.load(fromByteOffset: 8, as: Int.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
  }
  /// Children in a unit of height, as a fraction of 2^62.
  @inline(__always)
  private var heightScale: Int64 {
    get { memory.load(fromByteOffset: 16, as: Int64.self) }
    nonmutating set { memory.storeBytes(of: newValue, toByteOffset: 16, as: Int64.self) }
  }
  /// Where the first child begins.
  @inline(__always)
  private var start: SumTreeEntry { SumTreeEntry(memory + Self.headerBytes) }

  @inline(__always)
  subscript(index: Int) -> SumTreeEntry { start.moved(by: index) }
  /// All rows.
  var rows: Int { self[count].rowEdge &- start.rowEdge }
  /// All heights.
  var height: Int64 { self[count].heightEdge &- start.heightEdge }
  /// All children.
  var parts: [SumTreePart] { (0..<count).map { self[$0].part } }

  // MARK: Find

  @inline(__always)
  func index(of entry: SumTreeEntry) -> Int {
    (entry.memory - start.memory) / SumTreeEntry.byteCount
  }
  /// The first row of a child, counted from the node's first.
  @inline(__always)
  func firstRow(of entry: SumTreeEntry) -> Int { entry.rowEdge &- start.rowEdge }
  /// The top of a child, in a node whose own top is given.
  @inline(__always)
  func top(of entry: SumTreeEntry, from top: Int64 = 0) -> Int64 {
    top &+ entry.heightEdge &- start.heightEdge
  }

  /// The child that holds a row of the node, and the row's number in it.
  @inline(__always)
  func find(row: Int) -> (entry: SumTreeEntry, rest: Int) {
    let edge = row &+ start.rowEdge
    var entry = self[guess(row: row)]
    let isBefore = (edge &- entry.rowEdge) &>> 63
    let isBeforeNext = (edge &- entry.next.rowEdge) &>> 63
    entry = entry.moved(by: 1 &+ isBefore &+ isBeforeNext)
    let rest = edge &- entry.rowEdge
    guard _fastPath(UInt(bitPattern: rest) < UInt(bitPattern: entry.rows)) else {
      return walk(from: entry, row: edge)
    }
    return (entry, rest)
  }

  /// The child that owns a point of the node, and the point in it.
  @inline(__always)
  func find(y: Int64) -> (entry: SumTreeEntry, rest: Int64) {
    let edge = y &+ start.heightEdge
    var entry = self[guess(y: y)]
    let isBefore = (edge &- entry.heightEdge) &>> 63
    let isBeforeNext = (edge &- entry.next.heightEdge) &>> 63
    entry = entry.moved(by: Int(truncatingIfNeeded: 1 &+ isBefore &+ isBeforeNext))
    let rest = edge &- entry.heightEdge
    guard _fastPath(UInt64(bitPattern: rest) < UInt64(bitPattern: entry.height)) else {
      return walk(from: entry, y: edge)
    }
    return (entry, rest)
  }

  @inline(never)
  private func walk(from entry: SumTreeEntry, row edge: Int) -> (entry: SumTreeEntry, rest: Int) {
    var entry = entry
    while entry.rowEdge > edge { entry = entry.moved(by: -1) }
    while entry.next.rowEdge <= edge { entry = entry.next }
    return (entry, edge &- entry.rowEdge)
  }

  @inline(never)
  private func walk(from entry: SumTreeEntry, y edge: Int64) -> (entry: SumTreeEntry, rest: Int64) {
    var entry = entry
    while entry.heightEdge > edge { entry = entry.moved(by: -1) }
    while entry.next.heightEdge <= edge { entry = entry.next }
    return (entry, edge &- entry.heightEdge)
  }

  // MARK: Change

  /// A child has more rows and height, or less.
  @inline(__always)
  func add(rows: Int, height: Int64, to index: Int) {
    let count = count
    // All ones when the edges up to the child are fewer than those after it: they sink.
    let sinks = (2 &* index &+ 1 &- count) &>> 63
    let first = (index &+ 1) & ~sinks
    let last = (count & ~sinks) | (index & sinks)
    let sign = Int64(sinks | 1)
    shift(first, last, by: SIMD2(Int64(rows) &* sign, height &* sign))
    if rows != 0, guess(row: self.rows) != count &- 1 { scaleRows() }
    if guess(y: self.height) != count &- 1 { scaleHeights() }
  }

  @inline(__always)
  private func shift(_ first: Int, _ last: Int, by difference: SIMD2<Int64>) {
    var entry = self[first]
    let end = self[last].memory
    while entry.memory <= end {
      entry.edges &+= difference
      entry = entry.next
    }
  }

  /// The child of a row, if all were alike.
  ///
  /// Invariant: that of the row after the last is no later than the last child, so no row's is. A
  /// scale is made for half a child less than there are, and serves until the node is about half a
  /// child larger or smaller: a change seldom divides.
  @inline(__always)
  func guess(row: Int) -> Int { (row &* rowScale) &>> 32 }
  /// The child of a point, if all were alike; as with rows.
  @inline(__always)
  func guess(y: Int64) -> Int {
    let point = UInt64(bitPattern: y &<< 2)
    return Int(
      truncatingIfNeeded: point.multipliedFullWidth(by: UInt64(bitPattern: heightScale)).high)
  }

  @inline(never)
  private func scaleRows() {
    rowScale = Int((Double(count) - 0.5) / Double(max(1, rows)) * 0x1p32)
  }
  @inline(never)
  private func scaleHeights() {
    heightScale = Int64((Double(count) - 0.5) / Double(max(1024, height)) * 0x1p62)
  }

  /// Makes `parts` the children, at most as many as fit.
  func set(_ parts: ArraySlice<SumTreePart>) {
    count = 0
    start.edges = .zero
    replace(0..<0, with: parts)
  }

  /// Puts `parts` where some children are; there must be room for them.
  func replace(_ range: Range<Int>, with parts: ArraySlice<SumTreePart>) {
    let tail = self[range.upperBound]
    let old = tail.edges
    let end = range.lowerBound + parts.count
    var edges = self[range.lowerBound].edges
    self[end].memory.copyMemory(
      from: tail.memory, byteCount: (count - range.upperBound + 1) * SumTreeEntry.byteCount)
    count += parts.count - range.count
    var entry = self[range.lowerBound]
    for part in parts {
      entry.edges = edges
      entry.child = part.child
      edges &+= SIMD2(Int64(part.rows), part.height)
      entry = entry.next
    }
    shift(end, count, by: edges &- old)
    scaleRows()
    scaleHeights()
  }
}

/// How large the nodes of a sum tree are. A type and not a value, so that each shape's code has
/// its sizes as constants; tests take tiny nodes, which split and merge all the time.
protocol SumTreeShape: SendableMetatype {
  /// The most rows in a leaf, at least 1.
  static var leafRows: Int { get }
  /// The most children of a node, at least 3.
  static var fanOut: Int { get }
}

/// The shape of the `sum-tree` strategy: leaves of 1 KB, nodes of 3 KB.
enum WideNodes: SumTreeShape {
  static var leafRows: Int { 255 }
  static var fanOut: Int { 126 }
}

/// What follows from the sizes.
extension SumTreeShape {
  /// What a node gets when many are made at once: room for some inserts before it splits.
  static func fill(_ capacity: Int) -> Int { max(1, capacity * 7 / 8) }
  /// With fewer entries a node looks for a neighbour to merge with or to take from.
  static var leastRows: Int { max(1, leafRows * 2 / 5) }
  static var leastChildren: Int { max(2, fanOut * 2 / 5) }
  /// Two neighbours with no more entries than this become one. Well over the least and under the
  /// most, so that a node that was just merged, halved or split is far from the next such change.
  static var mergedRows: Int { max(2 * leastRows - 1, fill(leafRows)) }
  static var mergedChildren: Int { max(2 * leastChildren - 1, fill(fanOut)) }
}
