import BenchReplaying
import ListLayout

/// A list of equally tall rows. Computing an offset takes one multiplication, and a hit test takes one
/// division.
///
/// Origin: option 1 in the post "Infinitely scrolling tables" (MealSchedule), which uses a `UITableView` with
/// a very large number of rows and no `heightForRow`. In the published code, inserting or deleting a row
/// above the viewport moves the visible rows, because `reloadData` does not adjust the offset.
///
///     offset, row(at:)      O(1)
///     inserted, deleted     O(1)
///     open, rotate          O(1)   one height is requested
///
/// No list is faster for equally tall rows, but this one cannot show rows of different heights.
typealias FixedList<Rows: RowSource> = IndexedList<FixedIndex<Rows>>

struct FixedIndex<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "fixed-list", title: "a huge list of equally tall rows, positioned by arithmetic",
      origin: "Infinitely scrolling tables (MealSchedule blog), option 1", group: .posts,
      requirement: .equalHeights, abilities: [.edit, .viewport, .relayout],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: "A row inserted or deleted above the viewport moves the visible rows.")
  }

  /// The published code does not adjust the content offset when rows above the viewport change.
  static var bounds: [ScenarioBound] {
    [ScenarioBound(.none, in: .motion + .changesBelow, modes: [.published])]
  }

  private let rows: Rows
  private var rowHeight: LayoutUnit
  private(set) var count: Int

  init(rows: Rows) {
    self.rows = rows
    count = rows.count
    rowHeight = rows.count > 0 ? rows.height(of: 0) : .zero
  }

  func offset(of row: Int) -> LayoutUnit { rowHeight * row }

  func row(at offset: LayoutUnit) -> Int {
    guard count > 0, rowHeight > .zero else { return max(0, count - 1) }
    let row = Int(offset.rawValue / rowHeight.rawValue)
    return min(max(0, row), count - 1)
  }

  func height(of row: Int) -> LayoutUnit { rowHeight }
  func total() -> LayoutUnit { rowHeight * count }
  mutating func heightChanged(of row: Int) { heightsChanged() }

  mutating func heightsChanged() {
    rowHeight = count > 0 ? rows.height(of: 0) : .zero
  }

  mutating func inserted(_ new: Range<Int>) {
    count += new.count
    if count == new.count { heightsChanged() }
  }

  mutating func deleted(_ old: Range<Int>) { count -= old.count }
}
