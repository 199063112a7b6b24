/// The screen of a list that has laid out only some of its rows: a window, and what is read in it.
///
/// Origin: what `UITableView` does with the rows of a data source that has more of them elsewhere.
/// Invariant between frames: `anchor` is the first visible row; it stands in the window. It is -1
/// while no row of the whole list has a height: there is no anchor then.
/// A corrected strategy grows and shrinks the window around `anchoredTop` and calls `place`, a published
/// one sets `contentOffset` by its own rules; both then call `showRows`.
///
///     showRows                    O(v + log w)    v = rows in the viewport, w = rows in the window
///     one height changed, edits   O(w)            nothing when they lie before or after the window
public struct WindowScreen<Rows: RowSource> {
  /// Where the rows come from.
  public let rows: Rows
  /// The rows that are laid out.
  public var window: RowWindow<Rows>
  /// The viewport's height.
  public var viewport: LayoutUnit
  /// The point of the window's content space at the viewport's top.
  public var contentOffset = LayoutUnit.zero
  @usableFromInline var storedStrip = ViewStrip()
  @usableFromInline var anchor: Int
  @usableFromInline var anchorY = LayoutUnit.zero

  /// The views of the rows in sight.
  @inlinable
  public var strip: ViewStrip { storedStrip }

  /// A screen that is to show `row` at its top, over an empty window.
  @inlinable
  public init(rows: Rows, viewport: LayoutUnit, reading row: Int) {
    self.rows = rows
    self.viewport = viewport
    window = RowWindow(rows: rows)
    anchor = row
  }

  // MARK: Changes

  /// The source's row has another height.
  ///
  /// - Complexity: O(rows in the window) for one of them, else O(1).
  @inlinable
  public mutating func heightChanged(of row: Int) { window.heightChanged(of: row) }

  /// The source has new rows; those at or before the first visible one go above it, out of sight.
  ///
  /// - Complexity: O(rows in the window).
  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    // While nothing is read, nothing can be out of sight above it.
    window.inserted(new, atTop: anchor < 0 || window.count == 0)
    if new.lowerBound <= anchor { anchor += new.count }
    storedStrip.inserted(new)
  }

  /// The source lost rows; where the first visible one is among them, the next that is on screen stays.
  ///
  /// - Complexity: O(rows in the window).
  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    window.deleted(old)
    (anchor, anchorY) = strip.anchor(
      (anchor, anchorY), afterDeleting: old, of: rows.count, from: contentOffset)
    storedStrip.deleted(old)
  }

  // MARK: Motion

  /// The content moves by `distance`, positive towards later rows; the next frame sees to the ends.
  @inlinable
  public mutating func scroll(by distance: LayoutUnit) { anchorY = anchorY - distance }

  /// Puts a row of the window at the viewport's top.
  @inlinable
  public mutating func read(_ row: Int) {
    anchor = row
    anchorY = .zero
  }

  /// The content point at which the anchor wants the viewport's top; it may lie outside the window.
  @inlinable
  public var anchoredTop: LayoutUnit {
    anchor < 0 ? -anchorY : window.offset(of: anchor) - anchorY
  }

  /// Makes a content point the viewport's top and takes the anchor there.
  @inlinable
  public mutating func place(at top: LayoutUnit) {
    contentOffset = top
    if window.isShown, anchor == strip.first, strip.firstOwns(top) {
      anchorY = strip.firstTop - top
    } else if window.height > .zero {
      anchor = window.row(at: top)
      anchorY = window.offset(of: anchor) - top
    } else {
      // With rows elsewhere, what is read is the place between those above and those below.
      anchor = window.count == rows.count ? -1 : window.end
      anchorY = .zero
    }
  }

  // MARK: Where rows are

  /// The row of the window that owns a content point; 0 in an empty list.
  @inlinable
  public func row(at offset: LayoutUnit) -> Int {
    min(window.row(at: offset), max(0, rows.count - 1))
  }

  /// The greatest content offset of what is in the window.
  @inlinable
  public var lastOffset: LayoutUnit { max(.zero, window.height - viewport) }

  // MARK: Views

  /// Binds views to the rows in sight.
  @inlinable
  public mutating func showRows() {
    guard window.height > .zero else { return storedStrip.removeAll() }
    let bottom = contentOffset + viewport
    if window.isShown, strip.firstOwns(contentOffset), strip.lastReaches(bottom) { return }
    var row = window.row(at: contentOffset)
    var y = window.offset(of: row)
    storedStrip.begin(at: row)
    while row < window.end, y < bottom {
      let height = window.height(of: row)
      storedStrip.place(row, showing: row, y: y, height: height, for: rows)
      y = y + height
      row += 1
    }
    storedStrip.finish(before: row)
    storedStrip.rememberEdges()
    window.isShown = true
  }

  /// Gives all views back, so that every row in sight is bound anew: `reloadData`.
  @inlinable
  public mutating func recycleViews() {
    storedStrip.removeAll()
    window.isShown = false
  }
}
