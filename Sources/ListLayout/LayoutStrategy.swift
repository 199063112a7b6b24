/// A technique for laying out an endless list.
///
/// All calls come from one thread. After `layout()`, a strategy must show the same rows at the same
/// positions as the reference under the same gestures. Between two calls of `layout()` come any number of
/// changes *or* one motion. Changes keep the anchor of the last frame; `layout()`
///
/// 1. determines the anchor (the first visible row and its y, at most 0) anew, and
/// 2. clamps a linear list: content that ends above the viewport's bottom moves down until it fits or its
///    top is at 0; content that starts below the viewport's top moves up.
///
/// While no row has a height there is no anchor: the next row that gets a height is shown from the top.
///
/// Views are positioned in the list's *content space*. For a list that knows all its rows it starts at row
/// 0; a window on the rows starts at its own first row, which may change with every call. Strategies may own
/// memory, hence `~Copyable`.
public protocol LayoutStrategy<Rows>: ~Copyable, SendableMetatype {
  /// Where the rows come from.
  associatedtype Rows: RowSource

  /// The technique's facts and claims.
  static var descriptor: StrategyDescriptor { get }

  /// Prepares the list; the first `layout()` places the first screen.
  init(rows: Rows, options: LayoutOptions)

  // MARK: Where rows are

  /// The y of a row's top in content space, measured from the top of row `origin(of: row)`.
  ///
  /// For a row outside, a window computes the window that it would build around that row. The screen and
  /// later answers do not change.
  ///
  /// - Parameter row: in `0...count` for a whole list (`count` gives the content height), in
  ///   `0..<count` for a window.
  mutating func offset(of row: Int) -> LayoutUnit

  /// The row at a point of content space: `offset(of: row) <= y < offset(of: row + 1)`, which excludes rows
  /// of height 0 unless all are. The first row for points above the content, the last for points below, 0 in
  /// an empty list.
  mutating func row(at offset: LayoutUnit) -> Int

  /// The row from whose top `offset(of: row)` is measured: 0 for a whole list.
  func origin(of row: Int) -> Int

  /// The content point at the viewport's top. Valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// The height of the content space. Valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  /// The viewport's height V.
  var viewport: LayoutUnit { get }

  // MARK: Changes, which the source made just before the call

  /// One row has another height.
  mutating func heightChanged(of row: Int)

  /// Every row may have another height, as after a rotation or with another text size.
  mutating func heightsChanged()

  /// Rows were inserted; they now have the indices `rows`. Those at or before the anchor's index are above
  /// it, off screen, even at the top of the list. (A web browser shows them there.)
  mutating func inserted(_ rows: Range<Int>)

  /// Rows were deleted; they had the indices `rows`. If the anchor was deleted, the first remaining row of
  /// the last frame becomes the anchor and keeps its y; if none remains, the row after the deleted ones,
  /// with y = 0.
  mutating func deleted(_ rows: Range<Int>)

  /// A row moves to another index; equivalent to deleting and inserting it.
  ///
  /// The strategy calls `remove` and `insert`, so that it finds the source in the state that each of its
  /// methods expects. By default: `remove`, `deleted`, `insert`, `inserted`. A strategy with a cheaper move
  /// calls both and then updates itself; the screen must be the same.
  ///
  /// - Parameters:
  ///   - from: the row's index.
  ///   - to: its index afterwards.
  ///   - remove: takes the row out of the source.
  ///   - insert: puts it back at `to`.
  mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void)

  // MARK: Motion

  /// Scrolls by `distance` in one frame; positive towards later rows.
  mutating func scroll(by distance: LayoutUnit)

  /// The gesture ended: `scrollViewDidEndDecelerating`.
  mutating func settle()

  /// Scrolls to a row: its top at the viewport's top, or as near as the list's end allows. May follow
  /// changes in the same frame, to stay at the end of a list that grows.
  mutating func jump(to row: Int)

  /// The viewport has another height.
  mutating func resizeViewport(to height: LayoutUnit)

  // MARK: The frame

  /// Lays out one frame: `layoutSubviews`. A second call without a change has no effect.
  mutating func layout()

  /// Whether a one-time cost, such as the conversion to another structure after the first edit, is being
  /// spread over frames. Measurements wait until it ends and report that cost separately.
  var isConverting: Bool { get }

  /// Visits the views bound to rows, from top to bottom, including views off screen.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// False.
  @inlinable
  public var isConverting: Bool { false }

  /// Deletes and inserts the row.
  @inlinable
  public mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void
  ) {
    remove()
    deleted(from..<from + 1)
    insert()
    inserted(to..<to + 1)
  }

  /// Row 0, as for a whole list.
  @inlinable
  public func origin(of row: Int) -> Int { 0 }

  /// Visits the rows on screen, from top to bottom: views with a height, at least partly in the viewport.
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
