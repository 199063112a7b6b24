import ListLayout

/// The screen of a linear list that knows where all its rows are.
///
/// Origin: what `UITableView` and its peers do above their offset tables.
/// Invariant (corrected): the anchor alone says what is on screen; `contentOffset` follows from it,
/// so a change above the anchor costs the index's update and moves nothing on screen.
/// Published: `contentOffset` alone says it, as in a scroll view, so a change above moves the rows;
/// and the index may work out as published where a jump goes.
///
///     scroll, jump, layout    one row(at:), three offset(of:) of the index, O(v) views
///     changes                 the index's update                          v = rows in the viewport
struct IndexedList<Index: OffsetIndex & ~Copyable>: LayoutStrategy, ~Copyable {
  typealias Rows = Index.Rows
  static var card: StrategyCard { Index.card }

  private let rows: Rows
  private var index: Index
  private var strip = ViewStrip()
  private let keepsAnchor: Bool
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  private(set) var contentHeight = LayoutUnit.zero
  /// The first visible row and its y on screen, at most 0; row -1 while no row has a height:
  /// there is no anchor then.
  private var anchor: Int
  private var anchorY = LayoutUnit.zero
  /// Something changed since the last layout.
  private var isStale = true

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    index = Index(rows: rows)
    viewport = options.viewport
    keepsAnchor = options.mode == .corrected
    anchor = options.start
    if !keepsAnchor { contentOffset = index.offset(of: anchor) }
  }

  // MARK: Where rows are

  // An index whose published form answers alike ignores the mode: no branch is left.
  mutating func offset(of row: Int) -> LayoutUnit {
    index.offset(of: row, asPublished: !keepsAnchor)
  }

  mutating func row(at offset: LayoutUnit) -> Int { index.row(at: offset) }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    index.heightChanged(of: row)
    isStale = true
  }

  mutating func heightsChanged() {
    index.heightsChanged()
    isStale = true
  }

  mutating func inserted(_ new: Range<Int>) {
    index.inserted(new)
    isStale = true
    if keepsAnchor, new.lowerBound <= anchor { anchor += new.count }
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    index.deleted(old)
    isStale = true
    if keepsAnchor { anchor -= old.clamped(to: 0..<max(0, anchor)).count }
    strip.deleted(old)
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if isStale { layout() }
    place(at: contentOffset + distance)
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    anchor = row
    anchorY = .zero
    if !keepsAnchor { contentOffset = index.offset(of: row, asPublished: true) }
    isStale = true
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    viewport = height
    isStale = true
  }

  /// Makes a content point the viewport's top, as near as the list's ends allow.
  private mutating func place(at offset: LayoutUnit) {
    let end = max(.zero, contentHeight - viewport)
    contentOffset = min(max(.zero, offset), end)
    guard contentHeight > .zero else { return (anchor, anchorY) = (-1, .zero) }
    anchor = index.row(at: contentOffset)
    anchorY = index.offset(of: anchor) - contentOffset
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    if isStale {
      contentHeight = index.total()
      // The anchor may be the count: the end of a list whose last rows are gone.
      place(at: keepsAnchor ? index.offset(of: max(0, anchor)) - anchorY : contentOffset)
      isStale = false
    }
    guard anchor >= 0 else { return strip.removeAll() }
    let bottom = contentOffset + viewport
    var y = contentOffset + anchorY
    var row = anchor
    strip.begin(at: row)
    while row < index.count, y < bottom {
      let height = index.height(of: row)
      strip.place(row, showing: row, y: y, height: height, for: rows)
      y = y + height
      row += 1
    }
    strip.finish(before: row)
  }

  var isConverting: Bool { index.isConverting }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}
