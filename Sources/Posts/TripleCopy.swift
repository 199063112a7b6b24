import ListLayout
import Replaying

/// A circular list from copies: a table has every row three times, its content offset is moved by
/// whole copies at the content's ends, and index paths are taken modulo the count.
///
/// Origin: "UITableView Tricks, part 2: infinite scrolling", bharath2020/UITableViewTricks@ca32bf0.
/// Invariant (corrected), where 2c >= V: the offset is in (0, H - V]; c = the height of one copy, H = 3c,
/// V = the viewport's height. Lower content has no offset a copy away: the list ends where its copies end.
/// Published: `resetContentOffsetIfNeeded`, which runs before each layout of the table.
///
///     the post                  defect                                    fix
///     y <= 0: y = H/3           motion beyond the end is lost             y + c
///     y >= H-V: y = H/3 - V     the same, and a jump where c < V          y - c
///     not where fewer rows      a fast fling stalls at the end;           not where H - V < c
///     than V / rowHeight are    where 2c <= V each end leads to the
///     visible                   other, repeatedly
///     reloadData                the offset stays, what is read moves      the first row stays
///
///     copy         0           1           2
///              |-----------|-----------|-----------|
///     y        0           c          2c           H
///     put back at 0 ^                       ^ at H - V
///
///     open, any change         3n heights asked: `AllHeightsIndex` over 3n rows, 24 bytes a row
///     offset                   O(1)
///     row(at:)                 O(log n), and a remainder
///     scroll, jump, layout     one row(at:), O(v) views
///     a wrap                   a second layout pass; v views configured: other index paths
///                                                       n = rows, v = rows in the viewport
///
/// For apps that need a table view. `cyclic` is faster at each wrap and needs less memory.
struct TripleCopy<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "triple-copy", title: "every row three times in a table, the offset put back by a copy",
      origin: "UITableView Tricks, part 2 (BBTableView)", group: .posts, topology: .circular,
      complexity: AllHeightsIndex<Rows>.descriptor.complexity,
      publishedDefect: """
        Where the copies end the content jumps by what the frame went too far, or stands still and \
        partly blank while a fling is fast, and three or four low rows never come to rest.
        """,
      inherentDeviation: """
        Content lower than half the viewport cannot be put back: it stops where the copies end, and \
        where they are lower than the viewport the rest stays blank.
        """,
      parameters: [copies, guardParameter])
  }

  /// The bounds that verification checks.
  static var bounds: [ScenarioBound] {
    [
      // Exact while a copy is at least half as high as the viewport; lower content stops where its copies
      // end. Published, it jumps there, and changes move what is read; drags, flings and jumps in the
      // middle of a long list show neither.
      ScenarioBound(.none, in: [.drag, .fling, .jump] + .changesBelow, modes: [.published]),
      ScenarioBound(.none, in: .circular),
      ScenarioBound(.content, in: .odd),
    ]
  }

  /// "By a factor of 3". With more, lower content goes round: (copies - 1) c >= V.
  private static var copies: StrategyParameter {
    StrategyParameter(0, "copies", usual: 3, in: 2...9, "times that the table has each row")
  }

  /// The post has no guard; the code of its repository has.
  private static var guardParameter: StrategyParameter {
    StrategyParameter(1, "guard", usual: 1, in: 0...1, "1 for the repository's guard, published")
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
  /// H.
  private(set) var contentHeight = LayoutUnit.zero

  /// Corrected: the first visible row, its copy and its y on screen; row -1 while no row has a height.
  private var anchor = -1
  private var anchorCopy = 0
  private var anchorY = LayoutUnit.zero
  /// Whether something has changed, so that the anchor must return to its place.
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

  mutating func heightChanged(of row: Int) { heightsChanged() }

  mutating func heightsChanged() {
    index.heightsChanged()
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    if new.lowerBound <= anchor { anchor += new.count }
    reload()
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    let last = anchor
    (anchor, anchorY) = strip.anchor(
      (anchor, anchorY), afterDeleting: old, of: rows.count, from: contentOffset)
    // The first remaining row on screen may be in the next copy.
    if old.contains(last), anchor < old.lowerBound { anchorCopy += 1 }
    reload()
    strip.deleted(old)
  }

  /// All index paths after the first copy change.
  private mutating func reload() {
    heightsChanged()
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
      scrollView.rest(over: contentHeight)
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

  /// Shows the part of the table that is in the viewport; returns its first row, -1 for none.
  @discardableResult
  private mutating func show() -> Int {
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
    strip.finish(before: tableRow)
    return first
  }
}

// MARK: - Corrected

extension TripleCopy {
  /// Moves the offset by whole copies at an end of the content, which causes a second layout pass.
  private mutating func putBack() {
    let copy = contentHeight.rawValue / Int64(copies)
    let last = (contentHeight - viewport).rawValue
    guard last >= copy else { return rows.note(.layoutPasses, 1) }
    var offset = contentOffset.rawValue
    if offset <= 0 {
      offset += (-offset / copy + 1) * copy
    } else if offset >= last {
      offset -= ((offset - last) / copy + 1) * copy
      // Where 2c = V both ends show the same rows, and each would lead to the other.
      if offset <= 0 { offset = last }
    }
    rows.note(.layoutPasses, offset == contentOffset.rawValue ? 1 : 2)
    contentOffset = LayoutUnit(rawValue: offset)
  }

  private mutating func takeAnchor(_ first: Int) {
    guard first >= 0 else { return (anchor, anchorCopy, anchorY) = (-1, 0, .zero) }
    (anchorCopy, anchor) = first.quotientAndRemainder(dividingBy: rows.count)
    anchorY = index.offset(of: first) - contentOffset
  }

  private mutating func takeChanges() {
    guard isStale else { return }
    isStale = false
    guard !isPublished else { return }
    // The anchor may be the count: the end of a list whose last rows are gone.
    contentOffset = index.offset(of: anchorCopy * rows.count + max(0, anchor)) - anchorY
  }
}

// MARK: - Published

/// `resetContentOffsetIfNeeded` runs before each layout of the table, at an offset that may be beyond an end.
/// Where too few rows are visible there, the guard prevents the reset, and the list stops at its end.
///
/// An assignment makes the table lay out again. With 2c <= V and without the guard that does not end; it is
/// cut after 100 passes. `rowHeight` is row 0's height.
extension TripleCopy {
  private static var maxPasses: Int { 100 }

  private mutating func resetAsPublished() {
    // A table returns the offset into its content after a change or a jump.
    if !scrollView.isMoved { scrollView.rest(over: contentHeight) }
    var passes = 0
    var isSet = true
    while isSet, passes < Self.maxPasses {
      isSet = resetContentOffset()
      passes += 1
    }
    rows.note(.layoutPasses, passes)
    if isSet { rows.note(.layoutsCut, 1) }
  }

  /// Returns whether the offset was set.
  private mutating func resetContentOffset() -> Bool {
    guard contentHeight > .zero else { return false }
    if isGuarded {
      let rowHeight = index.height(of: 0)
      // V / 0 is more rows than are visible.
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

  /// `indexPathsForVisibleRows.count`, rows without height between them included.
  private mutating func visibleCount() -> Int {
    let top = max(.zero, contentOffset)
    let bottom = min(contentOffset + viewport, contentHeight)
    guard top < bottom else { return 0 }
    return index.row(at: bottom - LayoutUnit(rawValue: 1 as Int64)) - index.row(at: top) + 1
  }
}

// MARK: - The table's rows

/// The rows of a data source repeated several times.
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
