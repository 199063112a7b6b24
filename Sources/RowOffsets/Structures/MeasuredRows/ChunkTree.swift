/// The chunks (groups of consecutive rows) of a list, in order, with a Fenwick tree over their sums.
///
/// Tree nodes don't depend on the estimated row height, which is a parameter of each lookup. Setting a new
/// estimate therefore doesn't change any nodes.
///
///     find by row, by point; add      O(log c)          c = chunks
///     replace                         O(chunks behind)
struct ChunkTree: ~Copyable {
  private var chunks: UnsafeArray<RowChunk>
  /// The tree's nodes, counted from 1. Node i stores the sums over the `i & -i` chunks before chunk i.
  private var nodes: UnsafeArray<RowSums>
  private(set) var total: RowSums

  init(rows: Int) { self.init([RowChunk(gap: rows)]) }

  /// Creates a list from chunks, taking ownership of their memory. If `list` is empty, the tree has a single
  /// empty chunk.
  init(_ list: [RowChunk]) {
    let list = list.isEmpty ? [RowChunk(gap: 0)] : list
    chunks = UnsafeArray(count: list.count)
    nodes = UnsafeArray(count: list.count + 1)
    total = RowSums()
    for (index, chunk) in list.enumerated() {
      chunks[index] = chunk
      total = total + chunk.sums
    }
    rebuild(from: 0)
  }

  init(copying other: borrowing ChunkTree) {
    var list: [RowChunk] = []
    for index in 0..<other.count { list.append(other[index].copy()) }
    self.init(list)
  }

  deinit {
    for index in 0..<chunks.count { chunks[index].heights?.deallocate() }
  }

  var count: Int { chunks.count }

  subscript(index: Int) -> RowChunk { chunks[index] }

  // MARK: Lookup

  /// Returns a row's chunk, and the sums over all chunks before it. If `row` equals the number of rows, the
  /// last chunk is returned.
  @inline(__always)
  func find(row: Int) -> (chunk: Int, before: RowSums) {
    sums(before: search(row) { $0.rows })
  }

  /// Like `find(row:)`, but faster if all preceding rows are in full blocks, which is the case after all
  /// heights have been set in one call.
  @inline(__always)
  func findInFullBlocks(row: Int) -> (chunk: Int, before: RowSums) {
    let found = sums(before: min(row &>> RowChunk.capacityBits, count &- 1))
    let place = UInt(bitPattern: row &- found.before.rows)
    return place < UInt(bitPattern: chunks[found.chunk].sums.rows) ? found : find(row: row)
  }

  /// Returns the chunk at a point, and the sums over all chunks before it. `point` must not be negative. If
  /// the point is below the content, the last chunk is returned.
  @inline(__always)
  func find(point: Int64, estimate: Int64) -> (chunk: Int, before: RowSums) {
    sums(before: search(Int(point)) { Int($0.height(withEstimate: estimate)) })
  }

  @inline(__always)
  private func search(_ size: Int, _ measure: (RowSums) -> Int) -> Int {
    let (nodes, count) = (nodes.base, count)
    var (index, rest) = (0, size)
    var step = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
    while step > 0 {
      let next = index &+ step
      if next <= count {
        let size = measure(nodes[next])
        if size <= rest { (index, rest) = (next, rest &- size) }
      }
      step &>>= 1
    }
    return min(index, count &- 1)
  }

  @inline(__always)
  private func sums(before chunk: Int) -> (chunk: Int, before: RowSums) {
    var (sums, node) = (RowSums(), chunk)
    while node > 0 {
      sums = sums + nodes[node]
      node &= node &- 1
    }
    return (chunk, sums)
  }

  // MARK: Change

  mutating func change(_ index: Int, to chunk: RowChunk, by sums: RowSums) {
    chunks[index] = chunk
    total = total + sums
    let (nodes, count) = (nodes.base, count)
    var node = index &+ 1
    while node <= count {
      nodes[node] = nodes[node] + sums
      node &+= node & (0 &- node)
    }
  }

  /// Replaces chunks. The memory of the old chunks must already have been freed or passed on to the new
  /// chunks.
  ///
  /// - Returns: the number of nodes recomputed.
  mutating func replace(_ old: Range<Int>, with new: [RowChunk]) -> Int {
    for index in old { total = total - chunks[index].sums }
    chunks.resize(old, to: new.count)
    for (index, chunk) in new.enumerated() {
      chunks[old.lowerBound + index] = chunk
      total = total + chunk.sums
    }
    rebuild(from: old.lowerBound)
    return count - old.lowerBound
  }

  /// Computes the nodes from chunk `first` onwards. Node i holds the sums of its own chunk plus those of
  /// nodes i - 1, i - 2, i - 4 and so on, for all powers of two below `i & -i`.
  private mutating func rebuild(from first: Int) {
    nodes.resize(to: count + 1)
    let (nodes, chunks, count) = (nodes.base, chunks.base, count)
    for index in first..<count {
      let node = index &+ 1
      let width = node & (0 &- node)
      var sums = chunks[index].sums
      var offset = 1
      while offset < width {
        sums = sums + nodes[node &- offset]
        offset &<<= 1
      }
      nodes[node] = sums
    }
  }
}
