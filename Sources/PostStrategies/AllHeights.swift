import BenchReplaying
import ListLayout

/// A list that requests every row's height when it is built, and again after each change.
///
/// Origin: the post "Infinitely scrolling tables" (MealSchedule), which uses a `UITableView` with
/// `heightForRow` and no estimated heights to show why its option 1 fails. README.md lists the published
/// code's defects. Invariant: `offsets[i]` is the total height of the rows before row i, except between a
/// change and the next reload.
///
///     offset               O(1); in published mode, O(n) heights requested, also for each jump
///     row(at:)             O(log n)
///     any change           O(n) heights requested at the next call or frame    n = rows
///     open, rotate         O(n)
///
/// Lookups are fast until a row changes, but in a long list, changing even one row is slow.
typealias AllHeights<Rows: RowSource> = IndexedList<AllHeightsIndex<Rows>>

struct AllHeightsIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "all-heights", title: "all heights read at the start and after each change",
      origin: "Infinitely scrolling tables (MealSchedule blog), why option 1 fails", group: .posts,
      complexity: Complexity(
        open: .linear, offset: .constant, hitTest: .logarithmic, change: .linear, edit: .linear,
        frame: .logarithmic, rotate: .linear),
      publishedDefect: """
        A change above the viewport moves the visible rows. The more rows there are above its \
        target, the longer a jump takes.
        """)
  }

  /// The published code does not adjust the content offset when rows above the viewport change.
  static var bounds: [ScenarioBound] {
    [ScenarioBound(.none, in: .motion + .changesBelow, modes: [.published])]
  }

  private let rows: Rows
  private var offsets: [Int64] = []
  private var needsReload = true

  init(rows: Rows) {
    self.rows = rows
    reloadIfNeeded()
  }

  var count: Int { rows.count }

  private mutating func reload() {
    let count = rows.count
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, count)
    if offsets.count != count + 1 { offsets = [Int64](repeating: 0, count: count + 1) }
    offsets.withUnsafeMutableBufferPointer { offsets in
      var y: Int64 = 0
      for row in 0..<count {
        offsets[row] = y
        y &+= rows.height(of: row).rawValue
      }
      offsets[count] = y
    }
    needsReload = false
  }

  @inline(__always)
  private mutating func reloadIfNeeded() {
    if needsReload { reload() }
  }

  mutating func offset(of row: Int) -> LayoutUnit {
    reloadIfNeeded()
    return LayoutUnit(rawValue: offsets[row])
  }

  /// In published mode, requests the height of every preceding row, as `scrollToRowAtIndexPath` does in the
  /// post.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit {
    guard asPublished else { return offset(of: row) }
    rows.note(.rowsScanned, row)
    var y: Int64 = 0
    for above in 0..<row { y &+= rows.height(of: above).rawValue }
    return LayoutUnit(rawValue: y)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    reloadIfNeeded()
    var low = 0
    var high = offsets.count - 1
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle + 1] <= offset.rawValue { low = middle + 1 } else { high = middle }
    }
    return min(low, max(0, offsets.count - 2))
  }

  mutating func height(of row: Int) -> LayoutUnit {
    reloadIfNeeded()
    return LayoutUnit(rawValue: offsets[row + 1] - offsets[row])
  }

  mutating func total() -> LayoutUnit {
    reloadIfNeeded()
    return LayoutUnit(rawValue: offsets[offsets.count - 1])
  }

  mutating func heightChanged(of row: Int) { needsReload = true }
  mutating func heightsChanged() { needsReload = true }
  mutating func inserted(_ new: Range<Int>) { needsReload = true }
  mutating func deleted(_ old: Range<Int>) { needsReload = true }
}
