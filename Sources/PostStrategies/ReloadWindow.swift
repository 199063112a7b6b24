import BenchReplaying
import ListLayout

/// A small table that shows a window of the list's rows. When a gesture ends, the table is mapped to other
/// rows of the list and reloaded.
///
/// Origin: option 2 in the post "Infinitely scrolling tables" (MealSchedule). The post does not specify the
/// size of the table. `window` defaults to 200 because the post says that a `UITableView` can handle "a
/// couple of hundred" rows (000:7). After a reload, the visible rows are in the middle of the table unless
/// they are near an end of the list, and the first visible row keeps its position on screen. README.md lists
/// the published code's defects.
///
/// `settle` models the delegate methods that UIKit calls at the end of a drag or fling. The content cannot
/// move past the table's ends until the gesture ends. If the table is shorter than the viewport, the rest of
/// the viewport is blank and the table does not move.
///
///     offset, row(at:)             O(1), O(log w); for a row outside, w heights requested
///     scroll, layout               O(rows that enter)              w = rows in the table
///     settle, jump                 O(w), w heights requested
///     change in the table          O(w), w heights requested; no cost outside the table
///
/// Use this technique if users scroll only short distances at a time.
struct ReloadWindow<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "reload-window",
      title: "a small table with a window of rows, reloaded when motion stops",
      origin: "Infinitely scrolling tables (MealSchedule blog), option 2", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        Inserting, deleting or resizing a row above the viewport moves the visible rows.
        """,
      inherentDeviation: """
        A gesture can move the content by at most half the table's height, and any further motion \
        is lost. If the table is shorter than the viewport, the rest of the viewport is blank.
        """, parameters: [windowRows])
  }

  /// No drag in the scenarios is long enough to reach the ends of a 200-row table. The published code
  /// deviates from the reference only after changes above the viewport's bottom edge. In scenarios that
  /// scroll further, the content stops at the table's end until the gesture ends.
  static var bounds: [ScenarioBound] {
    [
      ScenarioBound(.none, in: [.drag] + .changes + .changesBelow, needsUsualValues: true),
      ScenarioBound(
        .none, in: [.drag, .jump] + .changesBelow, modes: [.published], needsUsualValues: true),
      ScenarioBound(.content, in: [.drag, .fling, .ends, .rush], modes: [.published, .corrected]),
      ScenarioBound(.content, in: .odd),
    ]
  }

  static var windowRows: StrategyParameter {
    StrategyParameter(0, "window", usual: 200, in: 3...1_000_000, "rows in the small table")
  }

  private enum Reload {
    case none
    case inPlace
    case aroundAnchor
  }

  private let rows: Rows
  private let size: Int
  private let keepsAnchor: Bool
  private var table: RowWindow<Rows>
  /// Temporary table that `offset(of:)` uses to look up rows outside `table`.
  private var scratch: RowWindow<Rows>
  private var strip = ViewStrip()
  private var reload = Reload.aroundAnchor
  /// First visible row in the last frame, or row -1 if all rows have height 0. The value is nil while the
  /// content offset determines which rows are on screen.
  private var anchor: ScreenAnchor?
  private var isReloaded = false
  private var isWhole = false
  private var scrollView: ScrollView
  var viewport: LayoutUnit { scrollView.viewport }
  var contentOffset: LayoutUnit { scrollView.contentOffset }
  var contentHeight: LayoutUnit { table.height }

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    size = options.parameters[Self.windowRows]
    keepsAnchor = options.mode == .corrected
    table = RowWindow(rows: rows)
    scratch = RowWindow(rows: rows)
    anchor = ScreenAnchor(row: options.start, y: .zero, origin: .jump)
    scrollView = ScrollView(viewport: options.viewport)
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    reloadIfNeeded()
    if table.range.contains(row) { return table.offset(of: row) }
    map.lay(&scratch, around: row, at: .zero)
    return scratch.offset(of: row)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    reloadIfNeeded()
    return table.row(at: offset)
  }

  /// - Complexity: O(1) for a row in the table. For a row outside the table, or while a reload is pending,
  ///   this function requests O(visible rows) heights.
  func origin(of row: Int) -> Int {
    let range = nextRange
    return range.contains(row)
      ? range.lowerBound : map.range(around: row, at: .zero).lowerBound
  }

  private var nextRange: Range<Int> {
    switch reload {
    case .none: table.range
    case .inPlace: map.range(near: table.first)
    case .aroundAnchor: map.range(around: keptRow.row, at: keptRow.y)
    }
  }

  private var map: TableMap<Rows> { TableMap(rows: rows, size: size, viewport: viewport) }

  // MARK: Reloading

  private mutating func reloadIfNeeded() {
    switch reload {
    case .none: return
    case .inPlace:
      table.rebuild(map.range(near: table.first))
    case .aroundAnchor:
      map.lay(&table, around: keptRow.row, at: keptRow.y)
    }
    reload = .none
    isReloaded = true
  }

  private mutating func holdAnchor() {
    guard anchor == nil else { return }
    if table.height > .zero {
      let row = table.row(at: contentOffset)
      anchor = ScreenAnchor(row: row, y: table.offset(of: row) - contentOffset)
    } else {
      // If all rows in the table have height 0, anchor the middle row so that the next reload reaches beyond
      // both ends of the table.
      anchor = ScreenAnchor(row: isWhole ? -1 : table.first + table.count / 2, y: .zero)
    }
  }

  private var keptRow: (row: Int, y: LayoutUnit) {
    guard let anchor else { return (0, .zero) }
    let held = (row: max(0, anchor.row), y: anchor.y)
    if anchor.isKept(height: { rows.height(of: $0) }) { return held }
    let kept = strip.anchor(from: contentOffset, rowCount: rows.count, viewport: viewport) {
      rows.height(of: $0)
    }
    return kept ?? held
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    guard keepsAnchor else { return reloadInPlace() }
    guard table.range.contains(row) else { return }
    reloadAroundAnchor()
    anchor?.heightChanged(of: row)
  }

  mutating func heightsChanged() {
    guard keepsAnchor else { return reloadInPlace() }
    reloadAroundAnchor()
    anchor?.heightsChanged()
  }

  mutating func inserted(_ new: Range<Int>) {
    guard keepsAnchor else { return reloadInPlace() }
    holdAnchor()
    anchor?.inserted(new)
    strip.inserted(new)
    if reload == .none, new.lowerBound < table.first {
      table.inserted(new)
    } else if new.lowerBound <= table.end {
      reload = .aroundAnchor
    }
  }

  mutating func deleted(_ old: Range<Int>) {
    guard keepsAnchor else { return reloadInPlace() }
    holdAnchor()
    anchor?.deleted(old)
    strip.deleted(old)
    if reload == .none, old.upperBound <= table.first {
      table.deleted(old)
    } else if old.lowerBound < table.end {
      reload = .aroundAnchor
    }
  }

  mutating func moved() { strip.moved() }

  private mutating func reloadAroundAnchor() {
    holdAnchor()
    reload = .aroundAnchor
  }

  private mutating func reloadInPlace() {
    if reload == .none { reload = .inPlace }
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if reload != .none || anchor != nil { layout() }
    scrollView.move(by: distance)
  }

  /// The post maps the table to other rows in `scrollViewDidEndDecelerating`, and in
  /// `scrollViewDidEndDragging` if the content does not decelerate.
  mutating func settle() {
    if reload == .inPlace { reloadIfNeeded() }
    if reload == .none { reloadAroundAnchor() }
  }

  mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    reload = .aroundAnchor
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    scrollView.viewport = height
    guard keepsAnchor else { return }
    holdAnchor()
    guard reload == .none, table.end < rows.count else { return }
    let top = anchor.map { table.offset(of: max(0, $0.row)) - $0.y } ?? contentOffset
    if top + viewport > table.height { reload = .aroundAnchor }
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    let moves = anchor != nil
    reloadIfNeeded()
    if moves { placeAnchor() }
    if isReloaded { strip.removeAll() }
    isReloaded = false
    strip.takeChanges()
    // The content offset can be clamped at once, because none of the post's delegate methods runs between the
    // motion and the table's layout.
    scrollView.rest(over: table.height)
    anchor = nil
    isWhole = table.count == rows.count
    showRows(moving: moves)
  }

  private mutating func placeAnchor() {
    let kept = keptRow
    if kept.row < table.first || kept.row > table.end {
      map.lay(&table, around: kept.row, at: kept.y)
      isReloaded = true
    }
    scrollView.contentOffset = table.offset(of: kept.row) - kept.y
  }

  private mutating func showRows(moving: Bool) {
    guard table.height > .zero else { return strip.removeAll() }
    var first = max(table.first, min(strip.first, table.end - 1))
    while first > table.first, table.offset(of: first) > contentOffset { first -= 1 }
    while table.offset(of: first + 1) <= contentOffset { first += 1 }
    let bottom = contentOffset + viewport
    var end = max(first + 1, min(strip.end, table.end))
    while end > first + 1, table.offset(of: end - 1) >= bottom { end -= 1 }
    while end < table.end, table.offset(of: end) < bottom { end += 1 }
    if !moving, first == strip.first, end == strip.end { return }
    strip.begin(at: first)
    for row in first..<end where moving || row < strip.first || row >= strip.end {
      strip.place(
        row, showing: row, y: table.offset(of: row), height: table.height(of: row), for: rows)
    }
    strip.finish(before: end, for: rows)
  }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}

/// Chooses the rows for the small table, with the visible rows in the middle unless they are near an end of
/// the list.
private struct TableMap<Rows: RowSource> {
  let rows: Rows
  /// Number of rows in the table. Shorter lists fit completely.
  let size: Int
  let viewport: LayoutUnit

  func range(near row: Int) -> Range<Int> {
    let first = max(0, min(row, rows.count - size))
    return first..<min(rows.count, first + size)
  }

  func range(around row: Int, at y: LayoutUnit) -> Range<Int> {
    var end = row
    var bottom = y
    while end < rows.count, end - row < size, bottom < viewport {
      bottom = bottom + rows.height(of: end)
      end += 1
    }
    return range(showing: row..<end)
  }

  /// Fills `table` so that `row` appears at `y` on screen, requesting each height once.
  func lay(_ table: inout RowWindow<Rows>, around row: Int, at y: LayoutUnit) {
    table.rebuild(row..<row)
    while table.end < rows.count, table.count < size, y + table.height < viewport {
      table.growDown(by: 1)
    }
    let range = range(showing: table.range)
    table.growUp(by: row - range.lowerBound)
    table.growDown(by: range.upperBound - table.end)
  }

  private func range(showing visible: Range<Int>) -> Range<Int> {
    range(near: visible.lowerBound - (size - visible.count) / 2)
  }
}
