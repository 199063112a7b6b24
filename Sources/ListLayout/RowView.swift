/// A view that shows one row. It stands in for a `UIView`. Like `UIView`, it is a class, so creating,
/// reusing and moving a view has the usual cost of working with an object.
public final class RowView {
  // A view belongs to one list and one thread, so run-time exclusivity checks aren't needed. The attribute
  // affects only code inlined from this module, which is why the public properties are computed.
  @exclusivity(unchecked) @usableFromInline var storedRow: Int
  @exclusivity(unchecked) @usableFromInline var storedY: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedHeight: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedX: LayoutUnit = .zero

  /// Index of the row, in `0..<count`.
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

  /// Height of the view.
  @inlinable
  public var height: LayoutUnit {
    get { storedHeight }
    set { storedHeight = newValue }
  }

  /// X coordinate of the leading edge. It is nonzero only in techniques that arrange rows along a
  /// curve.
  @inlinable
  public var x: LayoutUnit {
    get { storedX }
    set { storedX = newValue }
  }

  /// Creates a view for a row, at a position in content space.
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
  /// Index of the row.
  public var row: Int
  /// Y coordinate of the row's top, relative to the top of the viewport.
  public var y: LayoutUnit
  /// The height, above 0.
  public var height: LayoutUnit
  /// X coordinate of the leading edge. It is nonzero only in techniques that arrange rows along a
  /// curve.
  public var x: LayoutUnit

  /// Creates a visible row at a position relative to the viewport.
  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit, x: LayoutUnit = .zero) {
    self.row = row
    self.y = y
    self.height = height
    self.x = x
  }
}

/// A pool of reusable views that have left the screen. The pool counts how often views are created,
/// configured and moved.
public struct ReusePool {
  @usableFromInline var idle: [RowView] = []

  /// Creates an empty pool.
  @inlinable public init() {}

  /// Returns a view bound to a row, reusing one from the pool if possible.
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

  /// Puts a view back into the pool.
  @inlinable public mutating func recycle(_ view: RowView) { idle.append(view) }

  /// Moves a bound view in content space if its position or height has changed.
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
