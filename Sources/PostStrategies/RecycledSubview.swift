import BenchReplaying
import ListLayout

/// A plain scroll view with a constant number of row views. As the user scrolls, views are moved from one end
/// of the content to the other so that the viewport stays centred.
///
/// Origin: option 3 in the post "Infinitely scrolling tables" (MealSchedule). `PostedScrollView` contains the
/// post's code, and README.md lists its defects. Corrected mode uses the same number of views and handles
/// jumps in the same way, but moves all of a frame's rows in one layout pass.
///
/// The number of views N is computed once, from the initial viewport, whereas the post computes it from the
/// device. If N rows do not fill the viewport, because they are short or the viewport has grown, the lower
/// part is blank and scrolling stops.
///
///     offset, row(at:)             O(1), O(log N); for a row outside, N / 2 heights requested
///     scroll, layout               O(rows crossed), each height requested; O(N) if rows enter or leave
///     change or edit inside        O(N); at most N new heights requested
///     change or edit outside       O(1), or O(N) if row numbers change
///     jump                         O(rows that enter) to a loaded row, else also N heights requested
///
/// Scrolling takes time only for the rows that enter or leave the window. The technique cannot compute
/// offsets from the start of the list, and short rows may not fill the screen.
struct RecycledSubview<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "recycled-subview", title: "row views without a table, added and removed at both ends",
      origin: "Infinitely scrolling tables (MealSchedule blog), option 3", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        A row taller than about twice DEFAULT_ROW_HEIGHT is repeatedly added and removed until \
        the layout is stopped. Changes above the viewport move the visible rows. No jump reaches \
        the last row.
        """,
      inherentDeviation: """
        The number of views is constant: 33 for an initial viewport of 844 pt and rows of 44 pt. \
        If the rows are so short that the screen needs more views, the lower part of the screen \
        is blank and the list cannot be scrolled.
        """,
      parameters: [extra, row])
  }

  static var bounds: [ScenarioBound] {
    let exact: [GestureScenario] = .motion + [.low, .rush] + .changes + .changesBelow
    return [
      // The published code's layout does not always settle, and changing the list moves the visible rows.
      ScenarioBound(.work, in: [.drag, .fling, .append], modes: [.published]),
      // In long lists whose rows have the expected height, the views always fill the screen, so the rows on
      // screen match the reference.
      ScenarioBound(.none, in: exact.filter { $0 != .edit }, needsUsualValues: true),
      // If rows change and the list scrolls in the same frame, the frame is laid out twice, and either layout
      // may move rows.
      ScenarioBound(.work, in: [.edit], needsUsualValues: true),
    ]
  }

  /// Number of views in addition to those needed to fill the screen. The post keeps seven extra views on each
  /// side because "most date changes are going to be by a week".
  private static var extra: StrategyParameter {
    StrategyParameter(
      0, "extra", usual: 14, in: 0...100, "views in addition to those needed to fill the screen")
  }

  /// The post's constant `DEFAULT_ROW_HEIGHT`. The post does not specify this value. An app developer would
  /// set it to the app's row height.
  private static var row: StrategyParameter {
    StrategyParameter(
      1, "row", usual: 0, in: 0...1000,
      "the post's DEFAULT_ROW_HEIGHT in points; 0 uses the typical row height")
  }

  /// Number of row views, N, and the post's default row height. The topmost view on the first screen is view
  /// N / 2 - 1, so N is at least 2.
  private static func measure(_ options: LayoutOptions) -> (views: Int, row: LayoutUnit) {
    let points = options.parameters[Self.row]
    let row = points > 0 ? LayoutUnit(points: points) : options.typicalRowHeight
    let filling = (options.viewport.rawValue + row.rawValue / 2) / row.rawValue
    return (max(2, Int(filling) + options.parameters[extra]), row)
  }

  private let rows: Rows
  private let isPublished: Bool
  private var posted: PostedScrollView<Rows>
  private var content: CentredRows<Rows>
  private var anchor: WindowAnchor<Rows>
  private var isMoved = false

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    let (views, row) = Self.measure(options)
    content = CentredRows(rows: rows, capacity: views, buffer: row)
    anchor = WindowAnchor(rows: rows, viewport: options.viewport, row: options.start)
    isPublished = options.mode == .published
    posted = PostedScrollView(
      rows: rows, viewport: options.viewport, numberOfDays: views, defaultRowHeight: row)
    if isPublished {
      posted.begin(at: options.start)
    } else {
      // "Today" is the row after the start row, because the post's list opens with yesterday at the top.
      content.rebuild(around: options.start + 1)
    }
  }

  var contentOffset: LayoutUnit { isPublished ? posted.contentOffset : content.top }
  var contentHeight: LayoutUnit { isPublished ? posted.contentHeight : content.window.height }
  var viewport: LayoutUnit { anchor.viewport }

  // MARK: Where rows are

  func offset(of row: Int) -> LayoutUnit {
    if isPublished { return posted.offset(of: row) }
    if content.window.range.contains(row) { return content.window.offset(of: row) }
    // An unloaded row's offset is the total height of the rows that would be loaded above it, as in the
    // published code.
    var y = LayoutUnit.zero
    for above in content.range(around: row).lowerBound..<row { y += rows.height(of: above) }
    return y
  }

  func row(at offset: LayoutUnit) -> Int {
    isPublished ? posted.row(at: offset) : content.window.row(at: offset)
  }

  func origin(of row: Int) -> Int {
    if isPublished { return posted.origin(of: row) }
    return content.window.range.contains(row)
      ? content.window.first : content.range(around: row).lowerBound
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    if isPublished { return posted.changeRowHeight(of: row) }
    anchor.heightChanged(of: row, in: &content.window, at: content.top)
  }

  mutating func heightsChanged() {
    if isPublished { return posted.layoutMeals() }
    anchor.heightsChanged(in: &content.window, at: content.top)
  }

  mutating func inserted(_ new: Range<Int>) {
    if isPublished { return posted.rowsChanged(from: new.lowerBound) }
    anchor.inserted(new, in: &content.window, at: content.top)
  }

  mutating func deleted(_ old: Range<Int>) {
    if isPublished { return posted.rowsChanged(from: old.lowerBound) }
    anchor.deleted(old, in: &content.window, at: content.top)
  }

  mutating func moved() { anchor.moved() }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if isPublished { return posted.scroll(by: distance) }
    if anchor.isHeld { layout() }
    isMoved = true
    content.top += distance
  }

  func settle() {}

  mutating func jump(to row: Int) {
    if isPublished { return posted.scrollToDate(row) }
    if !content.window.range.contains(row) { content.rebuild(around: row) }
    anchor.jump(to: row)
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    posted.viewport = height
    anchor.resizeViewport(to: height, over: &content.window, at: content.top)
  }

  // MARK: The frame

  mutating func layout() {
    if isPublished { return posted.layout() }
    let first = content.window.first
    let moves = anchor.isHeld
    if anchor.isStale, let (row, y) = anchor.take(in: content.window, at: content.top) {
      content.place(row, at: y)
    }
    content.centre(on: viewport)
    // Moving rows sets the content offset, so UIKit calls `layoutSubviews` again. As in the published code,
    // this second pass is counted even though it has no rows left to move.
    rows.note(.layoutPasses, content.window.first == first ? 1 : 2)
    if isMoved {
      isMoved = false
      content.top = ScrollView.offset(content.top, within: contentHeight, viewport: viewport)
    }
    anchor.strip.show(
      content.window, moving: moves || content.window.first != anchor.strip.first, for: rows)
  }

  func visitViews(_ body: (RowView) -> Void) {
    if isPublished { return posted.visitViews(body) }
    anchor.strip.visit(body)
  }
}

/// Rows loaded by `RecycledSubview` in corrected mode, and the viewport's position among them.
///
///              above     |<-- viewport -->|     below
///     rows  [  ][   ][  ][ ][      ][  ][    ][  ][   ][ ]     N rows, or the whole list
///
/// `above - below` is twice the distance between the midpoints of content and viewport.
private struct CentredRows<Rows: RowSource> {
  private let rows: Rows
  /// Maximum number of loaded rows (N). Shorter lists are loaded completely.
  private let capacity: Int
  /// Rows move only if twice the distance between the midpoints of content and viewport exceeds this limit.
  private let reach: LayoutUnit
  var window: RowWindow<Rows>
  var top = LayoutUnit.zero

  init(rows: Rows, capacity: Int, buffer: LayoutUnit) {
    self.rows = rows
    self.capacity = capacity
    reach = buffer + buffer
    window = RowWindow(rows: rows)
  }

  func range(around row: Int) -> Range<Int> {
    let first = max(0, min(row - capacity / 2, rows.count - capacity))
    return first..<min(rows.count, first + capacity)
  }

  mutating func rebuild(around row: Int) { window.rebuild(range(around: row)) }

  mutating func place(_ row: Int, at y: LayoutUnit) {
    if row < window.first || row > window.end { rebuild(around: row) }
    top = window.offset(of: row) - y
  }

  /// Moves rows from one end of the content to the other until the viewport is centred. If the viewport
  /// extends beyond an end of the list, it is moved back.
  ///
  /// The loops terminate for all heights because no move is ever undone. A row of height `a` leaves the top
  /// only if `above - a > below` and `above - a >= 0`. Under these conditions, the row that enters at the
  /// bottom cannot be moved back to the top. A row of height `b` moves from the bottom to the top only if
  /// there is a gap at the top, or if `below - b > above`. In both cases, the row that enters at the top
  /// cannot be moved back to the bottom. Each call to `moveDown` or `moveUp` therefore moves rows in one
  /// direction only. If an end of the list is reached, at most one more call is needed.
  ///
  /// Calling `centre(on:)` twice has the same effect as calling it once, with one exception. If N rows (some
  /// of height 0) do not fill the viewport and the list has more rows, the second call searches for the ends
  /// of the list again.
  mutating func centre(on viewport: LayoutUnit) {
    if isCentred(on: viewport) { return }
    refill(viewport)
    moveDown(viewport)
    moveUp(viewport)
    if window.end == rows.count, top > window.height - viewport {
      top = window.height - viewport
      moveUp(viewport)
    }
    if window.first == 0, top < .zero {
      top = .zero
      moveDown(viewport)
    }
  }

  private func isCentred(on viewport: LayoutUnit) -> Bool {
    let below = below(viewport)
    return top >= .zero && below >= .zero && top - below <= reach && below - top <= reach
      && window.count == min(capacity, rows.count)
  }

  private func below(_ viewport: LayoutUnit) -> LayoutUnit { window.height - top - viewport }

  private mutating func refill(_ viewport: LayoutUnit) {
    let wanted = min(capacity, rows.count)
    while window.count > wanted {
      let rest = top - window.height(of: window.first)
      if rest >= .zero, rest >= below(viewport) - window.height(of: window.end - 1) {
        top -= window.shrinkTop(by: 1)
      } else {
        window.shrinkBottom(by: 1)
      }
    }
    while window.count < wanted {
      if window.end < rows.count, window.first == 0 || below(viewport) <= top {
        window.growDown(by: 1)
      } else {
        top += window.growUp(by: 1)
      }
    }
  }

  /// Moves rows from the top of the content to the bottom, removing them from the top in a single shift.
  private mutating func moveDown(_ viewport: LayoutUnit) {
    let count = rows.count
    var leaving = 0
    while window.end < count {
      let first = window.first + leaving
      let above = top - window.offset(of: first)
      let below = below(viewport)
      guard below < .zero || above - below > reach else { break }
      let rest = above - window.height(of: first)
      guard rest >= .zero, rest > below else { break }
      window.growDown(by: 1)
      leaving += 1
      // Drop rows as soon as `capacity` of them have been replaced by rows at the bottom, so that a long
      // scroll does not enlarge the window.
      if leaving == capacity {
        top -= window.shrinkTop(by: leaving)
        leaving = 0
      }
    }
    if leaving > 0 { top -= window.shrinkTop(by: leaving) }
  }

  private mutating func moveUp(_ viewport: LayoutUnit) {
    while window.first > 0 {
      let below = below(viewport)
      guard top < .zero || below - top > reach else { break }
      guard top < .zero || below - window.height(of: window.end - 1) > top else { break }
      window.shrinkBottom(by: 1)
      top += window.growUp(by: 1)
    }
  }
}
