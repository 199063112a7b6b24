import ListLayout

/// A binary indexed tree (Fenwick tree) over row heights.
///
/// Invariant: entry i, counted from 1, is the total height of the lowbit(i) rows before row i. Entry i is
/// stored at index `slot(i)` of `tree`, which leaves one cache line unused after every 1,024 entries. Without
/// these gaps, entries in the upper part of the tree would be a power of two apart, so they would share a few
/// sets of each cache and evict one another (see "Compact Fenwick trees for dynamic ranking and selection" by
/// Marchini and Vigna, 2020).
///
///     i         1    2    3    4    5    6    7    8        lowbit(i) = i & -i
///     rows      0   0-1   2   0-3   4   4-5   6   0-7
struct FenwickIndex<Rows: RowSource>: BlockFallback, ~Copyable {
  private let rows: Rows
  private var isStale = true
  private var size = 0
  /// The entries of the tree. Entry 0 is 0. Entries after `size`, up to the next power of two, are greater
  /// than any offset, so a search never leaves the tree. Entry 0 is at the start of a cache line, so that the
  /// last three entries visited by a search are in the same cache line.
  private var tree: UnsafeMutablePointer<Int64>
  private var heights: UnsafeMutablePointer<Int32>
  private var capacity = -1
  /// Owns the memory of `tree`. A separate type is needed because the `deinit` of a generic type such as
  /// `FenwickIndex` might not run (see `Trial.ListStorage`).
  private var treeMemory: UnsafeArray<Int64>
  private var heightMemory: UnsafeArray<Int32>

  init(unread rows: Rows) {
    self.rows = rows
    treeMemory = UnsafeArray(count: 0)
    heightMemory = UnsafeArray(count: 0)
    tree = treeMemory.base
    heights = heightMemory.base
  }

  init(rows: Rows) {
    self.init(unread: rows)
    rebuild()
  }

  var count: Int { rows.count }

  // MARK: Lookup

  mutating func offset(of row: Int) -> LayoutUnit {
    refresh()
    let tree = tree
    var index = row
    var sum: Int64 = 0
    while index > 0 {
      sum &+= tree[Self.slot(index)]
      index &= index &- 1
    }
    return LayoutUnit(rawValue: sum)
  }

  /// Returns the row that contains a point. The search descends from the root, skipping every subtree that
  /// ends at or above the point, including subtrees of height 0.
  ///
  /// The processor can't predict the comparisons in a search, so the code is branch-free. Without branches,
  /// however, each step would have to wait for the previous step's load. To avoid that wait, both possible
  /// next sums are loaded before the comparison result is known, except for sums that are in the L1 cache
  /// anyway.
  mutating func row(at offset: LayoutUnit) -> Int {
    refresh()
    var search = Search(
      tree: tree, rest: max(0, offset.rawValue), step: Self.slot(Self.root(size)))
    if size > Self.cachedRows {
      while search.step > Self.groupSlots {
        search.descend(by: search.step &>> 1, prefetches: true)
      }
      search.descend(by: Self.groupEntries / 2, prefetches: true)
      while search.step >= Self.lineEntries {
        search.descend(by: search.step &>> 1, prefetches: true)
      }
    } else {
      while search.step > Self.groupSlots {
        search.descend(by: search.step &>> 1, prefetches: false)
      }
      if search.step == Self.groupSlots {
        search.descend(by: Self.groupEntries / 2, prefetches: false)
      }
    }
    while search.step > 0 { search.descend(by: search.step &>> 1, prefetches: false) }
    let index = search.slot &- search.slot / Self.groupSlots &* Self.lineEntries
    return min(index, max(0, size &- 1))
  }

  private struct Search {
    let tree: UnsafeMutablePointer<Int64>
    var slot = 0
    var rest: Int64
    /// Distance in slots to the next entry to compare, and that entry's sum.
    var step: Int
    var sum: Int64

    @inline(__always)
    init(tree: UnsafeMutablePointer<Int64>, rest: Int64, step: Int) {
      (self.tree, self.rest, self.step, sum) = (tree, rest, step, tree[step])
    }

    /// Skips the subtree whose sum is `sum` if it ends at or above the point.
    ///
    /// - Parameters:
    ///   - next: the length of the following step, in slots.
    ///   - prefetches: whether to load both possible next sums before the comparison. All callers pass a
    ///     constant, so the compiler removes the tests of `prefetches`.
    @inline(__always)
    mutating func descend(by next: Int, prefetches: Bool) {
      let taken = ~((rest &- sum) &>> 63)
      let near = prefetches ? tree[slot &+ next] : 0
      let far = prefetches ? tree[slot &+ step &+ next] : 0
      slot &+= step & Int(taken)
      rest &-= sum & taken
      sum = prefetches ? near ^ ((near ^ far) & taken) : tree[slot &+ next]
      step = next
    }
  }

  mutating func height(of row: Int) -> LayoutUnit {
    refresh()
    return LayoutUnit(rawValue: heights[row])
  }

  mutating func total() -> LayoutUnit { offset(of: rows.count) }

  // MARK: Change

  mutating func heightChanged(of row: Int) {
    guard _fastPath(!isStale) else { return }
    let height = rows.height(of: row)
    let (tree, size) = (tree, size)
    let difference = height.rawValue &- Int64(heights[row])
    heights[row] = Int32(truncatingIfNeeded: height.rawValue)
    var index = row &+ 1
    while index <= size {
      tree[Self.slot(index)] &+= difference
      index &+= index & (0 &- index)
    }
  }

  mutating func heightsChanged() { isStale = true }
  mutating func inserted(_ new: Range<Int>) { isStale = true }
  mutating func deleted(_ old: Range<Int>) { isStale = true }

  // MARK: Build

  @inline(__always)
  private mutating func refresh() {
    if _slowPath(isStale) { rebuild() }
  }

  @inline(never)
  private mutating func rebuild() {
    size = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, size)
    reserveMemory()
    let (tree, heights, size) = (tree, heights, size)
    rows.copyHeights(of: 0..<size, to: heights)
    // The first loop below writes prefix sums to the tree. The second loop subtracts prefix sums from one
    // another, starting with the last entry, so that no entry depends on the one computed just before it.
    var sum: Int64 = 0
    tree[0] = 0
    for row in 0..<size {
      sum &+= Int64(heights[row])
      tree[Self.slot(row &+ 1)] = sum
    }
    for index in stride(from: size, to: 0, by: -1) {
      tree[Self.slot(index)] &-= tree[Self.slot(index & (index &- 1))]
    }
    for index in size + 1..<max(size + 1, 2 * Self.root(size)) { tree[Self.slot(index)] = .max }
    isStale = false
  }

  private mutating func reserveMemory() {
    guard size > capacity else { return }
    capacity = capacity < 0 ? size : size + size / 32
    treeMemory = UnsafeArray(count: Self.slot(2 * Self.root(capacity) + 1) + Self.lineEntries)
    heightMemory = UnsafeArray(count: capacity)
    tree = Self.aligned(treeMemory.base)
    heights = heightMemory.base
  }

  @inline(__always)
  private static func slot(_ index: Int) -> Int { index &+ (index &>> 10) &<< 3 }

  private static var groupEntries: Int { 1024 }
  private static var groupSlots: Int { groupEntries + lineEntries }
  private static var cachedRows: Int { 4095 }

  @inline(__always)
  private static func root(_ size: Int) -> Int {
    size > 0 ? 1 &<< (Int.bitWidth &- 1 &- size.leadingZeroBitCount) : 0
  }

  private static var lineEntries: Int { 8 }

  private static func aligned(_ base: UnsafeMutablePointer<Int64>) -> UnsafeMutablePointer<Int64> {
    let line = lineEntries * MemoryLayout<Int64>.stride
    return UnsafeMutableRawPointer(base).alignedUp(toMultipleOf: line)
      .assumingMemoryBound(to: Int64.self)
  }
}
