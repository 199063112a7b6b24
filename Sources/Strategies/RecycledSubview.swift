import ListLayout

/// Own row views in a plain scroll view, added and removed at both ends as it scrolls.
///
/// Origin: "Infinitely scrolling tables" (MealSchedule), option 3, the code of the post.
/// Invariant: the loaded rows reach at least a week of rows (7 x 44 pt) beyond the viewport at both
/// ends, or to the list's end. At most two weeks stay, or one row that is higher.
/// Published: `PostedScrollView`, the code as it was posted.
///
///     offset, row(at:)             O(1), O(log w); a window is loaded for a row outside
///     scroll, layout               O(1); O(w) when rows come or go above    w = loaded rows
///     change or edit inside        O(w), the new heights asked, at most w of an insert
///     change or edit outside       O(1), O(w) row numbers
///     jump                         O(w)
///
/// Wins by touching nothing but the rows that enter and leave. Loses where somebody needs a global
/// offset: there is none.
struct RecycledSubview<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "recycled-subview", title: "own row views, added and removed at both ends",
      origin: "Infinitely scrolling tables (MealSchedule blog), option 3", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        prepare: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, relayout: .constant))
  }

  private let rows: Rows
  private let isPublished: Bool
  /// The published mode: nothing else here is used then, and in the other mode this is not.
  private var posted: PostedScrollView<Rows>
  private var content: LoadedRows<Rows>
  /// The rows that would be loaded around a row that somebody asked for.
  private var scratch: LoadedRows<Rows>
  private var strip = ViewStrip()
  /// What holds still in the next layout: a row and its y on screen; row -1 when no row has a
  /// height. Nil when the content offset says what is on screen.
  private var anchor: (row: Int, y: LayoutUnit)?
  private(set) var viewport: LayoutUnit

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    content = LoadedRows(rows: rows)
    scratch = content
    viewport = options.viewport
    anchor = (options.start, .zero)
    isPublished = options.mode == .published
    posted = PostedScrollView(rows: rows, viewport: options.viewport)
    if isPublished { posted.begin(at: options.start) }
  }

  var contentOffset: LayoutUnit { isPublished ? posted.contentOffset : content.top }
  var contentHeight: LayoutUnit { isPublished ? posted.contentHeight : content.window.height }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    if isPublished { return posted.offset(of: row) }
    if content.window.range.contains(row) { return content.window.offset(of: row) }
    scratch.load(around: row, for: viewport)
    return scratch.window.offset(of: row)
  }

  func row(at offset: LayoutUnit) -> Int {
    isPublished ? posted.row(at: offset) : content.window.row(at: offset)
  }

  func origin(of row: Int) -> Int {
    if isPublished { return posted.origin(of: row) }
    if content.window.range.contains(row) { return content.window.first }
    var around = scratch
    around.load(around: row, for: viewport)
    return around.window.first
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
    content.inserted(new, aboveAnchor: goesAbove)
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    if isPublished { return posted.rowsChanged(from: old.lowerBound) }
    guard old.lowerBound < content.window.end || anchor != nil else { return }
    holdAnchor()
    if let row = anchor?.row { anchor?.row = row - old.clamped(to: 0..<max(0, row)).count }
    content.window.deleted(old)
    strip.deleted(old)
  }

  /// Takes down the first visible row and its place, before something changes.
  private mutating func holdAnchor() {
    guard anchor == nil else { return }
    guard content.window.height > .zero else { return anchor = (-1, .zero) }
    let row = content.window.row(at: content.top)
    anchor = (row, content.window.offset(of: row) - content.top)
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if isPublished { return posted.scroll(by: distance) }
    if let held = anchor { anchor = (held.row, held.y - distance) } else { content.top += distance }
  }

  func settle() {}

  mutating func jump(to row: Int) {
    if isPublished { return posted.scrollToDate(row) }
    anchor = (row, .zero)
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    posted.viewport = height
    viewport = height
  }

  // MARK: The frame

  mutating func layout() {
    if isPublished { return posted.layout() }
    rows.note(.layoutPasses, 1)
    let held = anchor
    if let held { content.place(max(0, held.row), at: held.y) }
    anchor = nil
    content.load(for: viewport)
    showRows(moving: held != nil || content.window.first != strip.first)
  }

  /// Binds views to all loaded rows.
  private mutating func showRows(moving: Bool) {
    let loaded = content.window.range
    if !moving, loaded.upperBound == strip.end { return }
    // First the views that leave at either end, so that they can come back at the other.
    strip.finish(before: loaded.upperBound)
    strip.begin(at: loaded.lowerBound)
    for row in (moving ? loaded.lowerBound : strip.end)..<loaded.upperBound {
      strip.place(
        row, showing: row, y: content.window.offset(of: row),
        height: content.window.height(of: row), for: rows)
    }
    strip.finish(before: loaded.upperBound)
  }

  func visitViews(_ body: (RowView) -> Void) {
    if isPublished { return posted.visitViews(body) }
    strip.visit(body)
  }
}
