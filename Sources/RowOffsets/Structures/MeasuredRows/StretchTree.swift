/// The stretches of a list in order, with a Fenwick tree over what is known about them.
///
/// The tree's nodes hold counts and sums and no estimate, which is a parameter of a question: with
/// another estimate every point has another price, and nothing has to be touched.
///
///     find by row, by point; add      O(log s)              s = stretches
///     replace                         O(stretches behind)
struct StretchTree: ~Copyable {
  private var stretches: UnsafeArray<Stretch>
  /// Node i, from 1, sums up the `i & -i` stretches before stretch i.
  private var nodes: UnsafeArray<RowSums>
  /// What is known about all rows.
  private(set) var total: RowSums

  /// A list of which no row was measured.
  init(rows: Int) { self.init([Stretch(gap: rows)]) }

  /// Stretches whose memory belongs to the list from now on; none are a gap without rows.
  init(_ list: [Stretch]) {
    let list = list.isEmpty ? [Stretch(gap: 0)] : list
    stretches = UnsafeArray(count: list.count)
    nodes = UnsafeArray(count: list.count + 1)
    total = RowSums()
    for (index, stretch) in list.enumerated() {
      stretches[index] = stretch
      total = total + stretch.sums
    }
    rebuild(from: 0)
  }

  /// The same stretches in other memory.
  init(copying other: borrowing StretchTree) {
    var list: [Stretch] = []
    for index in 0..<other.count { list.append(other[index].copy()) }
    self.init(list)
  }

  deinit {
    for index in 0..<stretches.count { stretches[index].heights?.deallocate() }
  }

  /// The number of stretches, at least 1.
  var count: Int { stretches.count }

  subscript(index: Int) -> Stretch { stretches[index] }

  // MARK: Finding

  /// The stretch of a row, and what is known about those before it; the last one for the end.
  func find(row: Int) -> (stretch: Int, before: RowSums) {
    find { $0.rows <= row }
  }

  /// The stretch of a point of content, from 0 on, and what is known about those before it; the
  /// last one below the content.
  func find(point: Int64, estimate: Int64) -> (stretch: Int, before: RowSums) {
    find { $0.priced(at: estimate) <= point }
  }

  @inline(__always)
  private func find(_ isBefore: (RowSums) -> Bool) -> (stretch: Int, before: RowSums) {
    let (nodes, count) = (nodes.base, count)
    var index = 0
    var before = RowSums()
    var step = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
    while step > 0 {
      let next = index &+ step
      if next <= count {
        let sums = before + nodes[next]
        if isBefore(sums) { (index, before) = (next, sums) }
      }
      step &>>= 1
    }
    guard index == count else { return (index, before) }
    return (count &- 1, total - stretches[count &- 1].sums)
  }

  // MARK: Changing

  /// Takes a stretch that was changed, and by what its sums changed.
  mutating func change(_ index: Int, to stretch: Stretch, by sums: RowSums) {
    stretches[index] = stretch
    total = total + sums
    let (nodes, count) = (nodes.base, count)
    var node = index &+ 1
    while node <= count {
      nodes[node] = nodes[node] + sums
      node &+= node & (0 &- node)
    }
  }

  /// Puts stretches in the place of others, whose memory is theirs now or free.
  ///
  /// - Returns: the number of nodes that were summed up again.
  mutating func replace(_ old: Range<Int>, with new: [Stretch]) -> Int {
    for index in old { total = total - stretches[index].sums }
    stretches.resize(old, to: new.count)
    for (index, stretch) in new.enumerated() {
      stretches[old.lowerBound + index] = stretch
      total = total + stretch.sums
    }
    rebuild(from: old.lowerBound)
    return count - old.lowerBound
  }

  /// Sums up the nodes of the stretches from one on. A node's own stretch comes last in it; the
  /// ones before are what nodes of 1, 2, 4, ... stretches sum up already.
  private mutating func rebuild(from first: Int) {
    nodes.resize(to: count + 1)
    let (nodes, stretches, count) = (nodes.base, stretches.base, count)
    for index in first..<count {
      let node = index &+ 1
      let width = node & (0 &- node)
      var sums = stretches[index].sums
      var part = 1
      while part < width {
        sums = sums + nodes[node &- part]
        part &<<= 1
      }
      nodes[node] = sums
    }
  }
}
