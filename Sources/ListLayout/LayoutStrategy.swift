/// A technique for laying out an endless list.
///
/// All calls come from one thread. After `layout()`, a strategy must show the same rows at the same positions
/// as the reference under the same gestures. Between two calls of `layout()`, the caller makes any number of
/// changes *or* one motion. Changes keep the anchor of the last frame. After changes or motion, `layout()`
/// does the following:
///
/// 1. `layout()` determines the new anchor, which is the first visible row and its y on screen, at most 0.
/// 2. `layout()` clamps a linear list. Content that ends above the viewport's bottom moves down until it
///    reaches the bottom or until its top is at 0. Content that starts below the viewport's top moves up.
///
/// While no row has a height, there is no anchor. The first row that gets a height is then shown at the
/// viewport's top.
///
/// Views are positioned in the list's *content space*. The content space of a list that knows all its rows
/// starts at row 0. The content space of a window starts at the window's first row, which may change with
/// every call. The protocol is `~Copyable` because strategies may own memory.
public protocol LayoutStrategy<Rows>: ~Copyable, SendableMetatype {
  /// The type of the row source.
  associatedtype Rows: RowSource

  /// The descriptor of the technique, with its properties and claims.
  static var descriptor: StrategyDescriptor { get }

  /// Creates the list. The first call of `layout()` lays out the first screen.
  init(rows: Rows, options: LayoutOptions)

  // MARK: Where rows are

  /// Returns the y of a row's top in content space, measured from the top of row `origin(of: row)`.
  ///
  /// For a row outside the window, a windowed strategy computes the window that it would build around that
  /// row. The screen and the results of later calls do not change.
  ///
  /// - Parameter row: an index in `0...count` for a whole list (`count` gives the content height), in
  ///   `0..<count` for a window.
  mutating func offset(of row: Int) -> LayoutUnit

  /// Returns the row at a point `y` in content space: `offset(of: row) <= y < offset(of: row + 1)`. Rows of
  /// height 0 are excluded, unless all rows have height 0. For points above the content the result is the
  /// first row, for points below the content the last row, and in an empty list 0.
  mutating func row(at offset: LayoutUnit) -> Int

  /// Returns the row whose top is the origin of `offset(of: row)`; row 0 for a whole list.
  func origin(of row: Int) -> Int

  /// The content point at the viewport's top, valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// The height of the content space, valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  /// The viewport's height V.
  var viewport: LayoutUnit { get }

  // MARK: Changes, which the source made just before the call

  /// Notifies the list that the height of one row changed in the source.
  mutating func heightChanged(of row: Int)

  /// Notifies the list that the height of every row may have changed, as after a rotation or a change of the
  /// text size.
  mutating func heightsChanged()

  /// Notifies the list that rows were inserted, which now have the indices `rows`. Rows inserted at or before
  /// the anchor's index are above the screen, even at the top of the list, where a web browser would show
  /// them.
  mutating func inserted(_ rows: Range<Int>)

  /// Notifies the list that rows were deleted, which had the indices `rows`. If the anchor was deleted, the
  /// first remaining row of the last frame becomes the anchor and keeps its y. If no row of the last frame
  /// remains, the row after the deleted rows becomes the anchor, with y = 0.
  mutating func deleted(_ rows: Range<Int>)

  /// Moves a row to another index, which is equivalent to deleting and inserting it.
  ///
  /// The strategy calls `remove` and `insert` itself, so that each of its methods finds the source in the
  /// expected state. The default implementation calls `remove`, `deleted`, `insert` and `inserted`. A
  /// strategy with a cheaper move calls `remove` and `insert` and then updates itself; the screen must be the
  /// same as with the default.
  ///
  /// - Parameters:
  ///   - from: the row's index before the move.
  ///   - to: the row's index after the move.
  ///   - remove: removes the row from the source.
  ///   - insert: inserts the row into the source at `to`.
  mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void)

  // MARK: Motion

  /// Scrolls by `distance` in one frame; a positive distance scrolls towards later rows.
  mutating func scroll(by distance: LayoutUnit)

  /// Notifies the list that the gesture ended, like `scrollViewDidEndDecelerating`.
  mutating func settle()

  /// Scrolls to a row, so that its top is at the viewport's top or as near as the list's end allows. A jump
  /// may follow changes in the same frame, for example to remain at the end of a growing list.
  mutating func jump(to row: Int)

  /// Notifies the list that the viewport has a new height.
  mutating func resizeViewport(to height: LayoutUnit)

  // MARK: The frame

  /// Lays out one frame, as in `layoutSubviews`. A second call without a change has no effect.
  mutating func layout()

  /// Whether the strategy is spreading a one-time cost over frames, such as the conversion to another
  /// structure after the first edit. Measurements wait until the conversion ends and report its cost
  /// separately.
  var isConverting: Bool { get }

  /// Visits all views that show a row, from top to bottom, including views off screen.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// Returns false, because most strategies spread no cost over frames.
  @inlinable
  public var isConverting: Bool { false }

  /// Moves the row by deleting and inserting it.
  @inlinable
  public mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void
  ) {
    remove()
    deleted(from..<from + 1)
    insert()
    inserted(to..<to + 1)
  }

  /// Returns row 0, which is correct for a whole list.
  @inlinable
  public func origin(of row: Int) -> Int { 0 }

  /// Visits the rows on screen, from top to bottom. A row is on screen if its height is above 0 and it is at
  /// least partly in the viewport.
  @inlinable
  public func visitVisible(_ body: (VisibleRow) -> Void) {
    let top = contentOffset
    let bottom = top + viewport
    visitViews { view in
      if view.y < bottom, view.maxY > top, view.height > .zero {
        body(VisibleRow(row: view.row, y: view.y - top, height: view.height, x: view.x))
      }
    }
  }
}
