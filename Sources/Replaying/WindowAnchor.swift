import ListLayout

/// The views and the anchor of a list in which every row of a window has a view.
///
/// Between changes, the content offset alone determines the screen. Changes outside the window move no row of
/// the window, so they do not affect the content offset either. Before a change in the window, the first
/// visible row becomes the anchor, and the next frame places the window so that the anchor keeps its y.
package struct WindowAnchor<Rows: RowSource> {
  @usableFromInline
  enum Changes {
    /// Nothing has changed since the last frame.
    case none
    /// Only rows outside the window were inserted or deleted.
    case outside
    /// The anchor determines the next screen.
    case held
  }

  @usableFromInline let rows: Rows
  @usableFromInline var changes: Changes
  @usableFromInline var anchor: ScreenAnchor
  /// The content point that was at the viewport's bottom when the anchor was determined.
  @usableFromInline var bottom = LayoutUnit.zero
  package var strip = ViewStrip()

  /// Creates the anchor of a list whose first frame has `row` at the viewport's top.
  @inlinable
  package init(rows: Rows, row: Int) {
    self.rows = rows
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    changes = .held
  }

  /// Whether rows in the window, the viewport or the target of a jump have changed since the last frame.
  @inlinable
  package var isHeld: Bool { changes == .held }

  /// Whether anything that the next frame must take with `take` has changed since the last frame.
  @inlinable
  package var isStale: Bool { changes != .none }

  // MARK: Changes

  @inlinable
  package mutating func heightChanged(of row: Int, in screen: inout some LoadedWindow<Rows>) {
    guard screen.window.range.contains(row) else { return }
    hold(screen)
    screen.window.heightChanged(of: row)
  }

  @inlinable
  package mutating func heightsChanged(in screen: inout some LoadedWindow<Rows>) {
    hold(screen)
    screen.window.heightsChanged()
  }

  @inlinable
  package mutating func inserted(_ new: Range<Int>, in screen: inout some LoadedWindow<Rows>) {
    strip.inserted(new)
    let place = new.lowerBound
    if changes != .held, screen.window.height > .zero {
      if place <= screen.window.first { screen.window.inserted(new) }
      if place <= screen.window.first || place >= screen.window.end { return changes = .outside }
    }
    hold(screen)
    let isAbove = place <= anchor.row
    anchor.inserted(new)
    screen.window.inserted(new, aboveAnchor: isAbove)
  }

  @inlinable
  package mutating func deleted(_ old: Range<Int>, in screen: inout some LoadedWindow<Rows>) {
    strip.deleted(old)
    if changes != .held, screen.window.height > .zero,
      old.upperBound <= screen.window.first || old.lowerBound >= screen.window.end
    {
      changes = .outside
      return screen.window.deleted(old)
    }
    hold(screen)
    anchor.deleted(old)
    screen.window.deleted(old)
  }

  /// Makes the first visible row the anchor, unless the list already has an anchor.
  @inlinable
  package mutating func hold(_ screen: some LoadedWindow<Rows>) {
    guard changes != .held else { return }
    changes = .held
    bottom = screen.top + screen.viewport
    guard screen.window.height > .zero else {
      return anchor = ScreenAnchor(row: -1, y: .zero)
    }
    let row = screen.window.row(at: screen.top)
    anchor = ScreenAnchor(row: row, y: screen.window.offset(of: row) - screen.top)
  }

  @inlinable
  package mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    changes = .held
  }

  // MARK: The frame

  /// Returns the row that determines the next frame, and the y of its top on screen; nil if the content offset
  /// determines the next frame.
  @inlinable
  package mutating func take(in screen: some LoadedWindow<Rows>) -> (row: Int, y: LayoutUnit)? {
    let anchor = changes == .held ? keptRow(in: screen) : nil
    changes = .none
    strip.takeChanges()
    return anchor
  }

  @inlinable
  func keptRow(in screen: some LoadedWindow<Rows>) -> (row: Int, y: LayoutUnit) {
    let held = (row: max(0, anchor.row), y: anchor.y)
    if anchor.row < 0 || anchor.origin == .jump { return held }
    if anchor.origin == .frame, screen.window.range.contains(anchor.row),
      anchor.y + screen.window.height(of: anchor.row) > .zero
    {
      return held
    }
    return replacement(in: screen) ?? held
  }

  @inlinable
  @inline(never)
  func replacement(in screen: some LoadedWindow<Rows>) -> (row: Int, y: LayoutUnit)? {
    strip.anchor(
      from: screen.top, to: bottom, rowCount: rows.count, viewport: screen.viewport
    ) {
      screen.window.range.contains($0) ? screen.window.height(of: $0) : rows.height(of: $0)
    }
  }
}

/// The rows that a list has loaded, and the viewport's position on them.
package protocol LoadedWindow<Rows> {
  associatedtype Rows: RowSource
  var window: RowWindow<Rows> { get set }
  /// The content point at the viewport's top.
  var top: LayoutUnit { get }
  /// The viewport's height.
  var viewport: LayoutUnit { get }
}

extension RowWindow {
  /// Updates the window after rows have been inserted into the row source. If more rows were inserted than
  /// the window contains, the inserted rows are not loaded. In that case, the window drops those of its rows
  /// that the inserted rows separate from the anchor.
  @inlinable
  package mutating func inserted(_ new: Range<Int>, aboveAnchor: Bool) {
    let place = new.lowerBound
    if new.count > count, place >= first, place <= end {
      if aboveAnchor {
        shrinkTop(by: place - first)
      } else {
        shrinkBottom(by: end - place)
      }
    }
    if aboveAnchor || place < end { inserted(new) }
  }
}
