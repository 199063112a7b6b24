import ListLayout

/// A small table that is a window on the rows: re-centred and reloaded when a gesture has ended.
///
/// Origin: "Infinitely scrolling tables" (MealSchedule), option 2. The post gives neither the
/// table's size ("a couple of hundred rows" are what a `UITableView` can bear) nor an anchor rule:
/// here it has 200 rows, and the first visible one keeps its place.
/// Invariant: the table has min(n, 200) rows, or more when those do not fill the viewport; with
/// n <= 200 it is the list.
/// Forced deviation: motion stops at the table's edges until `settle`.
/// Published: a plain `UITableView`. Every change is a `reloadData` of the same row numbers at the
/// same content offset, which moves what is read; the table never grows; every settle reloads.
///
///     offset, row(at:)             O(1), O(log w); W heights asked for a row outside
///     scroll, layout               O(rows that enter)                W = 200, w = rows in the table
///     heightChanged                O(w), 1 height asked
///     settle, jump, edit inside    O(W), W heights asked
///
/// Wins when gestures are short. Loses as soon as one is longer than the table: the list sticks.
struct ReloadWindow<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "reload-window", title: "a small table as a window on the rows, reloaded on settle",
      origin: "Infinitely scrolling tables (MealSchedule blog), option 2", group: .posts,
      contentSpace: .window,
      complexity: Complexity(
        prepare: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, relayout: .constant),
      inherentDeviation: """
        Motion beyond the table's edge, some 100 rows from where the gesture began, is lost until \
        the gesture ends.
        """)
  }

  /// Rows of the table.
  private static var size: Int { 200 }
  /// Rows that the table must have out of sight at both ends, unless the list ends there.
  private static var spare: Int { size / 4 }

  private enum Reload {
    case none
    /// The same row numbers again.
    case inPlace
    /// The rows around the anchor.
    case aroundAnchor
  }

  private let rows: Rows
  private let keepsAnchor: Bool
  private var table: RowWindow<Rows>
  /// The table around a row that somebody asked for.
  private var scratch: RowWindow<Rows>
  private var strip = ViewStrip()
  private var reload = Reload.aroundAnchor
  /// What holds still in the next layout: a row and its y on screen; row -1 when no row has a
  /// height. Nil when the content offset says what is on screen.
  private var anchor: (row: Int, y: LayoutUnit)?
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  var contentHeight: LayoutUnit { table.height }

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    keepsAnchor = options.mode == .corrected
    table = RowWindow(rows: rows)
    scratch = RowWindow(rows: rows)
    anchor = (options.start, .zero)
    viewport = options.viewport
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit {
    reloadIfNeeded()
    if table.range.contains(row) { return table.offset(of: row) }
    scratch.rebuild(range(around: row))
    return scratch.offset(of: row)
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    reloadIfNeeded()
    return table.row(at: offset)
  }

  func origin(of row: Int) -> Int {
    let range = nextRange
    return range.contains(row) ? range.lowerBound : self.range(around: row).lowerBound
  }

  /// The table's rows when `row` is in the middle.
  private func range(around row: Int) -> Range<Int> { range(from: row - Self.size / 2) }

  /// The table's rows when it starts at `first`, or as near as the list's ends allow.
  private func range(from first: Int) -> Range<Int> {
    let first = max(0, min(first, rows.count - Self.size))
    return first..<min(rows.count, first + Self.size)
  }

  // MARK: Reloading

  /// The table's rows after the reload that is due.
  private var nextRange: Range<Int> {
    switch reload {
    case .none: table.range
    case .inPlace: range(from: table.first)
    case .aroundAnchor: range(around: anchor?.row ?? table.first)
    }
  }

  private mutating func reloadIfNeeded() {
    guard reload != .none else { return }
    table.rebuild(nextRange)
    strip.removeAll()
    reload = .none
  }

  /// Takes down the first visible row and its place, before something changes.
  private mutating func holdAnchor() {
    guard anchor == nil else { return }
    guard table.height > .zero else { return anchor = (-1, .zero) }
    let row = table.row(at: contentOffset)
    anchor = (row, table.offset(of: row) - contentOffset)
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    guard keepsAnchor else { return reloadInPlace() }
    guard reload == .none, table.range.contains(row) else { return }
    holdAnchor()
    table.heightChanged(of: row)
  }

  mutating func heightsChanged() {
    guard keepsAnchor else { return reloadInPlace() }
    guard reload == .none else { return }
    holdAnchor()
    table.heightsChanged()
  }

  mutating func inserted(_ new: Range<Int>) {
    guard keepsAnchor else { return reloadInPlace() }
    holdAnchor()
    if let row = anchor?.row, new.lowerBound <= row { anchor?.row = row + new.count }
    strip.inserted(new)
    guard reload == .none else { return }
    if new.lowerBound < table.first {
      table.inserted(new)
    } else if new.lowerBound <= table.end {
      reload = .aroundAnchor
    }
  }

  mutating func deleted(_ old: Range<Int>) {
    guard keepsAnchor else { return reloadInPlace() }
    holdAnchor()
    if let row = anchor?.row { anchor?.row = row - old.clamped(to: 0..<max(0, row)).count }
    strip.deleted(old)
    guard reload == .none else { return }
    if old.upperBound <= table.first {
      table.deleted(old)
    } else if old.lowerBound < table.end {
      reload = .aroundAnchor
    }
  }

  /// What `reloadData` does; a table that is due to be mapped is mapped instead.
  private mutating func reloadInPlace() {
    if reload == .none { reload = .inPlace }
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if let held = anchor {
      anchor = (held.row, held.y - distance)
      return
    }
    reloadIfNeeded()
    contentOffset = inside(contentOffset + distance)
  }

  /// Maps the visible rows to the table's middle. The corrected table stays if they are there.
  mutating func settle() {
    if reload == .inPlace { reloadIfNeeded() }
    guard reload == .none, table.height > .zero else { return }
    let row = anchor?.row ?? table.row(at: contentOffset)
    if keepsAnchor, range(around: row).lowerBound == table.first { return }
    holdAnchor()
    reload = .aroundAnchor
  }

  mutating func jump(to row: Int) {
    anchor = (row, .zero)
    reload = .aroundAnchor
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    if keepsAnchor { holdAnchor() }
    viewport = height
  }

  /// The nearest content offset at which the table fills the viewport.
  private func inside(_ offset: LayoutUnit) -> LayoutUnit {
    max(.zero, min(offset, table.height - viewport))
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    let moves = anchor != nil
    reloadIfNeeded()
    if let anchor { place(anchor) }
    contentOffset = inside(contentOffset)
    showRows(moving: moves)
  }

  /// Puts the anchor where it was on screen.
  private mutating func place(_ held: (row: Int, y: LayoutUnit)) {
    let row = max(0, held.row)
    if row < table.first || row > table.end { table.rebuild(range(around: row)) }
    contentOffset = table.offset(of: row) - held.y
    anchor = nil
    guard keepsAnchor else { return }
    growAbove()
    growBelow()
    if contentOffset > table.height - viewport {
      contentOffset = table.height - viewport
      growAbove()
    }
  }

  private mutating func growAbove() {
    while table.first > 0, table.offset(of: table.first + Self.spare) > contentOffset {
      contentOffset += table.growUp(by: min(Self.spare, table.first))
    }
    contentOffset = max(.zero, contentOffset)
  }

  private mutating func growBelow() {
    let count = rows.count
    while table.end < count,
      table.offset(of: table.end - Self.spare) < contentOffset + viewport
    {
      table.growDown(by: min(Self.spare, count - table.end))
    }
  }

  /// Binds views to the rows in the viewport; finds these from the ones of the last frame.
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
    strip.finish(before: end)
  }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}
