import ListLayout

/// One revolution of a circular list: its index, the anchor, and the views on screen.
///
/// Positions in the content are measured from the top of row 0 and repeat after the height `revolution`. Each
/// view shows a numbered *turn* of a row: turn `t` shows row `t` modulo the number of rows, so rows continue
/// past both ends.
///
///     row         ...  n-1 |  0    1   ...  n-1 |  0    1  ...
///     turn        ...  -1  |  0    1   ...  n-1 |  n   n+1 ...
///     content y            |  0            [0, c) |  c
///
///
/// Invariant: the anchor alone determines the screen, as in the reference implementation.
///
///     anchoredTop, setAnchor    one row(at:), two offset(of:) of the index
///     show                      O(v)                       v = rows in the viewport
///     changes                   the index's update
struct CircularRows<Index: OffsetIndex & ~Copyable>: ~Copyable {
  private let rows: Index.Rows
  private var index: Index
  private var strip = ViewStrip()
  /// The height c of one revolution, which is the total height of all rows, as of the last `measure`.
  private(set) var revolution = LayoutUnit.zero
  /// The first visible row and its y on screen, at most 0. Row -1 means that there is no anchor, because no
  /// row has a height.
  private(set) var anchor: Int
  private(set) var anchorY = LayoutUnit.zero
  /// Whether rows changed since the last `measure`.
  private(set) var isStale = true

  init(rows: Index.Rows, options: LayoutOptions) {
    self.rows = rows
    index = Index(rows: rows, options: options)
    anchor = options.start
  }

  var count: Int { index.count }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit { index.offset(of: row) }

  /// The row at a point of any revolution.
  mutating func row(at offset: LayoutUnit) -> Int {
    index.row(at: offset.wrapped(around: index.total()))
  }

  mutating func height(of row: Int) -> LayoutUnit { index.height(of: row) }

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
    if new.lowerBound <= anchor { anchor += new.count }
    scatterViews(across: count - new.count)
    strip.inserted(new)
  }

  /// - Parameter top: the point of the content at the viewport's top in the last frame.
  mutating func deleted(_ old: Range<Int>, from top: LayoutUnit) {
    index.deleted(old)
    isStale = true
    (anchor, anchorY) = strip.anchor(
      (anchor, anchorY), afterDeleting: old, of: count, from: top)
    scatterViews(across: count + old.count)
    strip.deleted(old)
  }

  /// Scatters the views if one of them shows a turn outside of the first revolution, because after an edit
  /// only turns within the first revolution keep their rows.
  private mutating func scatterViews(across count: Int) {
    if strip.first < 0 || strip.end > count { strip.scatter() }
  }

  mutating func jump(to row: Int) {
    anchor = row
    anchorY = .zero
    isStale = true
  }

  // MARK: The anchor

  /// Updates the height of a revolution after changes.
  mutating func measure() {
    revolution = index.total()
    isStale = false
  }

  /// The content offset with which the anchor row keeps its position on screen. The offset may be outside of
  /// 0..<`revolution`.
  mutating func anchoredTop() -> LayoutUnit {
    // After the list's last rows were deleted, the anchor may equal the number of rows.
    index.offset(of: max(0, anchor)) - anchorY
  }

  /// Makes the row at a point of the revolution the anchor, and places that point at the viewport's top.
  mutating func setAnchor(at offset: LayoutUnit) {
    guard revolution > .zero else { return (anchor, anchorY) = (-1, .zero) }
    anchor = index.row(at: offset)
    anchorY = index.offset(of: anchor) - offset
  }

  // MARK: The frame

  /// Shows the rows from turn `first`, whose top is at `top`, down to `bottom`.
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
    strip.finish(before: turn)
  }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}
