/// A technique for laying out an endless list.
///
/// All methods of a strategy are called on one thread. After each call of `layout()`, the screen must show
/// the same rows at the same positions as the reference implementation does after the same gestures. Between
/// two calls of `layout()`, the caller reports *either* any number of changes *or* one motion. All changes
/// between two calls of `layout()` are one change, and their order does not matter: `RowChanges` specifies
/// which row keeps its position on screen. After changes or motion, `layout()` does the following:
///
/// 1. `layout()` determines the new anchor: the first visible row, and the y of its top on screen, which is
///    at most 0.
/// 2. `layout()` limits the scroll position of a linear list to the list's ends. Content that ends above the
///    viewport's bottom moves down until it ends at the bottom, or until its top is at the viewport's top.
///    Content that starts below the viewport's top moves up to the viewport's top.
///
/// While all rows have height 0, the list has no anchor. In a list without an anchor, the first row that gets
/// a height above 0 is shown at the viewport's top.
///
/// Views are positioned in the list's *content space*. The content space of a list that knows the positions
/// of all its rows starts at row 0. The content space of a list that lays out only a window of its rows
/// starts at the window's first row, which may change whenever a method of the strategy is called. The
/// protocol is `~Copyable` because strategies may own memory.
public protocol LayoutStrategy<Rows>: ~Copyable, SendableMetatype {
  /// The type of the row source.
  associatedtype Rows: RowSource

  /// The descriptor of the technique, which contains its properties and the claims that the harness checks.
  static var descriptor: StrategyDescriptor { get }

  /// Creates the list. The first call of `layout()` lays out the first screen.
  init(rows: Rows, options: LayoutOptions)

  // MARK: Where rows are

  /// Returns the y of a row's top in content space, measured from the top of row `origin(of: row)`.
  ///
  /// For a row outside the window, a windowed strategy computes the window that it would build around that
  /// row. A call of `offset(of:)` changes neither the screen nor the results of later calls.
  ///
  /// - Parameter row: the index of the row. If the content space covers the whole list, `row` is in
  ///   `0...count`, and the result for `count` is the content height. If the content space covers only a
  ///   window, `row` is in `0..<count`.
  mutating func offset(of row: Int) -> LayoutUnit

  /// Returns the row at a point `y` in content space, for which `offset(of: row) <= y < offset(of: row + 1)`.
  /// A row of height 0 is never returned, unless all rows have height 0. The result is the first row for
  /// points above the content, the last row for points below the content, and 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int

  /// Returns the row from whose top `offset(of: row)` is measured. The result is row 0 if the content space
  /// covers the whole list.
  func origin(of row: Int) -> Int

  /// The content point at the viewport's top, valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// The height of the content space, valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  /// The viewport's height V.
  var viewport: LayoutUnit { get }

  // MARK: Changes, reported after the row source has changed

  /// Notifies the list that the height of one row changed in the source.
  mutating func heightChanged(of row: Int)

  /// Notifies the list that the height of every row may have changed, as after a rotation or a change of the
  /// text size.
  mutating func heightsChanged()

  /// Notifies the list that rows were inserted. The inserted rows now have the indices `rows`. Rows inserted
  /// at or before the anchor's index are above the screen. Even at the top of the list, inserted rows do not
  /// appear on screen, although a web browser would show them.
  mutating func inserted(_ rows: Range<Int>)

  /// Notifies the list that rows were deleted. The deleted rows had the indices `rows`.
  mutating func deleted(_ rows: Range<Int>)

  /// Notifies the list that the last deletion and the last insertion moved one row. The default
  /// implementation has no effect. A list that does not implement this function shows the wrong screen after
  /// a row has moved away and back within one frame.
  mutating func moved()

  /// Moves a row to another index. A row that moves to its own index does not change the list.
  ///
  /// The strategy itself calls `remove` and `insert` to change the row source, so that the source is in the
  /// expected state whenever another method of the strategy is called. The default implementation calls
  /// `remove`, `deleted`, `insert`, `inserted` and `moved`. A strategy with a cheaper move calls `remove` and
  /// `insert` and then updates itself; the screen must be the same as with the default.
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

  /// Lays out one frame, as in `layoutSubviews`. If nothing has changed since the last frame, a call of
  /// `layout()` has no effect.
  mutating func layout()

  /// Whether the strategy is spreading a one-time cost over several frames, such as the cost of the
  /// conversion to another structure after the first edit. The harness starts to measure after the conversion
  /// has ended, and reports the cost of the conversion separately.
  var isConverting: Bool { get }

  /// Visits all views that show a row, from top to bottom, including views off screen.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// Returns false, because most strategies do not spread a one-time cost over frames.
  @inlinable
  public var isConverting: Bool { false }

  /// Has no effect.
  @inlinable
  public mutating func moved() {}

  /// Moves a row by deleting it and inserting it at its new index.
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

  /// Returns row 0, which is correct if the content space covers the whole list.
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
