/// A technique for laying out an endless list.
///
/// All methods must be called from the same thread. Between two calls to `layout()`, the caller reports
/// *either* any number of changes *or* a single motion. After each `layout()`, the screen must show the same
/// rows at the same positions as the reference does after the same gestures:
///
/// 1. All changes since the last frame count as a single change, regardless of order; `RowChanges` decides
///    which row keeps its position. That row, or the motion, determines the new anchor. The anchor consists
///    of the first visible row and the on-screen y position of that row's top, which is at most 0.
/// 2. A linear list clamps its scroll position at both ends. Content that ends above the bottom of the
///    viewport moves down until it reaches the bottom or its own top reaches the top of the viewport. Content
///    that starts below the top of the viewport moves up to it.
///
/// While all rows have height 0, there is no anchor. The first row that gets a nonzero height is then shown
/// at the top.
///
/// Views are positioned in the list's *content space*. If the list knows the positions of all its rows,
/// content space starts at row 0. If the list lays out only a window of rows, content space starts at the
/// window's first row, which may change with every call. The protocol is `~Copyable` because strategies may
/// own memory.
public protocol LayoutStrategy<Rows>: ~Copyable, SendableMetatype {
  /// Type of the row source.
  associatedtype Rows: RowSource

  /// The technique's properties and the claims checked by the harness.
  static var descriptor: StrategyDescriptor { get }

  /// Creates the list. The first `layout()` lays out the first screen.
  init(rows: Rows, options: LayoutOptions)

  // MARK: Where rows are

  /// Returns the y coordinate of a row's top in content space, relative to the top of row `origin(of: row)`.
  /// For a row outside the window, a windowed strategy uses the window that it would build around that row.
  /// Calling this method affects neither the screen nor the results of later calls.
  ///
  /// - Parameter row: a row in `0..<count`. If the content space covers the whole list, `count` is also
  ///   valid, and the result is the content height.
  mutating func offset(of row: Int) -> LayoutUnit

  /// Returns the row at a point in content space, which is the row for which
  /// `offset(of: row) <= y < offset(of: row + 1)`. Skips rows of height 0, unless every row has height 0.
  /// Returns the first row for points above the content, the last row for points below it, and 0 if the list
  /// is empty.
  mutating func row(at offset: LayoutUnit) -> Int

  /// The row from whose top `offset(of: row)` is measured. This is row 0 if the content space covers the
  /// whole list.
  func origin(of row: Int) -> Int

  /// Y coordinate of the viewport's top in content space, valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// Height of the content space, valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  /// Height of the viewport.
  var viewport: LayoutUnit { get }

  // MARK: Changes, reported after the row source has changed

  /// Notifies the list that a row's height changed.
  mutating func heightChanged(of row: Int)

  /// Notifies the list that any or all heights may have changed, for example after a rotation.
  mutating func heightsChanged()

  /// Notifies the list that rows were inserted; `rows` contains their new indices. Rows inserted at or before
  /// the anchor's index go above the screen. This applies even at the top of the list, where a web browser
  /// would show the inserted rows.
  mutating func inserted(_ rows: Range<Int>)

  /// Notifies the list that rows were deleted; `rows` contains their old indices.
  mutating func deleted(_ rows: Range<Int>)

  /// Notifies the list that the last deletion and the last insertion together moved one row. The default
  /// implementation does nothing; a list that uses it shows incorrect rows if a row moves away and back
  /// within one frame.
  mutating func moved()

  /// Moves a row to another index. Moving a row to its own index has no effect.
  ///
  /// The strategy itself changes the row source by calling `remove` and `insert`, so that the source is in
  /// the expected state when `deleted` or `inserted` is called. The default implementation calls `remove`,
  /// `deleted`, `insert`, `inserted` and `moved`. A faster implementation must show the same screen.
  ///
  /// - Parameters:
  ///   - from: the row's index before the move.
  ///   - to: the row's index after the move.
  ///   - remove: removes the row from the source.
  ///   - insert: inserts the row into the source at `to`.
  mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void)
  // MARK: Motion

  /// Scrolls by `distance` in one frame; positive values scroll towards later rows.
  mutating func scroll(by distance: LayoutUnit)

  /// Notifies the list that the gesture has ended, as in `scrollViewDidEndDecelerating`.
  mutating func settle()

  /// Scrolls a row's top to the top of the viewport, or as close to it as the end of the list allows. A jump
  /// may follow changes in the same frame, for example to stay at the end of a growing list.
  mutating func jump(to row: Int)

  /// Notifies the list that the viewport's height has changed.
  mutating func resizeViewport(to height: LayoutUnit)

  // MARK: The frame

  /// Lays out one frame, as in `layoutSubviews`. Has no effect if nothing has changed since the last frame.
  mutating func layout()

  /// Whether the strategy is still spreading a one-time cost, such as a conversion after the first edit, over
  /// several frames. The harness starts measuring after the conversion and reports the conversion's cost
  /// separately.
  var isConverting: Bool { get }

  /// Visits all views that show a row, from top to bottom, including off-screen views.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// Returns false.
  @inlinable public var isConverting: Bool { false }

  /// Has no effect.
  @inlinable public mutating func moved() {}

  /// Deletes the row, then inserts it at its new index.
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

  /// Visits the rows that are at least partly on screen, from top to bottom, skipping rows of height 0.
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
