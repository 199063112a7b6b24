import ListLayout

/// A tree of blocked sums, with rows in leaf blocks and `BlockLevels` above them.
///
/// If the row heights don't fit in the leaves, a fallback index is used until the next edit or relayout.
///
///     row 0 … n-1    Leaves      | block 0 | block 1 | block 2 | …    rows within blocks
///     blocks         BlockLevels | sums before each block, in nodes |
struct BlockedIndex<
  Rows: RowSource, Leaves: BlockLeaves & ~Copyable, Fallback: BlockFallback & ~Copyable
>: BlockFallback, ~Copyable where Fallback.Rows == Rows {
  typealias Shape = Leaves.Shape

  let rows: Rows
  var form = BlockForm.stale
  var levels = BlockLevels<Shape>()
  var leaves = Leaves()
  var fallback: Fallback
  var fallbackIsRead = false

  init(unread rows: Rows) {
    self.rows = rows
    fallback = Fallback(unread: rows)
  }

  init(rows: Rows) {
    self.init(unread: rows)
    rebuild()
  }

  var count: Int { rows.count }
}

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  // MARK: Build

  mutating func refresh() {
    if form == .stale { rebuild() }
  }

  @inline(never)
  mutating func rebuild() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let blocks = max(1, (count + Shape.leaf - 1) >> Shape.leafBits)
    let totals = UnsafeMutablePointer<Int64>.allocate(capacity: blocks)
    defer { totals.deallocate() }
    leaves.reserve(blocks, isFirst: levels.blocks == 0)
    for _ in 0..<Leaves.maxAttempts where fillLeaves(count, blocks, totals) {
      if fallbackIsRead {
        fallback = Fallback(unread: rows)
        fallbackIsRead = false
      }
      levels.build(totals, count: blocks, unit: leaves.unit)
      return form = leaves.isDirect ? levels.form : .general
    }
    form = .fallback
    fallbackIsRead = true
    fallback.heightsChanged()
    _ = fallback.total()
  }

  /// Fills the leaves a few thousand rows at a time, so that the heights are still in the L1 cache when they
  /// are summed up. The blocks' heights are written to `totals`. Returns false if the heights don't fit in
  /// the leaves.
  private mutating func fillLeaves(
    _ count: Int, _ blocks: Int, _ totals: UnsafeMutablePointer<Int64>
  ) -> Bool {
    let step = max(1, 4096 >> Shape.leafBits)
    let heights = UnsafeMutablePointer<Int32>.allocate(capacity: step << Shape.leafBits)
    defer { heights.deallocate() }
    for first in stride(from: 0, to: blocks, by: step) {
      let end = min(blocks, first + step)
      let start = first << Shape.leafBits
      let copied = min(count, end << Shape.leafBits) - start
      rows.copyHeights(of: start..<start + copied, to: heights)
      (heights + copied).update(
        repeating: 0, count: (end - first) << Shape.leafBits - copied)
      guard leaves.fill(first..<end, with: heights, totals: totals) else { return false }
    }
    return true
  }

  // MARK: Lookup

  @inline(__always)
  mutating func offset(of row: Int) -> LayoutUnit {
    _fastPath(form == .direct) ? directOffset(of: row) : slowOffset(of: row)
  }

  /// Like `offset(of:)`, but with the code for long lists inlined as well. Timed loops use this function.
  @inline(__always)
  mutating func loopOffset(of row: Int) -> LayoutUnit {
    if _fastPath(form == .direct) { return directOffset(of: row) }
    return form == .directLong ? longOffset(of: row) : slowOffset(of: row)
  }

  @inline(__always)
  func fastOffset(of row: Int) -> LayoutUnit? {
    if _fastPath(form == .direct) { return directOffset(of: row) }
    if form == .directLong { return longOffset(of: row) }
    if form == .directWide { return wideOffset(of: row, narrowLevels: Shape.narrowLevels) }
    return form == .fallback ? fallback.fastOffset(of: row) : nil
  }

  @inline(__always)
  func directOffset(of row: Int) -> LayoutUnit {
    // A row's offset is the sum of the heights up to and including the previous row. For row 0, this reads
    // the entries of row -1, which are 0 in the leaves and on every level.
    let last = row &- 1
    let above = levels.directOffset(of: last &>> Shape.leafBits, topLevels: Shape.topLevels)
    let sum = Int64(leaves.directSum(through: last, levels.masks)) &+ Int64(above)
    return LayoutUnit(rawValue: sum &<< Int64(leaves.directUnit))
  }

  @inline(__always)
  private func longOffset(of row: Int) -> LayoutUnit {
    let last = row &- 1
    let above = levels.directOffset(of: last &>> Shape.leafBits, topLevels: 3)
    return length(leaves.sum(through: last, levels.masks) &+ above)
  }

  @inline(__always)
  private func wideOffset(of row: Int, narrowLevels: Int) -> LayoutUnit {
    let last = row &- 1
    let above = levels.wideOffset(of: last &>> Shape.leafBits, narrowLevels: narrowLevels)
    return length(Int64(leaves.sum(through: last, levels.masks)) &+ above)
  }

  @inline(__always)
  private func length<Units: FixedWidthInteger>(_ units: Units) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(truncatingIfNeeded: units) &<< Int64(leaves.unit))
  }

  @inline(never)
  private mutating func slowOffset(of row: Int) -> LayoutUnit {
    // Check for the fallback first. If two-byte leaves have fallen back to four-byte leaves, every lookup
    // calls this function.
    if form == .fallback, let offset = fallback.fastOffset(of: row) { return offset }
    if form == .directLong { return longOffset(of: row) }
    if form == .directWide { return wideOffset(of: row, narrowLevels: Shape.narrowLevels) }
    refresh()
    return form == .fallback ? fallback.offset(of: row) : treeOffset(of: row)
  }

  func treeOffset(of row: Int) -> LayoutUnit {
    if form == .directHigh {
      return wideOffset(of: row, narrowLevels: Shape.narrowLevels - 1)
    }
    let last = row - 1
    let above = levels.offset(of: last >> Shape.leafBits)
    return length(Int64(leaves.sum(through: last, levels.masks)) + above)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return slowRow(at: offset) }
    return treeRow(at: offset)
  }

  @inline(__always)
  func fastRow(at offset: LayoutUnit) -> Int? { form.isTree ? treeRow(at: offset) : nil }

  @inline(__always)
  func treeRow(at offset: LayoutUnit) -> Int {
    rowIfInside(at: max(0, offset.rawValue)) ?? max(0, count &- 1)
  }

  @inline(__always)
  func rowIfInside(at point: Int64) -> Int? {
    // A negative point, reinterpreted as unsigned, is greater than any total. Rows start at whole units, so
    // any fraction of a unit can be dropped.
    let units = UInt64(bitPattern: point) &>> UInt64(truncatingIfNeeded: leaves.unit)
    guard units < UInt64(bitPattern: levels.total) else { return nil }
    let (block, rest) = levels.block(at: Int64(bitPattern: units))
    let first = block &<< Shape.leafBits
    return first &+ leaves.rowsAbove(rest, inBlockOf: first)
  }

  @inline(never)
  private mutating func slowRow(at offset: LayoutUnit) -> Int {
    if form == .fallback, let row = fallback.fastRow(at: offset) { return row }
    refresh()
    return form == .fallback ? fallback.row(at: offset) : row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    fastHeight(of: row) ?? slowHeight(of: row)
  }

  @inline(__always)
  func fastHeight(of row: Int) -> LayoutUnit? {
    if _fastPath(form.isTree) { return LayoutUnit(rawValue: leaves.height(of: row)) }
    return form == .fallback ? fallback.fastHeight(of: row) : nil
  }

  @inline(never)
  private mutating func slowHeight(of row: Int) -> LayoutUnit {
    refresh()
    return form == .fallback ? fallback.height(of: row) : height(of: row)
  }

  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    leaves.copyHeights(of: rows, to: heights)
  }

  mutating func total() -> LayoutUnit {
    refresh()
    return form == .fallback ? fallback.total() : treeTotal
  }

  @inline(__always)
  var treeTotal: LayoutUnit { length(levels.total) }

  // MARK: Change

  mutating func heightChanged(of row: Int) { applyChange(of: row) }

  @inline(__always)
  mutating func applyChange(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    if !change(row, to: rows.height(of: row).rawValue) { form = .stale }
  }

  /// Sets a row's height. The rows must be in the tree, not in the fallback.
  ///
  /// - Returns: false, without changing anything, if the new height doesn't fit in the tree.
  @inline(__always)
  mutating func change(_ row: Int, to height: Int64) -> Bool {
    // If all sums are Int32 and the list's new total fits in an Int32, every node's total fits too.
    let isUsual = form.isNarrow && levels.totalFits(after: height &>> Int64(leaves.unit))
    guard _fastPath(isUsual) else { return changeSlowly(row, to: height) }
    let height = Int32(truncatingIfNeeded: height)
    guard let difference = leaves.change(row, to: height, levels.masks) else { return false }
    levels.directAdd(difference, after: row &>> Shape.leafBits)
    return true
  }

  @inline(never)
  private mutating func changeSlowly(_ row: Int, to height: Int64) -> Bool {
    let unit = Int64(leaves.unit)
    if levels.topsAreWide || !levels.totalFits(after: height >> unit) {
      let growth = max(0, height - Int64(leaves.height(of: row))) >> unit
      guard levels.reserveGrowth(growth) else { return false }
    }
    let height = Int32(truncatingIfNeeded: height)
    guard let difference = leaves.change(row, to: height, levels.masks) else { return false }
    if form == .directWide {
      levels.directAdd(difference, after: row &>> Shape.leafBits)
    } else {
      levels.add(difference, after: row &>> Shape.leafBits)
    }
    return true
  }

  @inline(never)
  private mutating func changeFallback(_ row: Int) {
    if form == .fallback { fallback.applyChange(of: row) }
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }
}

/// The number of levels in a tree of blocked sums and the type of its sums, which together determine the
/// lookup code.
enum BlockForm: UInt8 {
  case direct
  /// Up to three top levels with Int32 sums, for long lists.
  case directLong
  /// Up to three top levels with Int64 sums, for lists with a large total height.
  case directWide
  /// One fewer level of Int32 sums than the shape specifies, for tall rows.
  case directHigh
  case general
  case fallback
  case stale

  @inline(__always)
  var isTree: Bool { rawValue <= Self.general.rawValue }

  @inline(__always)
  var isNarrow: Bool { rawValue <= Self.directLong.rawValue }
}

/// An index with two-byte leaves that falls back to four-byte leaves and then to a Fenwick tree if the
/// heights don't fit.
typealias BlockedSumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, ShortLeaves<Shape>, LongSumsIndex<Rows, Shape>>

/// An index with four-byte leaves that falls back to a Fenwick tree if the heights don't fit.
typealias LongSumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, LongLeaves<Shape>, FenwickIndex<Rows>>

/// The index that a `BlockedIndex` uses if row heights don't fit in its leaves.
///
/// Every `BlockedIndex` has a fallback from the start, so that lookups don't need to unwrap an optional. The
/// fallback uses almost no memory until it is needed. Frequent lookups are inlined.
protocol BlockFallback<Rows>: ~Copyable, SendableMetatype {
  associatedtype Rows: RowSource

  init(unread rows: Rows)

  // The next three functions return nil if the lookup would take more than a few memory loads.
  func fastOffset(of row: Int) -> LayoutUnit?
  func fastRow(at offset: LayoutUnit) -> Int?
  func fastHeight(of row: Int) -> LayoutUnit?
  /// Like `heightChanged(of:)`, but inlined.
  mutating func applyChange(of row: Int)

  mutating func offset(of row: Int) -> LayoutUnit
  mutating func row(at offset: LayoutUnit) -> Int
  mutating func height(of row: Int) -> LayoutUnit
  mutating func total() -> LayoutUnit
  mutating func heightChanged(of row: Int)
  mutating func heightsChanged()
}

extension BlockFallback where Self: ~Copyable {
  @inline(__always)
  func fastOffset(of row: Int) -> LayoutUnit? { nil }
  @inline(__always)
  func fastRow(at offset: LayoutUnit) -> Int? { nil }
  @inline(__always)
  func fastHeight(of row: Int) -> LayoutUnit? { nil }
  @inline(__always)
  mutating func applyChange(of row: Int) { heightChanged(of: row) }
}
