import ListLayout

/// A window of own row views that grows and shrinks at both ends as the list scrolls.
///
/// Origin: the mend that one would make to option 3 of "Infinitely scrolling tables" if its number
/// of views were free: overscan in points and hysteresis, as in RecyclerView and the virtualised
/// lists of the web (react-window, TanStack Virtual).
/// Better than the post's constant number of views around the middle (`RecycledSubview`): as many
/// rows are loaded as the viewport needs, however low or high they are, so nothing is ever blank;
/// rows are dropped later than they were loaded, so motion to and fro over a place asks for nothing
/// twice; and a viewport that has left the loaded rows does not load those on its way.
/// Invariant: the loaded rows reach at least a week of rows (7 x 44 pt) beyond the viewport at both
/// ends, or to the list's end. At most two weeks stay, or one row that is higher.
///
///     offset, row(at:)             O(1), O(log w); a window is loaded for a row outside
///     scroll, layout               O(1); O(w) when rows come or go above    w = loaded rows
///     change or edit inside        O(w), the new heights asked, at most w of an insert
///     change or edit outside       O(1), O(w) row numbers
///     jump                         O(w)
///
/// Wins by touching nothing but the rows that enter and leave. Loses where somebody needs a global
/// offset: there is none.
struct SlidingWindow<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "sliding-window", title: "as many own row views as the viewport and a margin need",
      origin:
        "overscan with hysteresis, as in RecyclerView; after option 3 of the MealSchedule blog",
      group: .ours, contentSpace: .window, modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant))
  }

  private let rows: Rows
  private var content: LoadedRows<Rows>
  /// The rows that would be loaded around a row that somebody asked for.
  private var scratch: LoadedRows<Rows>
  private var strip = ViewStrip()
  /// What holds still in the next layout: a row and its y on screen; row -1 when no row has a
  /// height. Nil when the content offset says what is on screen.
  private var anchor: (row: Int, y: LayoutUnit)?
  private(set) var viewport: LayoutUnit
  /// The content point at the viewport's bottom when the anchor was taken down.
  private var heldBottom = LayoutUnit.zero

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    content = LoadedRows(rows: rows)
    scratch = content
    viewport = options.viewport
    anchor = (options.start, .zero)
  }

  var contentOffset: LayoutUnit { content.top }
  var contentHeight: LayoutUnit { content.window.height }

  // MARK: Where rows are

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
    guard content.window.range.contains(row) else { return }
    holdAnchor()
    content.window.heightChanged(of: row)
  }

  mutating func heightsChanged() {
    holdAnchor()
    content.window.heightsChanged()
  }

  mutating func inserted(_ new: Range<Int>) {
    guard new.lowerBound < content.window.end || anchor != nil else { return }
    holdAnchor()
    var goesAbove = false
    if let row = anchor?.row, new.lowerBound <= row {
      anchor?.row = row + new.count
      goesAbove = true
    }
    content.window.inserted(new, aboveAnchor: goesAbove)
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    guard old.lowerBound < content.window.end || anchor != nil else { return }
    holdAnchor()
    if let held = anchor {
      anchor = strip.anchor(
        held, afterDeleting: old, of: rows.count, from: content.top, to: heldBottom)
    }
    content.window.deleted(old)
    strip.deleted(old)
  }

  /// Takes down the first visible row and its place, before something changes.
  private mutating func holdAnchor() {
    guard anchor == nil else { return }
    heldBottom = content.top + viewport
    guard content.window.height > .zero else { return anchor = (-1, .zero) }
    let row = content.window.row(at: content.top)
    anchor = (row, content.window.offset(of: row) - content.top)
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if let held = anchor { anchor = (held.row, held.y - distance) } else { content.top += distance }
  }

  func settle() {}

  mutating func jump(to row: Int) {
    anchor = (row, .zero)
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    holdAnchor()
    viewport = height
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    let held = anchor
    if let held { content.place(max(0, held.row), at: held.y) }
    anchor = nil
    content.load(for: viewport)
    strip.show(
      content.window, moving: held != nil || content.window.first != strip.first, for: rows)
  }

  func visitViews(_ body: (RowView) -> Void) {
    strip.visit(body)
  }
}

/// The rows that a `SlidingWindow` has loaded, and where the viewport stands on them.
///
///                  |<--------- viewport --------->|
///     rows  ...[  ][     ][   ][       ][  ][   ][  ][     ]...
///         week or more                              week or more
///
/// A row is added while less than `week` is loaded beyond the viewport's end. Rows are dropped
/// when more than two are, as many as leave one. So a second pass finds nothing to do, and motion
/// back and forth over an edge loads nothing twice.
private struct LoadedRows<Rows: RowSource> {
  /// The post's "week either side", of the rows of 44 pt that it takes for the default.
  private static var week: LayoutUnit { LayoutUnit(points: 7 * 44) }

  private let rows: Rows
  var window: RowWindow<Rows>
  /// The content point at the viewport's top.
  var top = LayoutUnit.zero

  init(rows: Rows) {
    self.rows = rows
    window = RowWindow(rows: rows)
  }

  /// Puts a row's top at a place on screen.
  mutating func place(_ row: Int, at y: LayoutUnit) {
    if row < window.first || row > window.end { window.rebuild(row..<row) }
    top = window.offset(of: row) - y
  }

  /// Loads the rows for a viewport that has a row on top.
  mutating func load(around row: Int, for viewport: LayoutUnit) {
    window.rebuild(row..<row)
    top = .zero
    load(for: viewport)
  }

  /// Loads what is missing at both ends and drops what is too much; the viewport stays where it is
  /// but for the list's ends.
  mutating func load(for viewport: LayoutUnit) {
    let below = window.height - top - viewport
    // What most frames of a motion find.
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

  /// A viewport that left the loaded rows crosses the rows on its way without loading them, and
  /// begins anew where it arrives.
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
