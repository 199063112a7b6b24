import ListLayout

/// A binary indexed tree of row heights: the yardstick.
///
/// Origin: P. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice
/// and Experience 24(3), 1994.
/// Invariant: `tree[i]`, i from 1, is the sum of the heights of the `lowbit(i)` rows before row i.
///
///     i        1     2     3     4     5     6     7     8        lowbit(i) = i & -i
///     rows     0    0-1    2    0-3    4    4-5    6    0-7
///
///     offset                   O(log n), one addition for each bit that is 1
///     row(at:)                 O(log n), one comparison a level, without branches
///     heightChanged            O(log n)
///     inserted, deleted        O(n), all edits of a frame together
///     prepare, relayout        O(n), one pass
///
/// Wins against whatever rebuilds when rows change. Loses to wide nodes: a question touches one
/// cache line for each of its log2(n) levels.
typealias Fenwick<Rows: RowSource> = IndexedList<FenwickIndex<Rows>>

/// The offsets of `Fenwick`.
struct FenwickIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "fenwick", title: "binary indexed tree of row heights",
      origin: "P. Fenwick, A new data structure for cumulative frequency tables, 1994",
      modes: [.corrected],
      complexity: Complexity(
        prepare: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, relayout: .linear))
  }

  private let rows: Rows
  private(set) var count = 0
  private var isStale = false
  /// Entry 0 is not used; the last one, beyond the rows, is more than any offset.
  private var tree: UnsafeMutablePointer<Int64>
  /// What the tree was told last.
  private var heights: UnsafeMutablePointer<Int32>
  private var capacity = 0
  /// The greatest power of two that is not above `count`; 0 for no rows.
  private var topStep = 0

  init(rows: Rows) {
    self.rows = rows
    tree = .allocate(capacity: 2)
    heights = .allocate(capacity: 1)
    rebuild()
  }

  deinit {
    tree.deallocate()
    heights.deallocate()
  }

  /// Reads every height and sums the tree up.
  private mutating func rebuild() {
    count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    if count > capacity { grow(to: count) }
    rows.copyHeights(of: 0..<count, to: heights)
    let (tree, heights, count) = (tree, heights, count)
    var prefix: Int64 = 0
    // Prefix sums first, then differences: no entry waits for another one.
    tree[0] = 0
    for row in 0..<count {
      prefix &+= Int64(heights[row])
      tree[row &+ 1] = prefix
    }
    var index = count
    while index > 0 {
      tree[index] &-= tree[index & (index &- 1)]
      index &-= 1
    }
    tree[count &+ 1] = .max
    topStep = count > 0 ? 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount) : 0
    isStale = false
  }

  /// Makes room for `count` rows, and a little more for the next edits.
  private mutating func grow(to count: Int) {
    capacity = capacity == 0 ? count : count + count / 32 + 64
    tree.deallocate()
    heights.deallocate()
    tree = .allocate(capacity: capacity + 2)
    heights = .allocate(capacity: capacity)
  }

  @inline(__always)
  private mutating func refresh() {
    if _slowPath(isStale) { rebuild() }
  }

  mutating func offset(of row: Int) -> LayoutUnit {
    refresh()
    let tree = tree
    var index = row
    var sum: Int64 = 0
    while index > 0 {
      sum &+= tree[index]
      index &= index &- 1
    }
    return LayoutUnit(rawValue: sum)
  }

  /// Goes down from the root: takes a subtree whenever it ends at or above the point. `<=` passes
  /// over rows of height 0.
  mutating func row(at offset: LayoutUnit) -> Int {
    refresh()
    let (tree, count) = (tree, count)
    var rest = max(0, offset.rawValue)
    var index = 0
    var step = topStep
    var sum = tree[step]
    while step > 0 {
      let half = step &>> 1
      // Both answers' next sums are on their way before this one is compared: half the misses wait
      // for each other.
      let near = tree[min(index &+ half, count &+ 1)]
      let far = tree[min(index &+ step &+ half, count &+ 1)]
      let left = rest &- sum
      // All ones when the subtree ends at or above the point: no branch to mispredict.
      let taken = ~(left &>> 63)
      index &+= step & Int(taken)
      rest &-= sum & taken
      sum = near ^ ((near ^ far) & taken)
      step = half
    }
    return min(index, max(0, count &- 1))
  }

  mutating func height(of row: Int) -> LayoutUnit {
    refresh()
    return LayoutUnit(rawValue: heights[row])
  }

  mutating func total() -> LayoutUnit { offset(of: rows.count) }

  mutating func heightChanged(of row: Int) {
    guard !isStale else { return }
    let height = rows.height(of: row)
    let (tree, count) = (tree, count)
    let difference = height.rawValue &- Int64(heights[row])
    heights[row] = Int32(truncatingIfNeeded: height.rawValue)
    var index = row &+ 1
    while index <= count {
      tree[index] &+= difference
      index &+= index & (0 &- index)
    }
  }

  mutating func heightsChanged() { isStale = true }
  mutating func inserted(_ new: Range<Int>) { isStale = true }
  mutating func deleted(_ old: Range<Int>) { isStale = true }
}
