/// Memory for nodes of one size: few large slabs, and no object or allocation for a node.
///
///     slabs   [ guard | node | node | node | node | node |  ...  | guard ]   as many as are reserved
///             [ guard | node | node |  ...               | guard ]           up to 64 KB each
///
/// A slab never moves, so a node's address is its name as long as it is in use. Nodes given back
/// are used first; they are chained through their first word. The guards, a cache line each, may
/// be read: a vector wider than what is wanted of it may begin a lane before a node or end a lane
/// after it. The first slab of a long list lies on huge pages (`BlockMemory`).
///
///     make, release   O(1), and now and then an allocation
struct NodePool: ~Copyable {
  typealias Node = UnsafeMutableRawPointer

  private struct Slab {
    var memory: UnsafeMutableRawPointer
    var byteCount: Int
  }

  private static var line: Int { 64 }
  private static var maxSlabBytes: Int { 65536 }

  /// The size of a node: whole cache lines.
  private let nodeBytes: Int
  /// The nodes of the smallest slab.
  private let minNodes: Int
  private var slabs: [Slab] = []
  /// The slab that nodes are taken from, and the bytes taken of it.
  private var current = 0
  private var taken = 0
  /// The last node given back.
  private var free: Node?
  /// The nodes in use.
  private(set) var count = 0

  /// An empty pool for nodes of some size.
  init(nodeBytes: Int, minNodes: Int = 4) {
    self.minNodes = minNodes
    self.nodeBytes = (nodeBytes + Self.line - 1) / Self.line * Self.line
  }

  deinit {
    for slab in slabs { slab.memory.deallocate() }
  }

  /// The bytes taken from the heap.
  var byteCount: Int { slabs.reduce(0) { $0 + $1.byteCount + 2 * Self.line } }

  /// A node whose memory holds anything.
  mutating func make() -> Node {
    count += 1
    if let node = free {
      free = node.load(as: Node?.self)
      return node
    }
    if slabs.isEmpty { addSlab(nodes: 1) }
    if taken == slabs[current].byteCount {
      (current, taken) = (current + 1, 0)
      if current == slabs.count { addSlab(nodes: count / 4) }
    }
    let node = slabs[current].memory + Self.line + taken
    taken += nodeBytes
    return node
  }

  /// Takes back a node.
  mutating func release(_ node: Node) {
    node.storeBytes(of: free, as: Node?.self)
    free = node
    count -= 1
  }

  /// Takes back all nodes. Those made next follow each other in memory.
  mutating func removeAll() { (current, taken, count, free) = (0, 0, 0, nil) }

  /// Makes the first slab large enough for some nodes, if there is no slab yet.
  mutating func reserve(_ nodes: Int) {
    if slabs.isEmpty { addSlab(ofNodes: max(minNodes, nodes)) }
  }

  /// Gives up the slabs that were not used since `removeAll`.
  mutating func trim() {
    let used = count > 0 ? current + 1 : 0
    while slabs.count > used, let slab = slabs.popLast() { slab.memory.deallocate() }
  }

  private mutating func addSlab(nodes: Int) {
    addSlab(ofNodes: min(max(minNodes, nodes), Self.maxSlabBytes / nodeBytes))
  }

  private mutating func addSlab(ofNodes nodes: Int) {
    let memory = BlockMemory.allocate(nodes * nodeBytes + 2 * Self.line)
    slabs.append(
      Slab(
        memory: memory.base,
        byteCount: (memory.byteCount - 2 * Self.line) / nodeBytes * nodeBytes))
  }
}
