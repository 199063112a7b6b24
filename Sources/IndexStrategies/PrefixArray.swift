import ListLayout

/// A list that stores all row offsets in one array. After a change, the next lookup recomputes the offsets
/// below the first changed row.
///
/// Origin: the offset cache of TanStack Virtual and the `PrefixSumComputer` of VS Code.
///
///     offset               O(1) up to the watermark, else O(rows between the watermark and the row)
///     row(at:)             O(log n) without branches, plus the same recomputation
///     heightChanged        O(1): lowers the watermark; the next frame pays O(n)
///     inserted, deleted    O(n), a memory move of the heights; then as for heightChanged
///     open, rotate         O(n), about 0.5 ns per row                       n = rows
///
/// Choose this list if rows do not change, or if many change in the same frame, because the offsets are then
/// recomputed only once. The list is slow if a row near the top changes in every frame.
typealias PrefixArray<Rows: RowSource> = IndexedList<PrefixArrayIndex<Rows>>

struct PrefixArrayIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "prefix-array", title: "all offsets in one array, recomputed from the first changed row",
      origin: "TanStack Virtual (virtual-core); VS Code, PrefixSumComputer", group: .peers,
      modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .constant, hitTest: .logarithmic, change: .linear, edit: .linear,
        frame: .logarithmic, rotate: .linear))
  }

  private let rows: Rows
  private var heights: UnsafeArray<Int32>
  private var offsets: UnsafeArray<Int64>
  /// The watermark: index of the last valid entry in `offsets`. Changes lower it.
  private var clean = 0

  init(rows: Rows) {
    self.rows = rows
    heights = UnsafeArray(count: rows.count)
    offsets = UnsafeArray(count: rows.count + 1)
    offsets[0] = 0
    heightsChanged()
  }

  var count: Int { heights.count }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit {
    if row > clean { refill(to: row) }
    return LayoutUnit(rawValue: offsets[row])
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    let (point, count) = (offset.rawValue, count)
    while clean < count, offsets[clean] <= point { refill(to: min(count, clean &+ 4096)) }
    // Find the last offset at or above the point. If several rows have this offset, all but the last have
    // height 0.
    let row = offsets.base.lastIndex(notAbove: point, of: clean &+ 1)
    return min(row, max(0, count &- 1))
  }

  mutating func height(of row: Int) -> LayoutUnit { LayoutUnit(rawValue: heights[row]) }
  mutating func total() -> LayoutUnit { offset(of: count) }

  @inline(never)
  private mutating func refill(to end: Int) {
    rows.note(.rowsScanned, end - clean)
    let (heights, offsets) = (heights.base, offsets.base)
    var sum = offsets[clean]
    for row in clean..<end {
      sum &+= Int64(heights[row])
      offsets[row &+ 1] = sum
    }
    clean = end
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    let height = Int32(truncatingIfNeeded: rows.height(of: row).rawValue)
    guard height != heights[row] else { return }
    heights[row] = height
    clean = min(clean, row)
  }

  mutating func heightsChanged() {
    rows.note(.reloads, 1)
    rows.copyHeights(of: 0..<count, to: heights.base)
    clean = 0
  }

  mutating func inserted(_ new: Range<Int>) {
    rows.note(.rowsScanned, count - new.lowerBound)
    heights.resize(new.lowerBound..<new.lowerBound, to: new.count)
    rows.copyHeights(of: new, to: heights.base + new.lowerBound)
    invalidate(from: new.lowerBound)
  }

  mutating func deleted(_ old: Range<Int>) {
    rows.note(.rowsScanned, count - old.lowerBound)
    heights.resize(old, to: 0)
    invalidate(from: old.lowerBound)
  }

  /// Invalidates the offsets of all rows after `row`. Insertions and deletions do not move invalid offsets in
  /// memory, because invalid offsets have to be recomputed anyway.
  private mutating func invalidate(from row: Int) {
    clean = min(clean, row)
    offsets.resize(to: count + 1)
  }
}
