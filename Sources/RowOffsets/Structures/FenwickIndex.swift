import ListLayout

/// A binary indexed tree of row heights.
///
/// Invariant: entry i, from 1, is the height of the lowbit(i) rows that end before row i; it stands at
/// `place(i)` of `tree`, which leaves a hole of a cache line after every 1,024 entries. Without holes the
/// upper entries, powers of two apart, would all fall into a few sets of each cache and drive each other
/// out (S. Marchini and S. Vigna, "Compact Fenwick trees for dynamic ranking and selection", 2020).
///
///     i         1    2    3    4    5    6    7    8        lowbit(i) = i & -i
///     rows      0   0-1   2   0-3   4   4-5   6   0-7
struct FenwickIndex<Rows: RowSource>: BlockFallback, ~Copyable {
  private let rows: Rows
  private var isStale = true
  /// The number of rows in the tree.
  private var size = 0
  /// Entry 0 is 0; those after entry `size`, up to a power of two, are more than any offset: a search
  /// never leaves the tree. Entry 0 starts a cache line, so the last three steps of a search share one.
  private var tree: UnsafeMutablePointer<Int64>
  /// The heights that the tree is made of.
  private var heights: UnsafeMutablePointer<Int32>
  /// -1 before the first time.
  private var capacity = -1
  /// Owns the memory of both: a `deinit` of this generic type might not run (`Trial.ListStorage` has the
  /// reason).
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

  // MARK: Find

  mutating func offset(of row: Int) -> LayoutUnit {
    refresh()
    let tree = tree
    var index = row
    var sum: Int64 = 0
    while index > 0 {
      sum &+= tree[Self.place(index)]
      index &= index &- 1
    }
    return LayoutUnit(rawValue: sum)
  }

  /// Goes down from the root and takes every subtree that ends at or above the point; those of
  /// height 0 are thereby passed over.
  ///
  /// Nothing here can be predicted, so there is no branch. That alone would make each step wait for
  /// the memory of the last one; so the sums that either answer leads to are read before the answer
  /// is known, but for those that are in the nearest cache anyway.
  mutating func row(at offset: LayoutUnit) -> Int {
    refresh()
    var search = Search(
      tree: tree, rest: max(0, offset.rawValue), step: Self.place(Self.root(size)))
    // As entries stand, a step over whole stretches is half of the one before.
    if size > Self.nearSize {
      while search.step > Self.stretch { search.goDown(by: search.step &>> 1, readsBoth: true) }
      search.goDown(by: Self.stretchEntries / 2, readsBoth: true)
      while search.step >= Self.lineEntries {
        search.goDown(by: search.step &>> 1, readsBoth: true)
      }
    } else {
      while search.step > Self.stretch { search.goDown(by: search.step &>> 1, readsBoth: false) }
      if search.step == Self.stretch {
        search.goDown(by: Self.stretchEntries / 2, readsBoth: false)
      }
    }
    while search.step > 0 { search.goDown(by: search.step &>> 1, readsBoth: false) }
    let index = search.place &- search.place / Self.stretch &* Self.lineEntries
    return min(index, max(0, size &- 1))
  }

  /// A search for a point: where it is, and how far below the rows already taken the point is.
  private struct Search {
    let tree: UnsafeMutablePointer<Int64>
    var place = 0
    var rest: Int64
    /// The places to the next entry, and what it holds.
    var step: Int
    var sum: Int64

    @inline(__always)
    init(tree: UnsafeMutablePointer<Int64>, rest: Int64, step: Int) {
      (self.tree, self.rest, self.step, sum) = (tree, rest, step, tree[step])
    }

    /// Takes the subtree that is a step away, if all of it is at or above the point.
    ///
    /// - Parameters:
    ///   - half: the next step.
    ///   - readsBoth: whether to read what may come next before it is known; a constant at every call.
    @inline(__always)
    mutating func goDown(by half: Int, readsBoth: Bool) {
      // All ones when the subtree is taken.
      let taken = ~((rest &- sum) &>> 63)
      let near = readsBoth ? tree[place &+ half] : 0
      let far = readsBoth ? tree[place &+ step &+ half] : 0
      place &+= step & Int(taken)
      rest &-= sum & taken
      sum = readsBoth ? near ^ ((near ^ far) & taken) : tree[place &+ half]
      step = half
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
      tree[Self.place(index)] &+= difference
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

  /// Reads all heights and sums them up.
  @inline(never)
  private mutating func rebuild() {
    size = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, size)
    makeRoom()
    let (tree, heights, size) = (tree, heights, size)
    rows.copyHeights(of: 0..<size, to: heights)
    // Prefix sums first, then from the end their differences: no entry waits for another one.
    var sum: Int64 = 0
    tree[0] = 0
    for row in 0..<size {
      sum &+= Int64(heights[row])
      tree[Self.place(row &+ 1)] = sum
    }
    for index in stride(from: size, to: 0, by: -1) {
      tree[Self.place(index)] &-= tree[Self.place(index & (index &- 1))]
    }
    for index in size + 1..<max(size + 1, 2 * Self.root(size)) { tree[Self.place(index)] = .max }
    isStale = false
  }

  /// Sees that there is memory, and after the first time for a few rows more: rows are inserted
  /// again and again.
  private mutating func makeRoom() {
    guard size > capacity else { return }
    capacity = capacity < 0 ? size : size + size / 32
    treeMemory = UnsafeArray(count: Self.place(2 * Self.root(capacity) + 1) + Self.lineEntries)
    heightMemory = UnsafeArray(count: capacity)
    tree = Self.aligned(treeMemory.base)
    heights = heightMemory.base
  }

  /// Where an entry stands.
  @inline(__always)
  private static func place(_ index: Int) -> Int { index &+ (index &>> 10) &<< 3 }

  /// Entries without a hole between them, and their places with the hole.
  private static var stretchEntries: Int { 1024 }
  private static var stretch: Int { stretchEntries + lineEntries }
  /// Rows whose tree is always in the nearest cache.
  private static var nearSize: Int { 4095 }

  /// The greatest power of two that is at most `size`; 0 for 0.
  @inline(__always)
  private static func root(_ size: Int) -> Int {
    size > 0 ? 1 &<< (Int.bitWidth &- 1 &- size.leadingZeroBitCount) : 0
  }

  /// Entries in a cache line.
  private static var lineEntries: Int { 8 }

  /// The first entry that starts a cache line.
  private static func aligned(_ base: UnsafeMutablePointer<Int64>) -> UnsafeMutablePointer<Int64> {
    let line = lineEntries * MemoryLayout<Int64>.stride
    return UnsafeMutableRawPointer(base).alignedUp(toMultipleOf: line)
      .assumingMemoryBound(to: Int64.self)
  }
}
