/// The on-screen part of a list that lays out only a window of its rows, like a `UITableView` whose data
/// source holds only some of them.
///
/// Between frames, `anchor` is the first visible row, which is in the window, or -1 while all rows have
/// height 0. In the first frame after a change, a strategy in corrected mode calls `keepAnchor`, grows or
/// shrinks the window around `anchoredTop`, and then calls `place`. In published mode, the strategy calls
/// `takeChanges` and sets `contentOffset` according to its own rules. In both modes, it then calls `showRows`
/// to bind the views.
///
///     showRows                          O(v + log w)        v = rows in the viewport, w = rows in the window
///     a changed height, an edit         O(w), or O(1) outside the window
public struct WindowScreen<Rows: RowSource> {
  /// The list's row source.
  public let rows: Rows
  /// The window of laid-out rows.
  public var window: RowWindow<Rows>
  /// Height of the viewport.
  public var viewport: LayoutUnit
  /// Y coordinate of the viewport's top in the window's content space.
  public var contentOffset = LayoutUnit.zero
  @usableFromInline var storedStrip = ViewStrip()
  @usableFromInline var anchor: ScreenAnchor

  /// The views of the rows on screen.
  @inlinable public var strip: ViewStrip { storedStrip }

  /// Creates a screen with an empty window, anchored at `row`.
  @inlinable
  public init(rows: Rows, viewport: LayoutUnit, reading row: Int) {
    self.rows = rows
    self.viewport = viewport
    window = RowWindow(rows: rows)
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
  }

  // MARK: Changes

  /// Updates the window and the anchor after a row's height has changed.
  @inlinable
  public mutating func heightChanged(of row: Int) {
    window.heightChanged(of: row)
    anchor.heightChanged(of: row)
  }

  /// Requests the heights of all rows in the window again.
  @inlinable
  public mutating func heightsChanged() {
    window.heightsChanged()
    anchor.heightsChanged()
  }

  /// Updates the screen after an insertion. Rows inserted at or before the anchor's index go above the
  /// screen.
  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    // If there is no anchor, no inserted row is placed above the screen.
    window.inserted(new, atTop: anchor.row < 0 || window.count == 0)
    anchor.inserted(new)
    storedStrip.inserted(new)
  }

  /// Updates the screen after rows were deleted; `old` contains their old indices.
  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    window.deleted(old)
    anchor.deleted(old)
    storedStrip.deleted(old)
  }

  /// Notifies the screen that the last deletion and insertion together moved one row.
  @inlinable public mutating func moved() { storedStrip.moved() }

  /// Determines which row keeps its position, as specified by `RowChanges.anchor`. If that row isn't in the
  /// window, the window is emptied and restarted at that row.
  @inlinable
  @inline(__always)
  public mutating func keepAnchor() {
    if anchor.origin != .frame { replaceAnchor() }
    takeChanges()
  }

  @inlinable
  @inline(never)
  mutating func replaceAnchor() {
    func height(of row: Int) -> LayoutUnit {
      window.range.contains(row) ? window.height(of: row) : rows.height(of: row)
    }
    if !anchor.isKept(height: height) {
      let kept = strip.anchor(
        from: contentOffset, rowCount: rows.count, viewport: viewport, height: height)
      if let kept { (anchor.row, anchor.y) = kept }
    }
    if anchor.row < window.first || anchor.row > window.end {
      window.rebuild(max(0, anchor.row)..<max(0, anchor.row))
    }
    anchor.origin = .frame
  }

  /// Discards the changes recorded since the last frame. Use this in frames where the content offset
  /// determines what is shown.
  @inlinable
  @inline(__always)
  public mutating func takeChanges() { storedStrip.takeChanges() }

  // MARK: Motion

  /// Scrolls by `distance`, where positive values move towards later rows. The position is clamped in the
  /// next frame.
  @inlinable public mutating func scroll(by distance: LayoutUnit) { anchor.y = anchor.y - distance }

  /// Makes a row in the window the anchor and scrolls it to the top of the viewport.
  @inlinable
  public mutating func read(_ row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
  }

  /// The content offset that keeps the anchor at its y position. This offset may be outside the window.
  @inlinable
  @inline(__always)
  public var anchoredTop: LayoutUnit {
    anchor.row < 0 ? -anchor.y : window.offset(of: anchor.row) - anchor.y
  }

  /// Scrolls to a content offset and makes the first visible row the anchor.
  @inlinable
  public mutating func place(at top: LayoutUnit) {
    contentOffset = top
    if window.isShown, anchor.row == strip.first, strip.firstOwns(top) {
      anchor.y = strip.firstTop - top
    } else if window.height > .zero {
      anchor.row = window.row(at: top)
      anchor.y = window.offset(of: anchor.row) - top
    } else {
      // All rows in the window have height 0, so the anchor is the row after them, if there is one.
      anchor.row = window.count == rows.count ? -1 : window.end
      anchor.y = .zero
    }
    anchor.origin = .frame
  }

  // MARK: Where rows are

  /// The row at a point in the window's content space; 0 if the list is empty.
  @inlinable
  public func row(at offset: LayoutUnit) -> Int {
    min(window.row(at: offset), max(0, rows.count - 1))
  }

  /// Maximum content offset that keeps the viewport inside the window.
  @inlinable public var lastOffset: LayoutUnit { max(.zero, window.height - viewport) }

  // MARK: Views

  /// Binds views to the rows on screen.
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
    storedStrip.finish(before: row, for: rows)
    storedStrip.rememberEdges()
    window.isShown = true
  }

  /// Recycles all views so that the next frame rebinds every row, as after `reloadData`.
  @inlinable
  public mutating func recycleViews() {
    storedStrip.removeAll()
    window.isShown = false
  }
}
