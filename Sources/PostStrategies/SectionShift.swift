import BenchReplaying
import ListLayout

/// A window of twelve sections around the viewport, which shifts when the user scrolls beyond either end.
///
/// Origin: the answer about RSDayFlow (post 003), a calendar that shows twelve months, six on each side of
/// the date. In the post, scrolling beyond an end shifts the calendar: "So we punt 6 months at a time"
/// (003:132). `step` sets the number of months per shift. Each section contains enough rows to be at least as
/// tall as a calendar month (292 pt). Invariant: the window contains twelve sections of consecutive rows, or
/// the whole list.
///
/// `path` selects how the window is shifted:
///
/// - 0 reloads the collection view (003:245), which lays out all twelve sections and reconfigures every view.
/// - 1 uses batch updates (003:205), which the post disables with `#if 0`. `deleteSections` and
///   `insertSections` request heights only for the new sections and keep the other views. According to the
///   post, this "trips up the collection view a bit", which is not modelled.
///
/// Near an end of the list, the window shifts only by the number of rows that remain. README.md lists the
/// published code's defects.
///
/// The number of rows per section depends on the heights of the list's first rows. If later rows are shorter,
/// twelve sections may not fill the screen. In that case, the lower part of the screen is blank, and
/// scrolling stops at the ends of the sections. In a calendar, six months are always taller than the screen.
///
///     scroll, layout       O(v); a shift O(w)      v = rows in the viewport, w = rows in the window
///     one height, edits    O(w)                    O(1) for rows outside the window
///     jump                 O(w)                    lays out twelve sections around the row
///     offset(of:)          O(1) inside the window; outside O(w)
///
/// Use this technique if users scroll only to nearby rows. Looking up the offsets of distant rows is slow.
struct SectionShift<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "section-shift", title: "12 sections around the viewport, shifted when overscrolled",
      origin: "DayFlow, RSDayFlow (question on infinite scrolling in both directions)",
      group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        If a frame scrolls by several months, the content moves too little or too far. Changes above \
        the screen move the visible rows. Scrolling gets stuck at consecutive rows of height 0.
        """,
      inherentDeviation: """
        Twelve sections may not fill the screen if their rows are shorter than the first rows of the \
        list. The lower part of the screen is then blank, and motion stops at the ends of the sections.
        """,
      parameters: [stepParameter, pathParameter])
  }

  static var bounds: [ScenarioBound] {
    [
      // The section size is based on the heights of the list's first rows. In the long lists used in these
      // scenarios, the remaining rows are about as tall as the first ones.
      ScenarioBound(.none, in: .motion + [.rush] + .changes + .changesBelow),
      ScenarioBound(.content, in: .odd),
      // Six sections are taller than both the screen and the distance scrolled in a frame.
      ScenarioBound(
        .none, in: [.drag, .fling, .jump, .prepend] + .changesBelow, modes: [.published],
        needsUsualValues: true),
    ]
  }

  private static var stepParameter: StrategyParameter {
    StrategyParameter(0, "step", usual: 6, in: 1...12, "sections per shift")
  }

  private static var pathParameter: StrategyParameter {
    StrategyParameter(
      1, "path", usual: 0, in: 0...1, "how to shift sections: 0 reloads, 1 uses batch updates")
  }

  /// Number of sections on each side of the target date in a newly laid out window.
  private static var side: Int { 6 }

  private let rows: Rows
  private let isPublished: Bool
  private let step: Int
  private let usesBatchUpdates: Bool
  let sectionRows: Int
  private var screen: WindowScreen<Rows>
  /// Temporary window that `offset(of:)` uses to look up rows outside the window on screen.
  private var scratch: RowWindow<Rows>
  private var isStale = true
  private var needsReload = false
  /// Whether the next layout recycles every view because all heights changed. The old views still determine
  /// the anchor, so they are kept until that layout.
  private var needsViews = false
  /// Whether UIKit has thrown an exception and terminated the app, which happens only in published mode with
  /// batch updates.
  private var hasThrown = false

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    step = options.parameters[Self.stepParameter]
    usesBatchUpdates = options.parameters[Self.pathParameter] == 1
    sectionRows = Self.rowsInMonth(of: rows)
    screen = WindowScreen(rows: rows, viewport: options.viewport, reading: options.start)
    scratch = RowWindow(rows: rows)
    screen.window.rebuild(range(around: options.start))
    if isPublished { screen.contentOffset = screen.window.offset(of: options.start) }
  }

  /// Number of rows needed to fill a DayFlow month, based on the average height of the first rows. The number
  /// is rounded up because otherwise six sections could be shorter than the viewport, and the content would
  /// jump. An average height of 0 is treated as 44 pt, and any other average below 1 pt is treated as 1 pt.
  ///
  /// DayFlow gets this number from its calendar, so these height requests are not counted as work.
  private static func rowsInMonth(of rows: Rows) -> Int {
    let month = LayoutUnit(points: 292).rawValue
    let sample = min(64, rows.count)
    var total: Int64 = 0
    for row in 0..<sample { total += rows.height(of: row).rawValue }
    rows.note(.heightsAsked, -sample)
    let (count, height) =
      total > 0
      ? (Int64(sample), max(total, Int64(sample) * LayoutUnit.perPoint))
      : (1, LayoutUnit(points: 44).rawValue)
    return Int((month * count + height - 1) / height)
  }

  private func range(from first: Int) -> Range<Int> {
    first..<min(rows.count, first + 2 * Self.side * sectionRows)
  }

  private func range(around row: Int) -> Range<Int> {
    let side = Self.side * sectionRows
    return range(from: min(max(0, row - side), max(0, rows.count - 2 * side)))
  }

  private func sectionStart(of row: Int) -> Int {
    row - (row - screen.window.first) % sectionRows
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if screen.window.range.contains(row) { return screen.window.offset(of: row) }
    scratch.rebuild(range(around: row))
    return scratch.offset(of: row)
  }

  func row(at offset: LayoutUnit) -> Int { screen.row(at: offset) }

  func origin(of row: Int) -> Int {
    screen.window.range.contains(row) ? screen.window.first : range(around: row).lowerBound
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
    screen.heightsChanged()
    isStale = true
    needsViews = true
  }

  mutating func inserted(_ new: Range<Int>) {
    screen.inserted(new)
    dataChanged(in: new)
  }

  mutating func deleted(_ old: Range<Int>) {
    dataChanged(in: old)
    screen.deleted(old)
  }

  mutating func moved() { screen.moved() }

  private mutating func dataChanged(in changed: Range<Int>) {
    isStale = true
    if changed.overlaps(screen.window.range) { needsReload = true }
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    isStale = true
    if isPublished {
      screen.contentOffset = screen.contentOffset + distance
    } else {
      screen.keepAnchor()
      screen.scroll(by: distance)
    }
  }

  mutating func settle() {}

  /// RSDayFlow's `scrollToDate:animated:` lays out six sections on each side of the date, even if the date is
  /// on screen.
  mutating func jump(to row: Int) {
    isStale = true
    reload(range(around: row))
    screen.contentOffset = screen.window.offset(of: row)
    screen.read(row)
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    screen.viewport = height
    isStale = true
  }

  // MARK: The frame

  mutating func layout() {
    if isPublished { screen.takeChanges() } else { screen.keepAnchor() }
    if needsViews { screen.recycleViews() }
    needsViews = false
    let passes = isStale ? isPublished ? passUntilAtRest() : shiftUntilInside() : 1
    isStale = false
    rows.note(.layoutPasses, passes)
    if hasThrown { screen.recycleViews() } else { screen.showRows() }
  }

  func visitViews(_ body: (RowView) -> Void) { screen.strip.visit(body) }

  // MARK: Both methods to shift

  private mutating func shift(to first: Int) {
    let range = range(from: first)
    if usesBatchUpdates {
      update(to: range)
    } else {
      reload(range)
    }
  }

  private mutating func reload(_ range: Range<Int>) {
    screen.window.rebuild(range)
    screen.recycleViews()
    needsReload = false
  }

  private mutating func update(to range: Range<Int>) {
    let leaving = max(0, range.lowerBound - screen.window.first)
    screen.window.shrinkTop(by: min(leaving, screen.window.count))
    screen.window.shrinkBottom(by: max(0, screen.window.end - range.upperBound))
    screen.window.growUp(by: max(0, screen.window.first - range.lowerBound))
    screen.window.growDown(by: max(0, range.upperBound - screen.window.end))
  }
}

// MARK: - Corrected

/// In this extension, y coordinates are in the window's content space. `top` is the intended top of the
/// viewport, which may be outside the window until a layout pass ends.
extension SectionShift {
  /// Runs `layoutSubviews` up to the point where cells are placed.
  ///
  /// - Returns: the number of layout passes: 2 if the window shifted, because a shift sets the offset, and 1
  ///   otherwise.
  private mutating func shiftUntilInside() -> Int {
    var top = screen.anchoredTop
    let sections = min(rows.count, 2 * Self.side * sectionRows)
    if needsReload || screen.window.count != sections { reloadSections(&top) }
    var last: Int?
    while let direction = overscroll(&top) {
      let distance = direction < 0 ? distanceUp(from: top) : distanceDown(from: top)
      // Stop if twelve sections do not fill the screen, or if every row in the list has height 0.
      guard distance > 0, last != -direction else { break }
      let first = screen.window.first
      if direction < 0 {
        shift(to: first - distance)
        top = top + screen.window.offset(of: first)
      } else {
        top = top - screen.window.offset(of: first + distance)
        shift(to: first + distance)
      }
      last = direction
    }
    screen.place(
      at: ScrollView.offset(top, within: screen.window.height, viewport: viewport))
    return last == nil ? 1 : 2
  }

  /// Stops the motion at the list's ends and returns the direction in which to shift the window: -1 towards
  /// earlier rows, 1 towards later rows, or nil if no shift is needed.
  private func overscroll(_ top: inout LayoutUnit) -> Int? {
    let last = screen.window.height - viewport
    if top > last, screen.window.end == rows.count { top = last }
    if top < .zero {
      if screen.window.first > 0 { return -1 }
      top = .zero
    }
    return top > last && screen.window.end < rows.count ? 1 : nil
  }

  /// Number of rows by which to move the window up. The window moves by a whole step unless that would push a
  /// visible section out of it.
  private func distanceUp(from top: LayoutUnit) -> Int {
    let window = screen.window
    let distance = min(step * sectionRows, window.first)
    let bottom = top + viewport
    guard bottom > .zero else { return distance }
    let lowest = window.row(at: bottom - LayoutUnit(rawValue: Int64(1)))
    return min(distance, max(0, window.end - (sectionStart(of: lowest) + sectionRows)))
  }

  private func distanceDown(from top: LayoutUnit) -> Int {
    let window = screen.window
    let distance = min(step * sectionRows, rows.count - window.end)
    guard top < window.height else { return distance }
    return min(distance, sectionStart(of: window.row(at: top)) - window.first)
  }

  /// Reloads the sections after a change. The window starts with the same row as before, and `top` stays at
  /// the same row.
  private mutating func reloadSections(_ top: inout LayoutUnit) {
    let first = screen.window.first
    reload(range(from: min(first, max(0, rows.count - 2 * Self.side * sectionRows))))
    top = top + screen.window.offset(of: first)
  }
}

// MARK: - Published

/// A layout pass is one call to RSDayFlow's `layoutSubviews` after the content has moved, possibly beyond the
/// window's edge. Each pass checks both ends of the window, shifts the window at most once per check, and
/// then places the cells. Another pass follows if the content offset changes (003:257), up to 100 passes in
/// this model.
extension SectionShift {
  private static var maxPasses: Int { 100 }

  private mutating func passUntilAtRest() -> Int {
    if needsReload { reloadChanged() }
    var passes = 0
    var isSet = true
    while isSet, passes < Self.maxPasses {
      let before = (screen.contentOffset, screen.window.first)
      shiftOnceATest()
      isSet = !hasThrown && before != (screen.contentOffset, screen.window.first)
      if isSet { showOverscrolled() } else { isSet = rest() }
      passes += 1
    }
    if isSet {
      rows.note(.layoutsCut, 1)
      rest()
    }
    return passes
  }

  @discardableResult
  private mutating func rest() -> Bool {
    let before = screen.contentOffset
    screen.contentOffset = ScrollView.offset(
      before, within: screen.window.height, viewport: viewport)
    return screen.contentOffset != before
  }

  private mutating func showOverscrolled() {
    if screen.contentOffset < screen.window.height {
      screen.showRows()
    } else {
      screen.recycleViews()
    }
  }

  private mutating func shiftOnceATest() {
    if screen.contentOffset < .zero {
      shiftDates(by: -min(step * sectionRows, screen.window.first))
    }
    if screen.contentOffset > screen.window.height - viewport {
      shiftDates(by: min(step * sectionRows, rows.count - screen.window.end))
    }
  }

  /// `shiftDatesByComponents:`.
  ///
  /// UIKit's `visibleCells` contains the last frame's cells in no particular order. The model assumes that
  /// the first of these cells is in the middle of the screen, because the top cell would be the best case in
  /// one direction and the worst in the other. The choice of this cell matters only if a visible section
  /// leaves the window. After a reload there are no visible cells, so the reload path shifts the window only
  /// once per pass.
  private mutating func shiftDates(by distance: Int) {
    let window = screen.window.range
    let visible = (screen.strip.first..<screen.strip.end).clamped(to: window)
    guard distance != 0, !visible.isEmpty else { return }
    // UIKit throws because the code inserts the new sections after the twelfth section when only six are
    // left.
    hasThrown = hasThrown || usesBatchUpdates && distance > 0
    if hasThrown { return }
    let item = sectionStart(of: visible.lowerBound + visible.count / 2)
    let before = screen.window.offset(of: item)
    shift(to: window.lowerBound + distance)
    // UIKit returns nil layout attributes for a section outside the window, so the section's frame is zero.
    let after = screen.window.range.contains(item) ? screen.window.offset(of: item) : .zero
    screen.contentOffset = screen.contentOffset + (after - before)
  }

  /// Models `reloadData` after a change. Afterwards, the window starts at the same row as before, or contains
  /// the list's last sections if that row no longer exists.
  private mutating func reloadChanged() {
    let first = screen.window.first
    reload(first < rows.count ? range(from: first) : range(around: rows.count))
  }
}
