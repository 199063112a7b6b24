/// A view that shows one row. It takes the place of a `UIView` and is a class too, so that creating, reusing
/// and moving it has the usual costs of an object.
public final class RowView {
  // A view belongs to one list on one thread, so it needs no run-time check for overlapping accesses. The
  // attribute affects only code inlined from this module, hence the computed properties.
  @exclusivity(unchecked) @usableFromInline var storedRow: Int
  @exclusivity(unchecked) @usableFromInline var storedY: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedHeight: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedX: LayoutUnit = .zero

  /// The index of the row, in `0..<count`.
  @inlinable
  public var row: Int {
    get { storedRow }
    set { storedRow = newValue }
  }

  /// The top in content space.
  @inlinable
  public var y: LayoutUnit {
    get { storedY }
    set { storedY = newValue }
  }

  @inlinable
  public var height: LayoutUnit {
    get { storedHeight }
    set { storedHeight = newValue }
  }

  /// The x of the leading edge: 0, except in techniques that arrange rows along a curve.
  @inlinable
  public var x: LayoutUnit {
    get { storedX }
    set { storedX = newValue }
  }

  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit) {
    storedRow = row
    storedY = y
    storedHeight = height
  }

  /// The bottom in content space.
  @inlinable public var maxY: LayoutUnit { y + height }
}

/// A row on screen.
public struct VisibleRow: Hashable, Codable, Sendable {
  public var row: Int
  /// The top, measured from the viewport's top.
  public var y: LayoutUnit
  /// The height, above 0.
  public var height: LayoutUnit
  /// The x of the leading edge: 0, except in techniques that arrange rows along a curve.
  public var x: LayoutUnit

  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit, x: LayoutUnit = .zero) {
    self.row = row
    self.y = y
    self.height = height
    self.x = x
  }
}

/// A pool of views that have left the screen and can be reused. It counts how often views are created,
/// configured and moved.
public struct ReusePool {
  @usableFromInline var idle: [RowView] = []

  @inlinable public init() {}

  /// Returns a view bound to a row: a reused one or, if the pool is empty, a new one.
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

  @inlinable public mutating func recycle(_ view: RowView) { idle.append(view) }

  /// Moves a bound view in content space, if its position or height changes.
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
