import ListLayout

/// Twelve sections of rows around the viewport, shifted six at a time.
///
/// Origin: DayFlow and RSDayFlow, the calendars behind "Infinite scrolling in both directions of
/// UICollectionView with sections": now - 6 ... now + 6 months, re-dated when the reader leaves them.
/// A section is as many rows as fill a calendar month of 292 pt, counted from the window's first
/// row, so with months for rows it is one row.
/// Invariant: the window holds consecutive rows with their true heights; corrected, at least a
/// viewport of them on both sides of the screen, while the list has them.
///
/// The post shows two ways to shift and both are here. Published takes the one that runs, the
/// *reload path*: all twelve sections are laid out anew (see `SectionShift+Published`). Corrected
/// takes the one that its `#if 0` leaves out, the *batch-update path*: `deleteSections` and
/// `insertSections` ask for the heights of the new sections alone.
///
///     scroll, layout       O(v); a shift O(w)      v = rows in the viewport, w = rows in the window
///     one height, edits    O(w)                    nothing outside the window
///     jump, offset(of:)    O(1) inside; outside O(w): twelve sections around the row
///
/// Wins when only what is near is ever read. Loses when rows far away are asked for.
struct SectionShift<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "section-shift", title: "12 sections around the viewport, shifted 6 at a time",
      origin: "DayFlow, RSDayFlow (question on infinite scrolling in both directions)",
      group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        prepare: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, relayout: .constant))
  }

  let rows: Rows
  let isPublished: Bool
  /// Rows in a section.
  let sectionRows: Int
  var screen: WindowScreen<Rows>
  /// The window around a row that is asked about and not in sight.
  private var scratch: RowWindow<Rows>
  /// Something changed since the last layout.
  private var isStale = true
  /// Published: the data changed since the last layout.
  var needsReload = false

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    sectionRows = Self.rowsInMonth(of: rows)
    screen = WindowScreen(rows: rows, viewport: options.viewport, reading: options.start)
    scratch = RowWindow(rows: rows)
    screen.window.rebuild(windowRange(around: options.start))
    if isPublished { screen.contentOffset = screen.window.offset(of: options.start) }
  }

  /// As many rows as fill a month of DayFlow, by the average of the first rows; rows without a
  /// height are taken for 44 pt, and rows below 1 pt for 1 pt.
  private static func rowsInMonth(of rows: Rows) -> Int {
    let month = LayoutUnit(points: 292)
    let sample = min(64, rows.count)
    var total: Int64 = 0
    for row in 0..<sample { total += rows.height(of: row).rawValue }
    guard total > 0 else { return Int(month.rawValue / LayoutUnit(points: 44).rawValue) }
    let average = max(LayoutUnit.perPoint, total / Int64(sample))
    return max(1, Int(month.rawValue / average))
  }

  /// Six sections: as far as the window reaches to each side, and the step of a shift.
  var batch: Int { 6 * sectionRows }

  /// Twelve sections with `row` in their middle; at the list's ends they slide into the list.
  func windowRange(around row: Int) -> Range<Int> {
    let first = min(max(0, row - batch), max(0, rows.count - 2 * batch))
    return first..<min(rows.count, first + 2 * batch)
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if screen.window.range.contains(row) { return screen.window.offset(of: row) }
    scratch.rebuild(windowRange(around: row))
    return scratch.offset(of: row)
  }

  func row(at offset: LayoutUnit) -> Int { screen.row(at: offset) }

  func origin(of row: Int) -> Int {
    screen.window.range.contains(row)
      ? screen.window.first : windowRange(around: row).lowerBound
  }

  var contentOffset: LayoutUnit { screen.contentOffset }
  var contentHeight: LayoutUnit { screen.window.height }
  var viewport: LayoutUnit { screen.viewport }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    screen.heightChanged(of: row)
    dataChanged(in: row..<row + 1)
  }

  mutating func heightsChanged() {
    screen.window.heightsChanged()
    if isPublished { screen.recycleViews() }
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    screen.inserted(new)
    dataChanged(in: new)
  }

  mutating func deleted(_ old: Range<Int>) {
    dataChanged(in: old)
    screen.deleted(old)
  }

  private mutating func dataChanged(in changed: Range<Int>) {
    isStale = true
    if isPublished, changed.overlaps(screen.window.range) { needsReload = true }
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    isStale = true
    if isPublished {
      screen.contentOffset = screen.contentOffset + distance
    } else {
      screen.scroll(by: distance)
    }
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    isStale = true
    if isPublished {
      redate(around: row)
    } else {
      if !screen.window.range.contains(row) { screen.window.rebuild(windowRange(around: row)) }
      screen.read(row)
    }
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    screen.viewport = height
    isStale = true
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    if isStale {
      isStale = false
      if isPublished {
        shiftWhenOverscrolled()
      } else {
        screen.fill(
          WindowMargins(
            above: viewport, below: viewport, batchAbove: batch, batchBelow: batch,
            least: 2 * batch))
      }
    }
    screen.showRows()
  }

  func visitViews(_ body: (RowView) -> Void) { screen.strip.visit(body) }
}
