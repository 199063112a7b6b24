/// A memory pool for fixed-size nodes that allocates a few large slabs instead of one object per node.
///
///     slabs   [ guard | node | node | node | node | node |  ...  | guard ]   the reserved number of nodes
///             [ guard | node | node |  ...               | guard ]           up to 64 KB each
///
/// Slabs never move, so nodes keep their addresses. Released nodes form a linked list through their first
/// words, and the pool reuses them before taking fresh memory. Each slab has a guard of one cache line at
/// each end. Vector operations may read the guards, because a vector can start one lane before a node or end
/// one lane after it. In long lists, the first slab uses huge pages (see `BlockMemory`).
///
///     make, release   O(1), sometimes an allocation
struct NodePool: ~Copyable {
  typealias Node = UnsafeMutableRawPointer

  private struct Slab {
    var memory: UnsafeMutableRawPointer
    var byteCount: Int
  }

  private static var line: Int { 64 }
  private static var maxSlabBytes: Int { 65536 }

  private let nodeBytes: Int
  private let minNodes: Int
  private var slabs: [Slab] = []
  private var current = 0
  private var used = 0
  private var free: Node?
  private(set) var count = 0

  init(nodeBytes: Int, minNodes: Int = 4) {
    self.minNodes = minNodes
    self.nodeBytes = (nodeBytes + Self.line - 1) / Self.line * Self.line
  }

  deinit {
    for slab in slabs { slab.memory.deallocate() }
  }

  mutating func make() -> Node {
    count += 1
    if let node = free {
      free = node.load(as: Node?.self)
      return node
    }
    if slabs.isEmpty { addSlab(nodes: 1) }
    if used == slabs[current].byteCount {
      (current, used) = (current + 1, 0)
      if current == slabs.count { addSlab(nodes: count / 4) }
    }
    let node = slabs[current].memory + Self.line + used
    used += nodeBytes
    return node
  }

  mutating func release(_ node: Node) {
    node.storeBytes(of: free, as: Node?.self)
    free = node
    count -= 1
  }

  /// Releases all nodes. Nodes created after `removeAll` are consecutive in memory.
  mutating func removeAll() { (current, used, count, free) = (0, 0, 0, nil) }

  /// Allocates memory for `nodes` nodes in one slab, unless the pool already has a slab.
  mutating func reserve(_ nodes: Int) {
    if slabs.isEmpty { addSlab(ofNodes: max(minNodes, nodes)) }
  }

  mutating func trim() {
    let kept = count > 0 ? current + 1 : 0
    while slabs.count > kept, let slab = slabs.popLast() { slab.memory.deallocate() }
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
