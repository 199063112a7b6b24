/// The screen of a list that lays out only a window of its rows.
///
/// Origin: a `UITableView` whose data source contains only some rows of a list. Invariant between frames: the
/// property `anchor` is the first visible row, which is always in the window; its index is -1 while all rows
/// of the list have height 0. In a frame after changes, a strategy in its corrected version first calls
/// `keepAnchor`. The strategy then grows and shrinks the window around `anchoredTop`, and calls `place`. A
/// strategy in its published version calls `takeChanges` instead, and sets `contentOffset` by its own rules.
/// In both versions, the strategy then calls `showRows` to bind the views.
///
/// A call of `showRows` costs O(v + log w), where v is the number of rows in the viewport and w is the number
/// of rows in the window. A height change or an edit costs O(w) in a window of w rows, or O(1) for rows
/// before or after the window.
public struct WindowScreen<Rows: RowSource> {
  /// The row source.
  public let rows: Rows
  /// The window of rows that are laid out.
  public var window: RowWindow<Rows>
  /// The viewport's height.
  public var viewport: LayoutUnit
  /// The point at the viewport's top, in the window's content space.
  public var contentOffset = LayoutUnit.zero
  @usableFromInline var storedStrip = ViewStrip()
  @usableFromInline var anchor: ScreenAnchor

  /// The views of the rows on screen.
  @inlinable
  public var strip: ViewStrip { storedStrip }

  /// Creates a screen whose window is empty and whose anchor is `row`.
  @inlinable
  public init(rows: Rows, viewport: LayoutUnit, reading row: Int) {
    self.rows = rows
    self.viewport = viewport
    window = RowWindow(rows: rows)
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
  }

  // MARK: Changes

  /// Updates the window after the height of a row changed in the source. The complexity is O(w) for a row in
  /// a window of w rows, and O(1) for a row outside the window.
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

  /// Updates the screen after rows were inserted in the source. Rows inserted at or before the anchor's index
  /// are placed above the screen. The complexity is O(w), where w is the number of rows in the window.
  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    // If there is no anchor, inserted rows cannot be above the screen.
    window.inserted(new, atTop: anchor.row < 0 || window.count == 0)
    anchor.inserted(new)
    storedStrip.inserted(new)
  }

  /// Updates the screen after rows were deleted from the source. The complexity is O(w), where w is the
  /// number of rows in the window.
  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    window.deleted(old)
    anchor.deleted(old)
    storedStrip.deleted(old)
  }

  /// Notifies the screen that the last deletion and the last insertion moved a row.
  @inlinable
  public mutating func moved() { storedStrip.moved() }

  /// Determines the row that keeps its position after changes, as `RowChanges.anchor` specifies. If the row
  /// is not in the window, the window becomes empty and begins with this row.
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

  /// Forgets the changes since the last frame. Call this function in a frame after changes if the content
  /// offset, not the anchor, determines the screen.
  @inlinable
  @inline(__always)
  public mutating func takeChanges() { storedStrip.takeChanges() }

  // MARK: Motion

  /// Scrolls by `distance`, which is positive towards later rows. The next frame clamps the position to the
  /// list's ends.
  @inlinable
  public mutating func scroll(by distance: LayoutUnit) { anchor.y = anchor.y - distance }

  /// Makes a row of the window the anchor, at the viewport's top.
  @inlinable
  public mutating func read(_ row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
  }

  /// The content offset at which the anchor keeps its y on screen. This content offset may be outside the
  /// window.
  @inlinable
  @inline(__always)
  public var anchoredTop: LayoutUnit {
    anchor.row < 0 ? -anchor.y : window.offset(of: anchor.row) - anchor.y
  }

  /// Scrolls so that a content point is at the viewport's top, and makes the first visible row the anchor.
  @inlinable
  public mutating func place(at top: LayoutUnit) {
    contentOffset = top
    if window.isShown, anchor.row == strip.first, strip.firstOwns(top) {
      anchor.y = strip.firstTop - top
    } else if window.height > .zero {
      anchor.row = window.row(at: top)
      anchor.y = window.offset(of: anchor.row) - top
    } else {
      // All rows of the window have height 0, so the anchor is the row after the window. If the window
      // contains the whole list, there is no anchor.
      anchor.row = window.count == rows.count ? -1 : window.end
      anchor.y = .zero
    }
    anchor.origin = .frame
  }

  // MARK: Where rows are

  /// Returns the row of the window at a point in content coordinates; 0 in an empty list.
  @inlinable
  public func row(at offset: LayoutUnit) -> Int {
    min(window.row(at: offset), max(0, rows.count - 1))
  }

  /// The maximum content offset at which the viewport is inside the window.
  @inlinable
  public var lastOffset: LayoutUnit { max(.zero, window.height - viewport) }

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

  /// Recycles all views, so that the next frame binds every row again, as `reloadData` does.
  @inlinable
  public mutating func recycleViews() {
    storedStrip.removeAll()
    window.isShown = false
  }
}
