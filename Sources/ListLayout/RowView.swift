/// A view that shows one row. In measurements, a `RowView` replaces a platform view such as `UIView`.
///
/// `RowView` is a class, like `UIView`, so that creating, reusing and moving a view has the usual costs of an
/// object.
public final class RowView {
  // A view belongs to one list on one thread, so the run-time check for overlapping accesses is disabled. The
  // attribute `@exclusivity(unchecked)` affects only code inlined from this module, so each value needs both
  // a stored property and an inlinable computed property.
  @exclusivity(unchecked) @usableFromInline var storedRow: Int
  @exclusivity(unchecked) @usableFromInline var storedY: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedHeight: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedX: LayoutUnit = .zero

  /// The index of the row that the view shows, in `0..<count`.
  @inlinable
  public var row: Int {
    get { storedRow }
    set { storedRow = newValue }
  }

  /// The view's top in its list's content space.
  @inlinable
  public var y: LayoutUnit {
    get { storedY }
    set { storedY = newValue }
  }

  /// The view's height.
  @inlinable
  public var height: LayoutUnit {
    get { storedHeight }
    set { storedHeight = newValue }
  }

  /// The x of the view's leading edge. The value is 0, except in techniques that arrange rows along a curve.
  @inlinable
  public var x: LayoutUnit {
    get { storedX }
    set { storedX = newValue }
  }

  /// Creates a view for a row.
  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit) {
    storedRow = row
    storedY = y
    storedHeight = height
  }

  /// The view's bottom in its list's content space.
  @inlinable
  public var maxY: LayoutUnit { y + height }
}

/// A row that is on screen in one frame.
public struct VisibleRow: Hashable, Codable, Sendable {
  /// The row's index.
  public var row: Int
  /// The row's top, measured from the viewport's top.
  public var y: LayoutUnit
  /// The row's height, more than 0.
  public var height: LayoutUnit
  /// The x of the row's leading edge. The value is 0, except in techniques that arrange rows along a curve.
  public var x: LayoutUnit

  /// Creates a row at a position on screen.
  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit, x: LayoutUnit = .zero) {
    self.row = row
    self.y = y
    self.height = height
    self.x = x
  }
}

/// A pool of views that have left the screen and can be reused.
///
/// A strategy takes views from its pool and returns them to the pool. The pool counts how often views are
/// created, configured and moved.
public struct ReusePool {
  @usableFromInline var idle: [RowView] = []

  /// Creates an empty pool.
  @inlinable
  public init() {}

  /// Returns a view bound to a row: a reused view, or a new one if the pool is empty.
  ///
  /// - Complexity: O(1).
  @inlinable
  public mutating func take(
    row: Int, y: LayoutUnit, height: LayoutUnit, for rows: some RowSource
  ) -> RowView {
    rows.note(.viewsConfigured, 1)
    guard let view = idle.popLast() else {
      rows.note(.viewsCreated, 1)
      return RowView(row: row, y: y, height: height)
    }
    view.row = row
    view.y = y
    view.height = height
    return view
  }

  /// Returns a view to the pool.
  @inlinable
  public mutating func recycle(_ view: RowView) { idle.append(view) }

  /// Sets the position and height of a view in content space, if they differ from the current values. The
  /// view must show a row.
  @inlinable
  public func move(
    _ view: RowView, to y: LayoutUnit, height: LayoutUnit, for rows: some RowSource
  ) {
    guard view.y != y || view.height != height else { return }
    view.y = y
    view.height = height
    rows.note(.viewsMoved, 1)
  }
}
