/// Views that left the screen and wait to be used again.
///
/// Every view of a strategy comes from and goes back to its pool, so that creations,
/// configurations and moves are counted in one place.
public struct ReusePool {
  @usableFromInline var idle: [RowView] = []

  /// An empty pool.
  @inlinable
  public init() {}

  /// The number of views that wait.
  @inlinable
  public var count: Int { idle.count }

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
