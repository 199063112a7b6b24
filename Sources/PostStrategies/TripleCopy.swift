import BenchReplaying
import ListLayout

/// A circular list whose table contains every row three times. Index paths are taken modulo the number of
/// rows. When the content offset reaches an end of the content, it is moved by the height of one or more
/// copies.
///
/// Origin: the post "UITableView Tricks, part 2: infinite scrolling", and its code in
/// bharath2020/UITableViewTricks@ca32bf0. Below, c is the height of one copy, H = 3c is the content height
/// and V is the viewport's height. In corrected mode, the content offset is always in (0, H - V] if 2c >= V.
/// If 2c < V, no two valid content offsets are a whole copy apart, so the list ends where its copies end.
/// Published mode runs the post's `resetContentOffsetIfNeeded` before each table layout.
///
///     copy         0           1           2
///              |-----------|-----------|-----------|
///     y        0           c          2c           H
///     reset at 0    ^                       ^ at H - V
///
///     open, any change         3n heights: `AllHeightsIndex` over 3n rows, 24 bytes per row
///     offset                   O(1)
///     row(at:)                 O(log n), then the remainder modulo n
///     scroll, jump, layout     one row(at:), O(v) views
///     a wrap                   a second layout pass; v views configured, because index paths differ
///                                                       n = rows, v = rows in the viewport
///
/// Use this technique only if you need a table view; `cyclic` uses less memory and wraps faster.
struct TripleCopy<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "triple-copy", title: "a table that repeats all rows three times and wraps by one copy",
      origin: "UITableView Tricks, part 2 (BBTableView)", group: .posts, topology: .circular,
      complexity: AllHeightsIndex<Rows>.descriptor.complexity,
      publishedDefect: """
        Motion past an end of the copies is lost. If row 0 is much shorter than the other rows, the \
        list stops at the ends of the copies. A list of three or four short rows never stops moving.
        """,
      inherentDeviation: """
        If the content is shorter than half the viewport, the offset cannot be wrapped, so motion \
        stops at the ends of the copies. If all copies together are shorter than the viewport, \
        the rest of the viewport is blank.
        """,
      parameters: [copies, guardParameter])
  }

  static var bounds: [ScenarioBound] {
    [
      // Published mode matches the reference in the middle of a long list. Corrected mode matches the
      // reference if a copy is at least half as tall as the viewport. If a copy is shorter than that,
      // scrolling stops at the ends of the content.
      ScenarioBound(.none, in: [.drag, .fling, .jump] + .changesBelow, modes: [.published]),
      ScenarioBound(.none, in: .circular),
      ScenarioBound(.content, in: .odd),
    ]
  }

  /// The post repeats the rows by "a factor of 3". The list is circular if all copies but one are together at
  /// least as tall as the viewport.
  private static var copies: StrategyParameter {
    StrategyParameter(0, "copies", usual: 3, in: 2...9, "copies of each row in the table")
  }

  /// Whether to leave the offset alone while too few rows are visible, as the code in the post's repository
  /// does. The post itself does not mention this guard.
  private static var guardParameter: StrategyParameter {
    StrategyParameter(
      1, "guard", usual: 1, in: 0...1,
      "1 enables the guard from the post's repository (published mode only)")
  }

  private let rows: Rows
  private let copies: Int
  private let isGuarded: Bool
  private let isPublished: Bool
  private var index: AllHeightsIndex<CopiedRows<Rows>>
  private var strip = ViewStrip()
  private var scrollView: ScrollView
  var viewport: LayoutUnit { scrollView.viewport }
  private(set) var contentOffset: LayoutUnit {
    get { scrollView.contentOffset }
    set { scrollView.contentOffset = newValue }
  }
  private(set) var contentHeight = LayoutUnit.zero

  /// First visible row, or row -1 while all rows have height 0. `anchorCopy` is the copy that contains this
  /// row. The anchor is used only in corrected mode.
  private var anchor = ScreenAnchor(row: -1, y: .zero)
  private var anchorCopy = 0
  /// Whether rows have changed since the last layout. If so, the next motion or layout must first restore the
  /// anchor row's position on screen.
  private var isStale = false

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    copies = options.parameters[Self.copies]
    isGuarded = options.parameters[Self.guardParameter] == 1
    index = AllHeightsIndex(rows: CopiedRows(rows, times: copies))
    scrollView = ScrollView(viewport: options.viewport)
    scrollView.contentOffset = index.offset(of: options.start)
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit { index.offset(of: row) }

  mutating func row(at offset: LayoutUnit) -> Int {
    let count = rows.count
    return count > 0 ? index.row(at: offset.wrapped(around: index.total())) % count : 0
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    anchor.heightChanged(of: row)
    reload()
  }

  mutating func heightsChanged() {
    anchor.heightsChanged()
    reload()
  }

  private mutating func reload() {
    index.heightsChanged()
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    anchor.inserted(new)
    reloadRows()
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    anchor.deleted(old)
    reloadRows()
    strip.deleted(old)
  }

  mutating func moved() { strip.moved() }

  private mutating func reloadRows() {
    reload()
    strip.scatter()
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if !isPublished { takeChanges() }
    scrollView.move(by: distance)
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    contentOffset = index.offset(of: row)
    isStale = false
  }

  mutating func resizeViewport(to height: LayoutUnit) { scrollView.viewport = height }

  // MARK: The frame

  mutating func layout() {
    if isPublished {
      contentHeight = index.total()
      resetAsPublished()
      show()
    } else {
      takeChanges()
      contentHeight = index.total()
      putBack()
      scrollView.rest(over: contentHeight)
      takeAnchor(show())
    }
  }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }

  @discardableResult
  private mutating func show() -> Int {
    strip.takeChanges()
    let top = max(.zero, contentOffset)
    let bottom = min(contentOffset + viewport, contentHeight)
    guard top < bottom else {
      strip.removeAll()
      return -1
    }
    let count = rows.count
    let first = index.row(at: top)
    var tableRow = first
    var row = first % count
    var y = index.offset(of: first)
    strip.begin(at: first)
    while y < bottom {
      let height = index.height(of: tableRow)
      strip.place(tableRow, showing: row, y: y, height: height, for: rows)
      y = y + height
      tableRow += 1
      row += 1
      if row == count { row = 0 }
    }
    strip.finish(before: tableRow, for: rows)
    return first
  }
}

// MARK: - Corrected

extension TripleCopy {
  /// If the content offset is at an end of the content, moves it by whole copies, which triggers a second
  /// layout pass.
  private mutating func putBack() {
    let copy = contentHeight.rawValue / Int64(copies)
    let last = (contentHeight - viewport).rawValue
    guard last >= copy else { return rows.note(.layoutPasses, 1) }
    var offset = contentOffset.rawValue
    if offset <= 0 {
      offset += (-offset / copy + 1) * copy
    } else if offset >= last {
      offset -= ((offset - last) / copy + 1) * copy
      // If two copies are exactly as tall as the viewport, both ends of the content show the same rows, and a
      // reset at either end would just jump to the other.
      if offset <= 0 { offset = last }
    }
    rows.note(.layoutPasses, offset == contentOffset.rawValue ? 1 : 2)
    contentOffset = LayoutUnit(rawValue: offset)
  }

  private mutating func takeAnchor(_ first: Int) {
    guard first >= 0 else {
      anchorCopy = 0
      return anchor = ScreenAnchor(row: -1, y: .zero)
    }
    let row = first % rows.count
    anchorCopy = first / rows.count
    anchor = ScreenAnchor(row: row, y: index.offset(of: first) - contentOffset)
  }

  private mutating func takeChanges() {
    guard isStale else { return }
    isStale = false
    guard !isPublished else { return }
    keepAnchor()
    // `anchor.row` may equal the number of rows if the last rows were deleted.
    contentOffset = index.offset(of: anchorCopy * rows.count + max(0, anchor.row)) - anchor.y
  }

  /// Picks another anchor row if, after changes, the current one would no longer be visible.
  private mutating func keepAnchor() {
    if anchor.isKept(height: { index.height(of: $0) }) { return }
    let (strip, viewport, count) = (self.strip, self.viewport, rows.count)
    let kept = strip.anchor(
      from: contentOffset, rowCount: count, viewport: viewport, isCircular: true
    ) { index.height(of: $0) }
    guard let kept else { return }
    if kept.row < anchor.row, anchorCopy < copies - 1 { anchorCopy += 1 }
    (anchor.row, anchor.y) = kept
  }
}

// MARK: - Published

/// `resetContentOffsetIfNeeded` runs before each table layout, at a content offset that may be beyond an end
/// of the content. If too few rows are visible there, the guard prevents the reset and the content bounces
/// back to its end. In either case, the table is laid out again. If two copies are not taller than the
/// viewport, the resets would never end, so the model stops after 100 layout passes. `rowHeight` is the
/// height of row 0.
extension TripleCopy {
  private static var maxPasses: Int { 100 }

  private mutating func resetAsPublished() {
    // A `UITableView` clamps the content offset to the valid range after a change or a jump.
    if !scrollView.isMoved { scrollView.rest(over: contentHeight) }
    var passes = 0
    var isSet = true
    while isSet, passes < Self.maxPasses {
      isSet = resetContentOffset() || scrollView.rest(over: contentHeight)
      passes += 1
    }
    rows.note(.layoutPasses, passes)
    guard isSet else { return }
    rows.note(.layoutsCut, 1)
    scrollView.rest(over: contentHeight)
  }

  private mutating func resetContentOffset() -> Bool {
    guard contentHeight > .zero else { return false }
    if isGuarded {
      let rowHeight = index.height(of: 0)
      // With a row height of 0, V / rowHeight is infinite, so it exceeds the number of visible rows.
      guard rowHeight > .zero else { return false }
      guard viewport.rawValue / rowHeight.rawValue <= visibleCount() else { return false }
    }
    let second = LayoutUnit(rawValue: contentHeight.rawValue / Int64(copies))
    if contentOffset <= .zero {
      contentOffset = second
    } else if contentOffset >= contentHeight - viewport {
      contentOffset = second - viewport
    } else {
      return false
    }
    return true
  }

  /// Returns `indexPathsForVisibleRows.count`, which includes zero-height rows between visible ones.
  private mutating func visibleCount() -> Int {
    let top = max(.zero, contentOffset)
    let bottom = min(contentOffset + viewport, contentHeight)
    guard top < bottom else { return 0 }
    return index.row(at: bottom - LayoutUnit(rawValue: 1 as Int64)) - index.row(at: top) + 1
  }
}

// MARK: - Copied rows

struct CopiedRows<Rows: RowSource>: RowSource {
  private let rows: Rows
  private let copies: Int

  init(_ rows: Rows, times copies: Int) {
    self.rows = rows
    self.copies = copies
  }

  var count: Int { rows.count * copies }
  func height(of row: Int) -> LayoutUnit { rows.height(of: row % rows.count) }
  func note(_ work: Work, _ amount: Int) { rows.note(work, amount) }
}
