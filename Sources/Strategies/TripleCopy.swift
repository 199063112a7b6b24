import ListLayout

/// A circular list from copies: the content stands several times in a table, the content offset is
/// moved by whole copies near the ends, and row indices are taken modulo the count.
///
/// Origin: "UITableView Tricks, part 2: infinite scrolling", bharath2020/UITableViewTricks@ca32bf0.
/// Invariant (corrected): the viewport's top lies in the second of `ceil(V/c) + 2` copies, whose
/// top is content point 0; c = the height of one copy. Offsets are answered within that copy, and
/// points of the others give its rows: the index path, morphed.
/// Published: see `TripleCopy+Published.swift`.
///
///     copy            0           1           2      ...     k-1
///                 |-----------|-----------|-----------|-------------|
///     content y   -c          0           c          2c          (k-1)c
///     viewport's top          [           )      the table starts and ends out of its reach
///
///     offset, row(at:), changes    the index's
///     scroll, jump, layout         one row(at:), two offset(of:) of the index, O(v) views
///     a wrap                       a second layout pass; v views configured: other index paths
///                                                             v = rows in the viewport
///
/// Wins where only a table view can be used. Loses to `cyclic` at each wrap. The index holds one
/// copy: a real table asks for the heights of all of them.
typealias TripleCopy<Rows: RowSource> = CopiedList<AllHeightsIndex<Rows>>

/// The screen of a list of copies over any index; see `TripleCopy`.
struct CopiedList<Index: OffsetIndex & ~Copyable>: LayoutStrategy, ~Copyable {
  typealias Rows = Index.Rows
  static var card: StrategyCard {
    StrategyCard(
      id: "triple-copy", title: "content several times in a table, the offset put back by a copy",
      origin: "UITableView Tricks, part 2 (BBTableView)", group: .posts, topology: .circular,
      requirement: Index.card.requirement, abilities: Index.card.abilities,
      complexity: Index.card.complexity)
  }

  let rows: Rows
  let isPublished: Bool
  var circle: CircularRows<Index>
  private(set) var viewport: LayoutUnit
  var contentOffset = LayoutUnit.zero

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    circle = CircularRows(rows: rows, start: options.start)
    viewport = options.viewport
    if isPublished { contentOffset = circle.offset(of: options.start) }
  }

  // MARK: Where rows are

  mutating func offset(of row: Int) -> LayoutUnit { circle.offset(of: row) }
  mutating func row(at offset: LayoutUnit) -> Int { circle.row(at: offset) }
  var contentHeight: LayoutUnit { isPublished ? publishedHeight : circle.revolution }

  // MARK: Changes

  mutating func heightChanged(of row: Int) { circle.heightChanged(of: row) }
  mutating func heightsChanged() { circle.heightsChanged() }
  mutating func inserted(_ new: Range<Int>) { circle.inserted(new) }
  mutating func deleted(_ old: Range<Int>) { circle.deleted(old) }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if circle.isStale { takeChanges() }
    contentOffset = contentOffset + distance
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    circle.jump(to: row)
    if isPublished { contentOffset = circle.offset(of: row) }
  }

  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  mutating func layout() {
    if circle.isStale { takeChanges() }
    if isPublished { return layoutPublished() }
    let offset = contentOffset.wrapped(around: circle.revolution)
    rows.note(.layoutPasses, offset == contentOffset ? 1 : 2)
    contentOffset = offset
    circle.setAnchor(at: offset)
    circle.show(
      from: circle.anchor, at: offset + circle.anchorY,
      to: min(offset + viewport, circle.revolution * (copies - 1)))
  }

  private mutating func takeChanges() {
    circle.measure()
    if !isPublished { contentOffset = circle.anchoredTop() }
  }

  /// Enough for the viewport, plus one copy above it and one for the way to the next wrap.
  private var copies: Int {
    let copy = max(1, circle.revolution.rawValue)
    return Int((viewport.rawValue + copy - 1) / copy) + 2
  }

  func visitViews(_ body: (RowView) -> Void) { circle.visitViews(body) }
}
