/// A technique for laying out an endless list.
///
/// All calls come from one thread. After `layout()`, a strategy must show the same rows at the same positions
/// as the reference under the same gestures. Between two calls of `layout()`, the caller makes any number of
/// changes *or* one motion. Changes keep the anchor of the last frame: the first visible row and its y, at
/// most 0. Then `layout()` determines the new anchor, and clamps a linear list: content that ends above the
/// viewport's bottom moves down until it reaches the bottom or until its top is at 0, and content that starts
/// below the viewport's top moves up. While no row has a height, there is no anchor; the next row that gets a
/// height is shown at the viewport's top.
///
/// Views are positioned in the list's *content space*. The content space of a list that knows all its rows
/// starts at row 0, and that of a window at the window's first row, which may change with every call. The
/// protocol is `~Copyable` because strategies may own memory.
public protocol LayoutStrategy<Rows>: ~Copyable, SendableMetatype {
  /// The type of the row source.
  associatedtype Rows: RowSource

  /// The facts about the technique and its claims.
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

  /// Returns the row at a point `y`, so that `offset(of: row) <= y < offset(of: row + 1)`; rows of height 0
  /// are excluded, unless all are. Above the content it is the first row, below the last row, and 0 in an
  /// empty list.
  mutating func row(at offset: LayoutUnit) -> Int

  /// Returns the row from whose top `offset(of: row)` is measured; 0 for a whole list.
  func origin(of row: Int) -> Int

  /// The content point at the viewport's top. Valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// The height of the content space. Valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  /// The viewport's height V.
  var viewport: LayoutUnit { get }

  // MARK: Changes, which the source made just before the call

  /// The height of one row changed.
  mutating func heightChanged(of row: Int)

  /// The height of every row may have changed, as after a rotation or a change of the text size.
  mutating func heightsChanged()

  /// Rows were inserted and now have the indices `rows`. Rows inserted at or before the anchor's index are
  /// above the screen, even at the top of the list, where a web browser would show them.
  mutating func inserted(_ rows: Range<Int>)

  /// Rows were deleted; they had the indices `rows`. If the anchor was deleted, the first remaining row of
  /// the last frame becomes the anchor and keeps its y; if none remains, the row after the deleted rows, with
  /// y = 0.
  mutating func deleted(_ rows: Range<Int>)

  /// Moves a row from one index to its new index `to`, which is equivalent to deleting and inserting it.
  ///
  /// The default calls `remove`, `deleted`, `insert` and `inserted`, so that the source is in the state that
  /// each method expects. A strategy with a cheaper move calls `remove` and `insert`, which change the
  /// source, and then updates itself; the screen must be the same.
  mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void)

  // MARK: Motion

  /// Scrolls by `distance` in one frame; a positive distance scrolls towards later rows.
  mutating func scroll(by distance: LayoutUnit)

  /// The gesture ended, as in `scrollViewDidEndDecelerating`.
  mutating func settle()

  /// Scrolls a row's top to the viewport's top, or as near as the list's end allows. The call may follow
  /// changes in the same frame, to stay at the end of a list that grows.
  mutating func jump(to row: Int)

  /// The height of the viewport changed.
  mutating func resizeViewport(to height: LayoutUnit)

  // MARK: The frame

  /// Lays out one frame, as in `layoutSubviews`. A second call without a change has no effect.
  mutating func layout()

  /// Whether a one-time cost is being spread over frames, such as the conversion to another structure after
  /// the first edit. Measurements wait until it ends and report that cost separately.
  var isConverting: Bool { get }

  /// Visits all views that show a row, from top to bottom, including views off screen.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// False.
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

  /// Visits the rows that have a height and are at least partly in the viewport, from top to bottom.
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
