import ListLayout

/// State of a circular list: its index, anchor row and visible views.
///
/// Positions in the content are measured from the top of row 0. The content repeats after each revolution,
/// and `revolution` is the height of one revolution. Views are numbered by *turn*: turn `t` shows row `t`
/// modulo the number of rows, so the numbering continues past both ends of the list.
///
///     row         ...  n-1 |  0    1   ...  n-1 |  0    1  ...
///     turn        ...  -1  |  0    1   ...  n-1 |  n   n+1 ...
///     content y            |  0            [0, c) |  c
///
///     anchoredTop, setAnchor    one row(at:), two offset(of:) of the index
///     show                      O(v)                       v = rows in the viewport
///     changes                   the index's update
struct CircularRows<Index: OffsetIndex & ~Copyable>: ~Copyable {
  private let rows: Index.Rows
  private var index: Index
  private var strip = ViewStrip()
  private(set) var revolution = LayoutUnit.zero
  /// First visible row, or row -1 while all rows have height 0.
  private(set) var anchor: ScreenAnchor
  private(set) var isStale = true

  init(rows: Index.Rows, options: LayoutOptions) {
    self.rows = rows
    index = Index(rows: rows, options: options)
    anchor = ScreenAnchor(row: options.start, y: .zero, origin: .jump)
  }

  var count: Int { index.count }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit { index.offset(of: row) }

  mutating func row(at offset: LayoutUnit) -> Int {
    index.row(at: offset.wrapped(around: index.total()))
  }

  mutating func height(of row: Int) -> LayoutUnit { index.height(of: row) }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    index.heightChanged(of: row)
    isStale = true
    anchor.heightChanged(of: row)
  }

  mutating func heightsChanged() {
    index.heightsChanged()
    isStale = true
    anchor.heightsChanged()
  }

  mutating func inserted(_ new: Range<Int>) {
    index.inserted(new)
    isStale = true
    anchor.inserted(new)
    scatterViews(across: count - new.count)
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    index.deleted(old)
    isStale = true
    anchor.deleted(old)
    scatterViews(across: count + old.count)
    strip.deleted(old)
  }

  mutating func moved() { strip.moved() }

  /// If any view is outside the first revolution, marks all views as non-consecutive, because an insertion or
  /// deletion changes which rows the turns outside that revolution show.
  private mutating func scatterViews(across count: Int) {
    if strip.first < 0 || strip.end > count { strip.scatter() }
  }

  mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    isStale = true
  }

  // MARK: The anchor

  mutating func measure() {
    revolution = index.total()
    isStale = false
  }

  /// Content offset that keeps the anchor row at its y on screen. It may be outside 0..<`revolution`.
  mutating func anchoredTop() -> LayoutUnit {
    // `anchor.row` may equal the number of rows after the list's last rows were deleted.
    index.offset(of: max(0, anchor.row)) - anchor.y
  }

  /// Picks another anchor row if, after changes, the current one would no longer be visible.
  ///
  /// - Parameters:
  ///   - top: the content offset of the viewport's top in the last frame.
  ///   - viewport: the viewport's height after the changes.
  @inline(never)
  mutating func keepAnchor(from top: LayoutUnit, viewport: LayoutUnit) {
    if !anchor.isKept(height: { index.height(of: $0) }) {
      let (strip, count) = (self.strip, self.count)
      let kept = strip.anchor(
        from: top, rowCount: count, viewport: viewport, isCircular: true
      ) { index.height(of: $0) }
      if let kept { (anchor.row, anchor.y) = kept }
    }
    anchor.origin = .frame
  }

  mutating func takeChanges() { strip.takeChanges() }

  mutating func setAnchor(at offset: LayoutUnit) {
    guard revolution > .zero else { return (anchor.row, anchor.y) = (-1, .zero) }
    anchor.row = index.row(at: offset)
    anchor.y = index.offset(of: anchor.row) - offset
  }

  // MARK: The frame

  mutating func show(from first: Int, at top: LayoutUnit, to bottom: LayoutUnit) {
    guard revolution > .zero else { return strip.removeAll() }
    var turn = first
    var row = first % count
    if row < 0 { row += count }
    var y = top
    strip.begin(at: turn)
    while y < bottom {
      let height = index.height(of: row)
      strip.place(turn, showing: row, y: y, height: height, for: rows)
      y = y + height
      turn += 1
      row += 1
      if row == count { row = 0 }
    }
    strip.finish(before: turn, for: rows)
  }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}
