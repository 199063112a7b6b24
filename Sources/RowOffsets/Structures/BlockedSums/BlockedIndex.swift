import ListLayout

/// A tree of blocked sums: the rows in leaf blocks, `BlockLevels` above them.
///
/// Where the leaves cannot hold the rows' heights, another index answers, until the next edit or
/// relayout.
///
///     row 0 … n-1    Leaves      | block 0 | block 1 | block 2 | …    rows within blocks
///     blocks         BlockLevels | sums before each block, in nodes |
///
/// Invariants: `checkInvariants()` lists them.
struct BlockedIndex<
  Rows: RowSource, Leaves: BlockLeaves & ~Copyable, Fallback: BlockFallback & ~Copyable
>: BlockFallback, ~Copyable where Fallback.Rows == Rows {
  typealias Shape = Leaves.Shape

  let rows: Rows
  /// How questions are answered.
  var form = BlockForm.stale
  var levels = BlockLevels<Shape>()
  var leaves = Leaves()
  /// Answers when the leaves cannot.
  var fallback: Fallback
  /// Whether it has answered before: it has memory then.
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

  /// Takes in what has changed since the last question.
  mutating func refresh() {
    if form == .stale { rebuild() }
  }

  /// Reads all heights and sums them up.
  @inline(never)
  mutating func rebuild() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    let blocks = max(1, (count + Shape.leaf - 1) >> Shape.leafBits)
    let totals = UnsafeMutablePointer<Int64>.allocate(capacity: blocks)
    defer { totals.deallocate() }
    leaves.reserve(blocks, isFirst: levels.blocks == 0)
    for _ in 0..<Leaves.attempts where fillLeaves(count, blocks, totals) {
      if fallbackIsRead {
        fallback = Fallback(unread: rows)
        fallbackIsRead = false
      }
      levels.build(totals, count: blocks, unit: leaves.unit)
      return form = leaves.isDirect ? levels.form : .general
    }
    form = .fallback
    fallbackIsRead = true
    // Its memory serves again.
    fallback.heightsChanged()
    _ = fallback.total()
  }

  /// Fills the leaves some thousand rows at a time, while the heights just copied are still in the
  /// nearest cache. What a last block lacks is rows of height 0.
  ///
  /// - Parameter totals: becomes the heights of the blocks.
  /// - Returns: false when the leaves cannot hold such heights.
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

  // MARK: Find

  @inline(__always)
  mutating func offset(of row: Int) -> LayoutUnit {
    _fastPath(form == .direct) ? directOffset(of: row) : otherOffset(of: row)
  }

  /// The same with long lists, too, in the code that asks: for loops that do nothing else.
  @inline(__always)
  mutating func loopOffset(of row: Int) -> LayoutUnit {
    if _fastPath(form == .direct) { return directOffset(of: row) }
    return form == .directLong ? longOffset(of: row) : otherOffset(of: row)
  }

  @inline(__always)
  func promptOffset(of row: Int) -> LayoutUnit? {
    if _fastPath(form == .direct) { return directOffset(of: row) }
    if form == .directLong { return longOffset(of: row) }
    if form == .directWide { return wideOffset(of: row, narrowLevels: Shape.narrowLevels) }
    return form == .fallback ? fallback.promptOffset(of: row) : nil
  }

  /// `offset(of:)` in the form `direct`.
  @inline(__always)
  func directOffset(of row: Int) -> LayoutUnit {
    // The sum up to and with the row before; before row 0 stand zeros, in every level.
    let last = row &- 1
    let above = levels.directOffset(of: last &>> Shape.leafBits, topLevels: Shape.topLevels)
    let sum = Int64(leaves.directSum(through: last, levels.masks)) &+ Int64(above)
    return LayoutUnit(rawValue: sum &<< Int64(leaves.directUnit))
  }

  /// `offset(of:)` in the form `directLong`.
  @inline(__always)
  private func longOffset(of row: Int) -> LayoutUnit {
    let last = row &- 1
    let above = levels.directOffset(of: last &>> Shape.leafBits, topLevels: 3)
    return length(leaves.sum(through: last, levels.masks) &+ above)
  }

  /// `offset(of:)` in the forms `directWide` and `directHigh`.
  @inline(__always)
  private func wideOffset(of row: Int, narrowLevels: Int) -> LayoutUnit {
    let last = row &- 1
    let above = levels.wideOffset(of: last &>> Shape.leafBits, narrowLevels: narrowLevels)
    return length(Int64(leaves.sum(through: last, levels.masks)) &+ above)
  }

  /// A number of units.
  @inline(__always)
  private func length<Units: FixedWidthInteger>(_ units: Units) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(truncatingIfNeeded: units) &<< Int64(leaves.unit))
  }

  @inline(never)
  private mutating func otherOffset(of row: Int) -> LayoutUnit {
    // Not `promptOffset(of:)`: rows in four bytes come here each time, and would be asked last.
    if form == .fallback, let offset = fallback.promptOffset(of: row) { return offset }
    if form == .directLong { return longOffset(of: row) }
    if form == .directWide { return wideOffset(of: row, narrowLevels: Shape.narrowLevels) }
    refresh()
    return form == .fallback ? fallback.offset(of: row) : treeOffset(of: row)
  }

  /// `offset(of:)` when the tree itself answers, however many levels it has.
  func treeOffset(of row: Int) -> LayoutUnit {
    if form == .directHigh {
      return wideOffset(of: row, narrowLevels: Shape.narrowLevels - 1)
    }
    let last = row - 1
    let above = levels.offset(of: last >> Shape.leafBits)
    return length(Int64(leaves.sum(through: last, levels.masks)) + above)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard _fastPath(form.isTree) else { return otherRow(at: offset) }
    return treeRow(at: offset)
  }

  @inline(__always)
  func promptRow(at offset: LayoutUnit) -> Int? { form.isTree ? treeRow(at: offset) : nil }

  /// `row(at:)` when the tree itself answers.
  @inline(__always)
  func treeRow(at offset: LayoutUnit) -> Int {
    ownRow(at: max(0, offset.rawValue)) ?? max(0, count &- 1)
  }

  /// The row that owns a point of the tree; nil for one above or below all rows.
  @inline(__always)
  func ownRow(at point: Int64) -> Int? {
    // What is negative is beyond every total. Rows begin at whole units.
    let units = UInt64(bitPattern: point) &>> UInt64(truncatingIfNeeded: leaves.unit)
    guard units < UInt64(bitPattern: levels.total) else { return nil }
    let (block, rest) = levels.block(at: Int64(bitPattern: units))
    let first = block &<< Shape.leafBits
    return first &+ leaves.rowsAbove(rest, inBlockOf: first)
  }

  @inline(never)
  private mutating func otherRow(at offset: LayoutUnit) -> Int {
    if form == .fallback, let row = fallback.promptRow(at: offset) { return row }
    refresh()
    return form == .fallback ? fallback.row(at: offset) : row(at: offset)
  }

  mutating func height(of row: Int) -> LayoutUnit {
    promptHeight(of: row) ?? otherHeight(of: row)
  }

  @inline(__always)
  func promptHeight(of row: Int) -> LayoutUnit? {
    if _fastPath(form.isTree) { return LayoutUnit(rawValue: leaves.height(of: row)) }
    return form == .fallback ? fallback.promptHeight(of: row) : nil
  }

  @inline(never)
  private mutating func otherHeight(of row: Int) -> LayoutUnit {
    refresh()
    return form == .fallback ? fallback.height(of: row) : height(of: row)
  }

  /// Writes the heights of rows of the tree.
  func copyHeights(of rows: Range<Int>, to heights: UnsafeMutablePointer<Int32>) {
    for row in rows { heights[row &- rows.lowerBound] = leaves.height(of: row) }
  }

  mutating func total() -> LayoutUnit {
    refresh()
    return form == .fallback ? fallback.total() : treeTotal
  }

  /// `total()` when the tree itself answers.
  @inline(__always)
  var treeTotal: LayoutUnit { length(levels.total) }

  // MARK: Change

  mutating func heightChanged(of row: Int) { takeChange(of: row) }

  @inline(__always)
  mutating func takeChange(of row: Int) {
    guard _fastPath(form.isTree) else { return changeFallback(row) }
    if !change(row, to: rows.height(of: row).rawValue) { form = .stale }
  }

  /// Gives a row of the tree another height.
  ///
  /// - Returns: whether the tree can hold it; nothing changes when it cannot.
  @inline(__always)
  mutating func change(_ row: Int, to height: Int64) -> Bool {
    // Where all sums are Int32, what the total may grow by, each node may.
    let isUsual = form.isNarrow && levels.totalHasRoom(for: height &>> Int64(leaves.unit))
    guard _fastPath(isUsual) else { return changeOtherwise(row, to: height) }
    let height = Int32(truncatingIfNeeded: height)
    guard let difference = leaves.change(row, to: height, levels.masks) else { return false }
    levels.directAdd(difference, after: row &>> Shape.leafBits)
    return true
  }

  /// The same in any form, however high the rows are.
  @inline(never)
  private mutating func changeOtherwise(_ row: Int, to height: Int64) -> Bool {
    let unit = Int64(leaves.unit)
    if levels.topsAreWide || !levels.totalHasRoom(for: height >> unit) {
      let growth = max(0, height - Int64(leaves.height(of: row))) >> unit
      guard levels.makeRoom(for: growth) else { return false }
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
    if form == .fallback { fallback.takeChange(of: row) }
  }

  mutating func heightsChanged() { form = .stale }
  mutating func inserted(_ new: Range<Int>) { form = .stale }
  mutating func deleted(_ old: Range<Int>) { form = .stale }

  // MARK: Invariants

  /// What is wrong with the tree; empty when nothing is, or when another index answers or the tree
  /// waits to be built anew. Tests ask after every edit; timed code never does.
  ///
  /// 1. The leaves give each row its height, and missing rows height 0.
  /// 2. They give each row the sum of its block's heights up to and with it, and row -1 a 0.
  /// 3. There are as many blocks as the rows need, one at least.
  /// 4. `levels` is right about the blocks: `BlockLevels.violations(of:)`.
  func checkInvariants() -> [String] {
    guard form.isTree else { return [] }
    var found: [String] = []
    var totals = [Int64](repeating: 0, count: levels.blocks)
    let unit = Int64(leaves.unit)
    for row in 0..<levels.blocks * Shape.leaf {
      let height = row < rows.count ? rows.height(of: row).rawValue : 0
      let held = leaves.height(of: row)
      if Int64(held) != height { found.append("row \(row) is \(held), not \(height)") }
      totals[row / Shape.leaf] += height >> unit
      let sum = leaves.sum(through: row, levels.masks)
      if Int64(sum) != totals[row / Shape.leaf] {
        found.append("sum through row \(row): \(sum), not \(totals[row / Shape.leaf])")
      }
    }
    if levels.blocks != max(1, (rows.count + Shape.leaf - 1) / Shape.leaf) {
      found.append("\(levels.blocks) blocks for \(rows.count) rows")
    }
    let before = leaves.sum(through: -1, levels.masks)
    if before != 0 { found.append("\(before) before the first leaf") }
    return found + levels.violations(of: totals)
  }
}

/// How a tree of blocked sums answers.
enum BlockForm: UInt8 {
  /// From as many levels as the shape says, of Int32 sums.
  case direct
  /// The same with three tops: the list is long.
  case directLong
  /// The same with three tops of Int64 sums: the list is high.
  case directWide
  /// The same with a level of Int32 sums less: the rows are high.
  case directHigh
  /// From as many levels as there are, and from leaves of any kind.
  case general
  /// From another structure: the rows do not suit this one.
  case fallback
  /// Not before it has been built anew.
  case stale

  /// Whether the tree itself answers.
  @inline(__always)
  var isTree: Bool { rawValue <= Self.general.rawValue }

  /// Whether no top is of Int64 sums, and `BlockLevels.directAdd` may be called.
  @inline(__always)
  var isNarrow: Bool { rawValue <= Self.directLong.rawValue }
}

/// Leaves of two bytes a row, else of four, else a Fenwick tree.
typealias BlockedSumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, ShortLeaves<Shape>, LongSumsIndex<Rows, Shape>>

/// The same with four bytes a row.
typealias LongSumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, LongLeaves<Shape>, FenwickIndex<Rows>>

/// What answers for a `BlockedIndex` whose leaves cannot hold the rows' heights.
///
/// It is there from the start, without memory: a question tests no optional on its way, and what is
/// asked most often becomes part of the code that asks, without a call.
protocol BlockFallback<Rows>: ~Copyable, SendableMetatype {
  associatedtype Rows: RowSource

  /// An index that reads its rows at the first question, and has next to no memory before.
  init(unread rows: Rows)

  /// `offset(of:)`, unless more than a few loads are needed to answer; nil then.
  func promptOffset(of row: Int) -> LayoutUnit?
  /// `row(at:)`, the same.
  func promptRow(at offset: LayoutUnit) -> Int?
  /// `height(of:)`, the same.
  func promptHeight(of row: Int) -> LayoutUnit?
  /// `heightChanged(of:)`, as a part of the code that calls.
  mutating func takeChange(of row: Int)

  // The rest is as in `OffsetIndex`.
  mutating func offset(of row: Int) -> LayoutUnit
  mutating func row(at offset: LayoutUnit) -> Int
  mutating func height(of row: Int) -> LayoutUnit
  mutating func total() -> LayoutUnit
  mutating func heightChanged(of row: Int)
  mutating func heightsChanged()
}

extension BlockFallback where Self: ~Copyable {
  @inline(__always)
  func promptOffset(of row: Int) -> LayoutUnit? { nil }
  @inline(__always)
  func promptRow(at offset: LayoutUnit) -> Int? { nil }
  @inline(__always)
  func promptHeight(of row: Int) -> LayoutUnit? { nil }
  @inline(__always)
  mutating func takeChange(of row: Int) { heightChanged(of: row) }
}
