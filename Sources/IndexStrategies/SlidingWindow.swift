import ListLayout

/// A window of custom row views that grows and shrinks at both ends as the list scrolls.
///
/// Origin: option 3 of the blog post "Infinitely scrolling tables" (`RecycledSubview`), but the number of
/// views depends on the viewport and the row heights, so no part of the screen is ever blank. Overscan and
/// hysteresis work as in RecyclerView and in virtualised lists on the web (react-window, TanStack Virtual),
/// except that the overscan is measured in points. If the viewport jumps beyond the loaded rows, the rows in
/// between are skipped.
///
/// Invariant: the loaded rows extend at least a "week" of rows (7 x 44 pt) beyond both ends of the viewport,
/// or to the list's end. The loaded rows extend at most two "weeks" beyond the viewport, or one row beyond it
/// if a single row is taller than that.
///
///     offset, row(at:)             O(1), O(log w); for a row outside, also loads a window
///     scroll, layout               O(1); O(w) if rows enter or leave above   w = loaded rows
///     change or edit inside        O(w); reads at most w new heights
///     change or edit outside       O(1), or O(w) if row numbers change
///     jump                         O(w)
///
/// The list is fast because it reads only rows that enter or leave the window, but it cannot compute the
/// offsets of distant rows.
struct SlidingWindow<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "sliding-window", title: "row views for the viewport and a margin, without a table",
      origin:
        "overscan with hysteresis, as in RecyclerView; after option 3 of the MealSchedule blog",
      group: .ours, contentSpace: .window, modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant))
  }

  private let rows: Rows
  private var content: LoadedRows<Rows>
  /// Window around the unloaded row whose offset was requested most recently.
  private var scratch: LoadedRows<Rows>
  private var anchor: WindowAnchor<Rows>

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    content = LoadedRows(rows: rows)
    scratch = content
    anchor = WindowAnchor(rows: rows, viewport: options.viewport, row: options.start)
  }

  var contentOffset: LayoutUnit { content.top }
  var contentHeight: LayoutUnit { content.window.height }
  var viewport: LayoutUnit { anchor.viewport }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit {
    if content.window.range.contains(row) { return content.window.offset(of: row) }
    scratch.load(around: row, for: viewport)
    return scratch.window.offset(of: row)
  }

  func row(at offset: LayoutUnit) -> Int { content.window.row(at: offset) }

  func origin(of row: Int) -> Int {
    if content.window.range.contains(row) { return content.window.first }
    var around = scratch
    around.load(around: row, for: viewport)
    return around.window.first
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    anchor.heightChanged(of: row, in: &content.window, at: content.top)
  }

  mutating func heightsChanged() {
    anchor.heightsChanged(in: &content.window, at: content.top)
  }

  mutating func inserted(_ new: Range<Int>) {
    anchor.inserted(new, in: &content.window, at: content.top)
  }

  mutating func deleted(_ old: Range<Int>) {
    anchor.deleted(old, in: &content.window, at: content.top)
  }

  mutating func moved() { anchor.moved() }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if anchor.isHeld { layout() }
    content.top += distance
  }

  func settle() {}

  mutating func jump(to row: Int) { anchor.jump(to: row) }

  mutating func resizeViewport(to height: LayoutUnit) {
    anchor.resizeViewport(to: height, over: &content.window, at: content.top)
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    let moves = anchor.isHeld
    if anchor.isStale, let (row, y) = anchor.take(in: content.window, at: content.top) {
      content.place(row, at: y)
    }
    content.load(for: viewport)
    anchor.strip.show(
      content.window, moving: moves || content.window.first != anchor.strip.first, for: rows)
  }

  func visitViews(_ body: (RowView) -> Void) {
    anchor.strip.visit(body)
  }
}

/// Loaded rows of a `SlidingWindow`, and the viewport's position among them.
///
///                  |<--------- viewport --------->|
///     rows  ...[  ][     ][   ][       ][  ][   ][  ][     ]...
///         week or more                              week or more
///
/// Rows are added at an end if less than one `week` is loaded beyond the viewport. If more than two weeks (2
/// x 308 pt) are loaded beyond an end, rows are dropped there until about one week is left. As a result, a
/// second call to `load(for:)` has no effect, and scrolling back and forth across a row boundary loads no row
/// twice.
private struct LoadedRows<Rows: RowSource> {
  /// Minimum height loaded beyond each end of the viewport. The blog post keeps a "week either side". In this
  /// package, a week is seven rows of the default height, 44 pt.
  private static var week: LayoutUnit { LayoutUnit(points: 7 * 44) }

  private let rows: Rows
  var window: RowWindow<Rows>
  var top = LayoutUnit.zero

  init(rows: Rows) {
    self.rows = rows
    window = RowWindow(rows: rows)
  }

  mutating func place(_ row: Int, at y: LayoutUnit) {
    if row < window.first || row > window.end { window.rebuild(row..<row) }
    top = window.offset(of: row) - y
  }

  mutating func load(around row: Int, for viewport: LayoutUnit) {
    window.rebuild(row..<row)
    top = .zero
    load(for: viewport)
  }

  /// Loads missing rows at both ends of the window and drops unneeded rows. The viewport keeps its
  /// position, except at the list's ends.
  mutating func load(for viewport: LayoutUnit) {
    let below = window.height - top - viewport
    let isWide = top >= Self.week && below >= Self.week
    if isWide, top <= Self.week + Self.week, below <= Self.week + Self.week { return }
    crossRows(for: viewport)
    loadAbove()
    loadBelow(for: viewport)
    if top > window.height - viewport {
      top = window.height - viewport
      loadAbove()
    }
    dropRows(for: viewport)
  }

  private mutating func loadAbove() {
    while top < Self.week, window.first > 0 { top += window.growUp(by: 1) }
    top = max(.zero, top)
  }

  private mutating func loadBelow(for viewport: LayoutUnit) {
    let count = rows.count
    while window.height - top - viewport < Self.week, window.end < count { window.growDown(by: 1) }
  }

  private mutating func dropRows(for viewport: LayoutUnit) {
    if top > Self.week + Self.week {
      var first = window.first
      while top - window.offset(of: first + 1) >= Self.week { first += 1 }
      if first > window.first { top -= window.shrinkTop(by: first - window.first) }
    }
    let bottom = top + viewport
    if window.height - bottom > Self.week + Self.week {
      var end = window.end
      while window.offset(of: end - 1) - bottom >= Self.week { end -= 1 }
      if end < window.end { window.shrinkBottom(by: window.end - end) }
    }
  }

  /// Starts a new empty window at the viewport if the viewport has left the loaded rows. Rows between the two
  /// windows are measured but not loaded.
  private mutating func crossRows(for viewport: LayoutUnit) {
    let count = rows.count
    var row = window.first
    var y = LayoutUnit.zero
    if top > window.height, window.end < count {
      row = window.end
      y = window.height
      while row < count, y <= top {
        y += rows.height(of: row)
        row += 1
      }
      rows.note(.rowsScanned, row - window.end)
    } else if top + viewport <= .zero, window.first > 0 {
      while row > 0, y >= top {
        row -= 1
        y -= rows.height(of: row)
      }
      rows.note(.rowsScanned, window.first - row)
    } else {
      return
    }
    window.rebuild(row..<row)
    top -= y
  }
}
