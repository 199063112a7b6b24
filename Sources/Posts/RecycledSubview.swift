import ListLayout
import Replaying

/// Own row views in a plain scroll view: a constant number of them, moved from one end to the other
/// so that the viewport stays in their middle.
///
/// Origin: "Infinitely scrolling tables" (MealSchedule), option 3, the code of the post.
/// Published: `PostedScrollView`, the code as it was posted. Corrected: the same number of views,
/// buffer, middle and jumps, in one pass of layout. The post's lines, what is wrong, the mend:
///
/// - `distanceFromCenter += h`: the content's height changes too, and with it the middle.
///   The middle is worked out anew for each row.
/// - `while (fabs(distanceFromCenter) > buffer)`: a high row goes too far, the next pass brings it
///   back, and so for ever. A row leaves an end only while that end has more without it than the
///   other.
/// - `if (fabs(distanceFromCenter) > buffer)`: low rows end on screen before that. An end on screen
///   is too far as well; the row that is read never leaves, and a gap above it is filled first.
/// - `adjustDayOriginsBy:` in both loops shifts all views for each row. They move once a layout, by
///   the sum.
/// - `[[MealsDateView alloc] initWithDate:]` for each row, and another is thrown away. That one is
///   used again.
/// - `changeRowHeightOfDate:by:`, `layoutMeals`: the offset stays, so what is read moves. What is
///   read stays.
/// - `CGRectGetMinX(df) != y`: compares x with y. It is y with y.
/// - `_viewFirstDateNum == 0`, `(_viewLastDateNum-1) == _maxNumberOfDays`: can be missed. It is `>`
///   and `<`, and the list's ends hold the motion.
/// - `_viewLastDateNum = _todayDateNum + _numberOfDays/2`: one more than the last row, or the last.
///   Rows are half-open ranges, so a jump reaches every row, and the first loaded one without a
///   reload.
///
/// Forced deviation: no more than N rows are ever on screen. Where rows are so low (or so many have no
/// height) that more would be, the viewport's lower part is blank, nothing moves, and the list's end
/// is found only when it is loaded. N is worked out once, from the first viewport, as the post does
/// from the device; so a viewport that grows a lot is a way to get there.
///
///     offset, row(at:)             O(1), O(log N); N / 2 heights asked for a row outside
///     scroll, layout               O(rows crossed), each asked for; O(N) when rows come or go
///     change or edit inside        O(N), the new heights asked, at most N of an insert
///     change or edit outside       O(1), O(N) row numbers
///     jump                         O(rows that enter) in the loaded rows, else N heights and those
///
/// Wins by touching nothing but the rows that enter and leave. Loses where somebody needs a global
/// offset, and where rows are low.
struct RecycledSubview<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "recycled-subview", title: "own row views, added and removed at both ends",
      origin: "Infinitely scrolling tables (MealSchedule blog), option 3", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      publishedDefect: """
        Rows higher than about 88 pt go back and forth until the layout is cut, changes above the \
        viewport move what is read, and no jump reaches the last row.
        """,
      inherentDeviation: """
        The number of views is constant, 33 for a first viewport of 844 pt and rows of 44 pt: where \
        rows are so low that more would be on screen, its lower part is blank and nothing moves.
        """,
      parameters: [extra, row])
  }

  /// The bounds that verification checks.
  static var bounds: [ScenarioBound] {
    [
      // Layouts that never come to rest are its defect, and changes that move what is read.
      ScenarioBound(.work, in: [.drag, .fling, .append], modes: [.published]),
      // Its number of views is enough for long lists whose rows it was worked out for.
      ScenarioBound(
        .none, in: .motion + [.low, .rush] + .changes + .changesBelow, needsUsualValues: true),
    ]
  }

  /// "Most date changes are going to be by a week": seven on either side.
  private static var extra: StrategyParameter {
    StrategyParameter(0, "extra", usual: 14, in: 0...100, "views more than fill the screen")
  }

  /// The post does not give it; its author sets it to the height of his rows.
  private static var row: StrategyParameter {
    StrategyParameter(
      1, "row", usual: 0, in: 0...1000, "points of DEFAULT_ROW_HEIGHT, 0 for a typical row's")
  }

  /// The post's N and its default row. Never less than two views: the first screen begins with view
  /// N / 2 - 1.
  private static func measure(_ options: LayoutOptions) -> (views: Int, row: LayoutUnit) {
    let points = options.parameters[Self.row]
    let row = points > 0 ? LayoutUnit(points: points) : options.typicalRowHeight
    let filling = (options.viewport.rawValue + row.rawValue / 2) / row.rawValue
    return (max(2, Int(filling) + options.parameters[extra]), row)
  }

  private let rows: Rows
  private let isPublished: Bool
  /// The published mode: nothing else here is used then, and in the other mode this is not.
  private var posted: PostedScrollView<Rows>
  private var content: CentredRows<Rows>
  private var strip = ViewStrip()
  /// What holds still in the next layout: a row and its y on screen; row -1 when no row has a
  /// height. Nil when the content offset says what is on screen.
  private var anchor: (row: Int, y: LayoutUnit)?
  /// A motion was applied since the last layout.
  private var isMoved = false
  private(set) var viewport: LayoutUnit
  /// The content point at the viewport's bottom when the anchor was taken down.
  private var heldBottom = LayoutUnit.zero

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    let (views, row) = Self.measure(options)
    content = CentredRows(rows: rows, capacity: views, buffer: row)
    viewport = options.viewport
    isPublished = options.mode == .published
    posted = PostedScrollView(
      rows: rows, viewport: options.viewport, numberOfDays: views, defaultRowHeight: row)
    if isPublished {
      posted.begin(at: options.start)
    } else {
      // "Today" is the row after the start: the post begins with yesterday on top.
      content.rebuild(around: options.start + 1)
      anchor = (options.start, .zero)
    }
  }

  var contentOffset: LayoutUnit { isPublished ? posted.contentOffset : content.top }
  var contentHeight: LayoutUnit { isPublished ? posted.contentHeight : content.window.height }

  // MARK: Where rows are

  func offset(of row: Int) -> LayoutUnit {
    if isPublished { return posted.offset(of: row) }
    if content.window.range.contains(row) { return content.window.offset(of: row) }
    // As published: the rows above it that would be loaded with it.
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
    guard content.window.range.contains(row) else { return }
    holdAnchor()
    content.window.heightChanged(of: row)
  }

  mutating func heightsChanged() {
    if isPublished { return posted.layoutMeals() }
    holdAnchor()
    content.window.heightsChanged()
  }

  mutating func inserted(_ new: Range<Int>) {
    if isPublished { return posted.rowsChanged(from: new.lowerBound) }
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
    if isPublished { return posted.rowsChanged(from: old.lowerBound) }
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
    if isPublished { return posted.scroll(by: distance) }
    isMoved = true
    if let held = anchor {
      anchor = (held.row, held.y - distance)
    } else {
      content.top += distance
    }
  }

  func settle() {}

  mutating func jump(to row: Int) {
    if isPublished { return posted.scrollToDate(row) }
    if !content.window.range.contains(row) { content.rebuild(around: row) }
    anchor = (row, .zero)
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    posted.viewport = height
    if !isPublished { holdAnchor() }
    viewport = height
  }

  // MARK: The frame

  mutating func layout() {
    if isPublished { return posted.layout() }
    rows.note(.layoutPasses, 1)
    let held = anchor
    if let held { content.place(max(0, held.row), at: held.y) }
    anchor = nil
    content.centre(on: viewport)
    if isMoved {
      isMoved = false
      content.top = ScrollView.offset(content.top, within: contentHeight, viewport: viewport)
    }
    strip.show(
      content.window, moving: held != nil || content.window.first != strip.first, for: rows)
  }

  func visitViews(_ body: (RowView) -> Void) {
    if isPublished { return posted.visitViews(body) }
    strip.visit(body)
  }
}

/// The rows that a corrected `RecycledSubview` has loaded, and where the viewport stands on them.
///
///              above     |<-- viewport -->|     below
///     rows  [  ][   ][  ][ ][      ][  ][    ][  ][   ][ ]     N of them, or all there are
///
/// Twice the distance between the middles of the content and of the viewport is above - below.
private struct CentredRows<Rows: RowSource> {
  private let rows: Rows
  /// N: so many rows are loaded, unless the list has fewer.
  private let capacity: Int
  /// Twice how far from each other the two middles may be.
  private let reach: LayoutUnit
  var window: RowWindow<Rows>
  /// The content point at the viewport's top.
  var top = LayoutUnit.zero

  init(rows: Rows, capacity: Int, buffer: LayoutUnit) {
    self.rows = rows
    self.capacity = capacity
    reach = buffer + buffer
    window = RowWindow(rows: rows)
  }

  /// The rows to load for one that they have not: it is in the middle, if the list's ends allow.
  func range(around row: Int) -> Range<Int> {
    let first = max(0, min(row - capacity / 2, rows.count - capacity))
    return first..<min(rows.count, first + capacity)
  }

  mutating func rebuild(around row: Int) { window.rebuild(range(around: row)) }

  /// Puts a row's top at a place on screen.
  mutating func place(_ row: Int, at y: LayoutUnit) {
    if row < window.first || row > window.end { rebuild(around: row) }
    top = window.offset(of: row) - y
  }

  /// Moves rows from one end to the other until the viewport is in their middle, and the viewport
  /// to the list's ends if it is beyond them.
  ///
  /// It comes to rest, whatever the heights are, as no move is taken back. When a row of height a
  /// leaves the top, `above - a > below` and `above - a >= 0`. The row that came at the bottom may
  /// leave again only if the rest, `below`, is more than what is above now, `above - a`, or if that
  /// is less than 0: neither is so. A row that comes at the top fills a gap there, or had
  /// `below - b > above`; it may leave only if `above >= 0` and `above > below - b` without it.
  /// Hence `moveDown` and `moveUp` together go one way, and there are only so many rows; after each
  /// of the list's ends they do once more, and that is all.
  ///
  /// A second call finds nothing to do, but for a list that is lower than the viewport and has more
  /// than N rows, some without a height: its ends are looked for again.
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

  /// Whether nothing is to be done: what most frames of a motion find.
  private func isCentred(on viewport: LayoutUnit) -> Bool {
    let below = below(viewport)
    return top >= .zero && below >= .zero && top - below <= reach && below - top <= reach
      && window.count == min(capacity, rows.count)
  }

  private func below(_ viewport: LayoutUnit) -> LayoutUnit { window.height - top - viewport }

  /// Edits have left more rows or fewer than there are views.
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

  /// From top to bottom. The rows that leave do so together: one shift, not one each.
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
      // A long way is not loaded as a whole.
      if leaving == capacity {
        top -= window.shrinkTop(by: leaving)
        leaving = 0
      }
    }
    if leaving > 0 { top -= window.shrinkTop(by: leaving) }
  }

  /// From bottom to top.
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
