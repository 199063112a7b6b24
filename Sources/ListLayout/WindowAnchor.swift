/// The anchor and views of a list in which every row of a window has a view. The list owns the window and the
/// content offset, and passes them to each method.
///
/// Between changes, the content offset alone determines what is on screen, and changes outside the window
/// don't affect it. Before a change inside the window, the first visible row becomes the anchor, and the next
/// frame keeps it at the same y position. If that row is no longer visible there, `RowChanges.anchor` decides
/// which row keeps its position.
///
///     change in the window     the window's update, and O(log w)        w = rows in the window
///     change outside, take     O(1), O(w) row numbers
public struct WindowAnchor<Rows: RowSource> {
  @usableFromInline
  enum Changes {
    case none
    /// Rows were inserted or deleted, but only outside the window.
    case outside
    /// The anchor determines what the next frame shows.
    case held
  }

  @usableFromInline let rows: Rows
  @usableFromInline var changes = Changes.held
  @usableFromInline var anchor: ScreenAnchor
  @usableFromInline var storedViewport: LayoutUnit
  /// The point in content space that was at the viewport's bottom when the anchor was chosen.
  @usableFromInline var bottom = LayoutUnit.zero
  /// Views of the rows in the window.
  public var strip = ViewStrip()

  /// Creates the anchor for a list whose first frame starts at `row`.
  @inlinable
  public init(rows: Rows, viewport: LayoutUnit, row: Int) {
    self.rows = rows
    storedViewport = viewport
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
  }

  /// The viewport's height.
  @inlinable public var viewport: LayoutUnit { storedViewport }

  /// Whether anything has changed since the last frame.
  @inlinable public var isStale: Bool { changes != .none }

  /// Whether the anchor, rather than the content offset, determines the next frame.
  @inlinable public var isHeld: Bool { changes == .held }

  // MARK: Changes

  /// Updates the window after a row's height has changed. The row may be outside the window. `top` is the
  /// point in content space at the top of the viewport.
  @inlinable
  public mutating func heightChanged(
    of row: Int, in window: inout RowWindow<Rows>, at top: LayoutUnit
  ) {
    guard window.range.contains(row) else { return }
    hold(&window, at: top)
    anchor.heightChanged(of: row)
    window.heightChanged(of: row)
  }

  /// Requests the heights of all rows in the window again.
  @inlinable
  public mutating func heightsChanged(in window: inout RowWindow<Rows>, at top: LayoutUnit) {
    hold(&window, at: top)
    anchor.heightsChanged()
    window.heightsChanged()
  }

  /// Updates the window after rows were inserted. Insertions larger than the window don't become part of it;
  /// instead, the window keeps only its rows on the anchor's side of the insertion.
  @inlinable
  public mutating func inserted(
    _ new: Range<Int>, in window: inout RowWindow<Rows>, at top: LayoutUnit
  ) {
    strip.inserted(new)
    let place = new.lowerBound
    if changes != .held, window.height > .zero, place <= window.first || place >= window.end {
      changes = .outside
      if place <= window.first { window.inserted(new) }
      return
    }
    hold(&window, at: top)
    let isAbove = place <= anchor.row
    anchor.inserted(new)
    if new.count > window.count, place >= window.first, place <= window.end {
      if isAbove {
        window.shrinkTop(by: place - window.first)
      } else {
        window.shrinkBottom(by: window.end - place)
      }
    }
    if isAbove || place < window.end { window.inserted(new) }
  }

  /// Updates the window after rows were deleted; `old` contains their old indices.
  @inlinable
  public mutating func deleted(
    _ old: Range<Int>, in window: inout RowWindow<Rows>, at top: LayoutUnit
  ) {
    strip.deleted(old)
    let isOutside = old.upperBound <= window.first || old.lowerBound >= window.end
    if changes != .held, isOutside, window.height > .zero {
      changes = .outside
    } else {
      hold(&window, at: top)
      anchor.deleted(old)
    }
    window.deleted(old)
  }

  /// Notifies the anchor that the last deletion and insertion together moved one row.
  @inlinable public mutating func moved() { strip.moved() }

  /// Sets the viewport's height. The next frame keeps the first visible row at the same y position.
  @inlinable
  public mutating func resizeViewport(
    to height: LayoutUnit, over window: inout RowWindow<Rows>, at top: LayoutUnit
  ) {
    hold(&window, at: top)
    storedViewport = height
  }

  /// Makes the next frame start at a given row.
  @inlinable
  public mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    changes = .held
  }

  /// Makes the first visible row the anchor, unless an anchor has already been set.
  @inlinable
  mutating func hold(_ window: inout RowWindow<Rows>, at top: LayoutUnit) {
    guard changes != .held else { return }
    changes = .held
    bottom = top + viewport
    guard window.height > .zero else { return anchor = ScreenAnchor(row: -1, y: .zero) }
    let row = window.row(at: top)
    anchor = ScreenAnchor(row: row, y: window.offset(of: row) - top)
  }

  // MARK: The frame

  /// The row that determines the next frame, and the y position of its top; nil if the content offset
  /// determines the frame. The row may be outside the window. Call this in each frame for which `isStale` is
  /// true, passing the point in content space at the top of the viewport in the last frame.
  @inlinable
  @inline(__always)
  public mutating func take(
    in window: RowWindow<Rows>, at top: LayoutUnit
  ) -> (row: Int, y: LayoutUnit)? {
    let isHeld = isHeld
    if isHeld, anchor.origin != .frame { replace(in: window, at: top) }
    changes = .none
    strip.takeChanges()
    return isHeld ? (max(0, anchor.row), anchor.y) : nil
  }

  @inlinable
  @inline(never)
  mutating func replace(in window: RowWindow<Rows>, at top: LayoutUnit) {
    let rows = rows
    func height(of row: Int) -> LayoutUnit {
      window.range.contains(row) ? window.height(of: row) : rows.height(of: row)
    }
    if anchor.isKept(height: height) { return }
    let kept = strip.anchor(
      from: top, to: bottom, rowCount: rows.count, viewport: viewport, height: height)
    if let kept { (anchor.row, anchor.y) = kept }
  }
}
