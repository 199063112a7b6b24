/// A technique for laying out an endless list.
///
/// All methods are called on one thread. Between two calls of `layout()`, the caller reports *either* any
/// number of changes *or* one motion. After each `layout()`, the screen must show the same rows at the same
/// positions as the reference does after the same gestures:
///
/// 1. The changes since the last frame count as one change, whatever their order; `RowChanges` specifies
///    which row keeps its position. This row or the motion determines the new anchor: the first visible row
///    and the y of its top on screen, which is at most 0.
/// 2. A linear list clamps its scroll position to its ends. Content that ends above the viewport's bottom
///    moves down until it ends there or its top is at the viewport's top; content that starts below the
///    viewport's top moves up to it.
///
/// While all rows have height 0, there is no anchor, and the first row that gets a height is shown at the
/// top.
///
/// Views are positioned in the list's *content space*. It starts at row 0 if the list knows the positions of
/// all its rows, and at the first row of the window if the list lays out only a window of its rows; that row
/// may change with every call. The protocol is `~Copyable` because strategies may own memory.
public protocol LayoutStrategy<Rows>: ~Copyable, SendableMetatype {
  associatedtype Rows: RowSource

  /// The properties of the technique and the claims that the harness checks.
  static var descriptor: StrategyDescriptor { get }

  /// Creates the list. The first `layout()` lays out the first screen.
  init(rows: Rows, options: LayoutOptions)

  // MARK: Where rows are

  /// Returns the y of a row's top in content space, measured from the top of row `origin(of: row)`. A
  /// windowed strategy computes the window that it would build around a row outside its window. The call
  /// changes neither the screen nor the results of later calls.
  ///
  /// - Parameter row: a row in `0..<count`, or `count` if the content space covers the whole list; the result
  ///   is then the content height.
  mutating func offset(of row: Int) -> LayoutUnit

  /// Returns the row at a point in content space, for which `offset(of: row) <= y < offset(of: row + 1)`:
  /// never a row of height 0, unless all rows have height 0. The result is the first row for points above the
  /// content, the last row for points below it, and 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int

  /// The row from whose top `offset(of: row)` is measured; row 0 if the content space covers the whole list.
  func origin(of row: Int) -> Int

  /// The y in content space of the viewport's top, valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// The height of the content space, valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  var viewport: LayoutUnit { get }

  // MARK: Changes, reported after the row source has changed

  /// Notifies the list that the height of a row changed.
  mutating func heightChanged(of row: Int)

  /// Notifies the list that all heights may have changed, as after a rotation.
  mutating func heightsChanged()

  /// Notifies the list that rows were inserted, which now have the indices `rows`. Rows inserted at or before
  /// the anchor's index are above the screen, even at the top of the list, where a web browser would show
  /// them.
  mutating func inserted(_ rows: Range<Int>)

  /// Notifies the list that the rows with the old indices `rows` were deleted.
  mutating func deleted(_ rows: Range<Int>)

  /// Notifies the list that the last deletion and the last insertion moved a row. The default has no effect;
  /// such a list shows the wrong screen after a row has moved away and back within one frame.
  mutating func moved()

  /// Moves a row to another index; nothing changes if it is the row's own index.
  ///
  /// The strategy calls `remove` and `insert` to change the row source, so that the source is in the expected
  /// state for its other methods. The default calls `remove`, `deleted`, `insert`, `inserted` and `moved`; a
  /// cheaper move must show the same screen.
  ///
  /// - Parameters:
  ///   - from: the row's index before the move.
  ///   - to: the row's index after the move.
  ///   - remove: removes the row from the source.
  ///   - insert: inserts the row into the source at `to`.
  mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void)
  // MARK: Motion

  /// Scrolls by `distance` in one frame, positive towards later rows.
  mutating func scroll(by distance: LayoutUnit)

  /// Notifies the list that the gesture ended, as in `scrollViewDidEndDecelerating`.
  mutating func settle()

  /// Scrolls until a row's top is at the viewport's top, or as near as the list's end allows. A jump may
  /// follow changes in the same frame, for example to remain at the end of a growing list.
  mutating func jump(to row: Int)

  /// Notifies the list that the viewport has a new height.
  mutating func resizeViewport(to height: LayoutUnit)

  // MARK: The frame

  /// Lays out one frame, as in `layoutSubviews`; has no effect if nothing has changed since the last frame.
  mutating func layout()

  /// Whether the strategy is spreading a one-time cost over several frames, such as a conversion after the
  /// first edit. The harness measures after the conversion and reports its cost separately.
  var isConverting: Bool { get }

  /// Visits all views that show a row, from top to bottom, even off screen.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// Returns false.
  @inlinable public var isConverting: Bool { false }

  /// Has no effect.
  @inlinable public mutating func moved() {}

  /// Deletes the row and inserts it at its new index.
  @inlinable
  public mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void
  ) {
    guard from != to else { return }
    remove()
    deleted(from..<from + 1)
    insert()
    inserted(to..<to + 1)
    moved()
  }

  /// Returns row 0.
  @inlinable public func origin(of row: Int) -> Int { 0 }

  /// Visits the rows on screen from top to bottom: those of a height above 0 that are partly in the viewport.
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
