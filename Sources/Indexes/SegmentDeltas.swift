import ListLayout

/// Offsets as the leaves of a segment tree, whose inner nodes hold what was added to all leaves
/// below them.
///
/// Origin: MagazineLayout (Airbnb), `RowOffsetTracker`, a bottom-up segment tree of deltas.
/// Invariant: P(i) = the sum of the nodes from leaf i up to the root.
///
///     node              1                    a change of row 1 by d moves leaves 2 and 3:
///               2               3            node 3 += d, and no other
///     leaf    4   5           6   7          parent = node / 2; leaf i is node n + 1 + i
///     P(i)    0   44          88  150
///
///     offset                O(log n)
///     row(at:)              O(log^2 n): binary search, every probe an offset
///     heightChanged         O(log n)
///     inserted, deleted     O(n), all edits of a frame together
///     open, rotate          O(n)                                  n = rows
///
/// Wins where many rows change and few points are asked for. Loses with every search.
typealias SegmentDeltas<Rows: RowSource> = IndexedList<SegmentDeltasIndex<Rows>>

/// The tree of `SegmentDeltas`.
struct SegmentDeltasIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "segment-deltas", title: "segment tree of what was added to whole ranges of offsets",
      origin: "MagazineLayout (Airbnb), RowOffsetTracker", group: .peers, modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  /// What the index was told last.
  private var heights: UnsafeArray<Int32>
  /// As many inner nodes as leaves; node 0 is not used.
  private var nodes: UnsafeArray<Int64>
  /// Rows came or went: the tree is built again when somebody asks.
  private var isStale = true

  init(rows: Rows) {
    self.rows = rows
    heights = UnsafeArray(count: rows.count)
    nodes = UnsafeArray(count: 2 * (rows.count + 1))
    heightsChanged()
  }

  var count: Int { heights.count }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if isStale { build() }
    return LayoutUnit(rawValue: Self.path(from: nodes.count / 2 &+ row, in: nodes.base))
  }

  /// The sum of the nodes from one up to the root.
  @inline(__always)
  private static func path(from node: Int, in nodes: UnsafePointer<Int64>) -> Int64 {
    var node = node
    var sum: Int64 = 0
    while node > 0 {
      sum &+= nodes[node]
      node &>>= 1
    }
    return sum
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    if isStale { build() }
    let (nodes, leaves, point) = (nodes.base, nodes.count / 2, offset.rawValue)
    var first = leaves
    var length = leaves
    while length > 1 {
      let half = length &>> 1
      // All ones, a shift that leaves nothing, when the leaf is below the point.
      let isBelow = Int((point &- Self.path(from: first &+ half, in: nodes)) &>> 63)
      first &+= half &>> isBelow
      length &-= half
    }
    return min(first &- leaves, max(0, count &- 1))
  }

  mutating func height(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: heights[row]) }
  mutating func total() -> LayoutUnit { offset(of: count) }

  @inline(never)
  private mutating func build() {
    let (count, leaves) = (count, count + 1)
    rows.note(.rowsScanned, count)
    if nodes.count != 2 * leaves { nodes.resize(to: 2 * leaves) }
    let (heights, nodes) = (heights.base, nodes.base)
    nodes.update(repeating: 0, count: leaves)
    var sum: Int64 = 0
    nodes[leaves] = 0
    for row in 0..<count {
      sum &+= Int64(heights[row])
      nodes[leaves &+ row &+ 1] = sum
    }
    isStale = false
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    let height = Int32(truncatingIfNeeded: rows.height(of: row).rawValue)
    let difference = Int64(height) &- Int64(heights[row])
    heights[row] = height
    guard !isStale else { return }
    let nodes = (base: nodes.base, count: nodes.count)
    // The leaves from here to the last, as the fewest subtrees: at most two a level.
    var low = nodes.count / 2 &+ row &+ 1
    var high = nodes.count
    while low < high {
      // A right child stands alone, a left one is left to its parent: nothing is added to it.
      let isRight = low & 1
      nodes.base[low] &+= difference & Int64(0 &- isRight)
      low &+= isRight
      if high & 1 != 0 {
        high &-= 1
        nodes.base[high] &+= difference
      }
      low &>>= 1
      high &>>= 1
    }
  }

  mutating func heightsChanged() {
    rows.note(.reloads, 1)
    rows.copyHeights(of: 0..<count, to: heights.base)
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    rows.note(.rowsScanned, count - new.lowerBound)
    heights.resize(new.lowerBound..<new.lowerBound, to: new.count)
    rows.copyHeights(of: new, to: heights.base + new.lowerBound)
    isStale = true
  }

  mutating func deleted(_ old: Range<Int>) {
    rows.note(.rowsScanned, count - old.lowerBound)
    heights.resize(old, to: 0)
    isStale = true
  }
}
