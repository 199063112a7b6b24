/// A view of a row, in place of a platform's view.
///
/// An object, like a `UIView`, so that creating, reusing and moving views cost what objects cost.
public final class RowView {
  // A view belongs to one list on one thread, so the run-time check for overlapping accesses is switched
  // off. The attribute has an effect only on code inlined from this module: hence a stored and an inlinable
  // property each.
  @exclusivity(unchecked) @usableFromInline var storedRow: Int
  @exclusivity(unchecked) @usableFromInline var storedY: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedHeight: LayoutUnit
  @exclusivity(unchecked) @usableFromInline var storedX: LayoutUnit = .zero

  /// The row shown, in `0..<count`.
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

  /// The x of the view's leading edge; 0 without a formation.
  @inlinable
  public var x: LayoutUnit {
    get { storedX }
    set { storedX = newValue }
  }

  /// A view for a row.
  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit) {
    storedRow = row
    storedY = y
    storedHeight = height
  }

  /// The first content point below the view.
  @inlinable
  public var maxY: LayoutUnit { y + height }
}

/// A row on screen in one frame.
public struct VisibleRow: Hashable, Sendable {
  /// The row's index.
  public var row: Int
  /// The row's top, measured from the viewport's top.
  public var y: LayoutUnit
  /// The row's height, more than 0.
  public var height: LayoutUnit
  /// The row's leading edge; 0 unless a formation moves it.
  public var x: LayoutUnit

  /// A row at a position on screen.
  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit, x: LayoutUnit = .zero) {
    self.row = row
    self.y = y
    self.height = height
    self.x = x
  }
}

/// Views that left the screen, for reuse.
///
/// Every view of a strategy comes from and returns to its pool, which counts creations, configurations and
/// moves.
public struct ReusePool {
  @usableFromInline var idle: [RowView] = []

  /// An empty pool.
  @inlinable
  public init() {}

  /// A view bound to a row: reused, or new when the pool is empty.
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

  /// Moves a bound view in content space, if its position or height differs.
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
