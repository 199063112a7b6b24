/// What stands on screen for a row: the stand-in for a platform's view.
///
/// An object, as a `UIView` is, so that creating, reusing and moving views cost what objects cost.
public final class RowView {
  // Views belong to one list on one thread, so the run-time check for overlapping access to these
  // fields could only cost time. Other modules do not see the attribute, only code inlined from
  // here does: hence a stored and an inlinable property each.
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

  /// The view's leading edge; 0 unless a formation moves it.
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

/// A row as it stands on screen in one frame.
public struct VisibleRow: Hashable, Sendable {
  /// The row's index.
  public var row: Int
  /// The row's top, measured from the viewport's top.
  public var y: LayoutUnit
  /// The row's height, more than 0.
  public var height: LayoutUnit
  /// The row's leading edge; 0 unless a formation moves it.
  public var x: LayoutUnit

  /// A row at a place on screen.
  @inlinable
  public init(row: Int, y: LayoutUnit, height: LayoutUnit, x: LayoutUnit = .zero) {
    self.row = row
    self.y = y
    self.height = height
    self.x = x
  }
}

/// Views that left the screen and wait to be used again.
///
/// Every view of a strategy comes from and goes back to its pool, so that creations,
/// configurations and moves are counted in one place.
public struct ReusePool {
  @usableFromInline var idle: [RowView] = []

  /// An empty pool.
  @inlinable
  public init() {}

  /// A view bound to a row: a waiting one, or a new one when none waits.
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

  /// Takes back a view that shows nothing any more.
  @inlinable
  public mutating func recycle(_ view: RowView) { idle.append(view) }

  /// Gives a bound view another place and height in content space, if they differ.
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
