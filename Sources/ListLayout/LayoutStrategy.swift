/// A technique for laying out an endless list.
///
/// Calls come from one thread. What a strategy owes is what is on screen after `layout()`: the same
/// gestures give the same rows at the same places as the reference. Between two calls of `layout()`
/// come any number of changes *or* one motion; all changes keep the anchor of the last frame, and
/// `layout()` is the moment at which
///
/// 1. the anchor (first visible row and its y, at most 0) is taken again: a row that became
///    invisible stops being it, and
/// 2. a linear list that ends above the viewport's bottom moves down until it fits or its top is
///    at 0; one that starts below the viewport's top moves up.
///
/// While no row has a height nothing is read and there is no anchor: whatever gets a height next is
/// shown from the top.
///
/// A list has a *content space* in which its views stand. For a list that knows all its rows it
/// starts at row 0; a window on the rows starts at its own first row and may start elsewhere after
/// every call. Strategies may own memory and need no copying, hence `~Copyable`.
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
  /// A window answers as its design does: for a row outside, it works out the window that it would
  /// build around that row. The screen and later answers do not change.
  ///
  /// - Parameter row: in `0...count` for a whole list (`count` gives the content height), in
  ///   `0..<count` for a window.
  mutating func offset(of row: Int) -> LayoutUnit

  /// The row that owns a point of content space: `offset(of: row) <= y < offset(of: row + 1)`, so
  /// never a row of height 0 unless all are. Points above the content give its first row, points
  /// below its last, an empty list 0.
  mutating func row(at offset: LayoutUnit) -> Int

  /// The row whose top is 0 in the answer of `offset(of: row)`: 0 for a whole list.
  func origin(of row: Int) -> Int

  /// The content point at the viewport's top. Valid after `layout()`.
  var contentOffset: LayoutUnit { get }

  /// The height of the content space. Valid after `layout()`.
  var contentHeight: LayoutUnit { get }

  /// The viewport's height V.
  var viewport: LayoutUnit { get }

  // MARK: What changed in the source, just before the call

  /// One row has another height.
  mutating func heightChanged(of row: Int)

  /// Every row may have another height: rotation, another text size.
  mutating func heightsChanged()

  /// Rows were inserted; they now have the indices `rows`. Those at or before the anchor's index
  /// go above it, out of sight, also at the very top of the list. (A web browser shows them there.)
  mutating func inserted(_ rows: Range<Int>)

  /// Rows were deleted; they had the indices `rows`. When the anchor is among them, the first row that
  /// the last frame showed and that is still there becomes the anchor and keeps its y. Where there is
  /// none, the row after the deleted ones is the anchor, with y = 0. A list that has lost all rows has
  /// no anchor.
  mutating func deleted(_ rows: Range<Int>)

  /// A row goes to another index: to be told of as deleted and inserted.
  ///
  /// The source changes in two steps, which the strategy asks for, so that each call finds the source as
  /// it expects it. By default: remove, `deleted`, insert, `inserted`. A strategy that moves rows at less
  /// cost makes both steps and then its own update; what is on screen must be the same.
  ///
  /// - Parameters:
  ///   - from: the row's index.
  ///   - to: its index afterwards.
  ///   - remove: takes the row out of the source.
  ///   - insert: puts it back at `to`.
  mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void)

  // MARK: Motion

  /// The content moves by `distance` in one frame; positive towards later rows.
  mutating func scroll(by distance: LayoutUnit)

  /// The gesture is over: `scrollViewDidEndDecelerating`.
  mutating func settle()

  /// Puts a row's top at the viewport's top, or as near as the list's end allows. May follow changes in
  /// the same frame: to follow the end of a list is a jump to its last row.
  mutating func jump(to row: Int)

  /// The viewport has another height.
  mutating func resizeViewport(to height: LayoutUnit)

  // MARK: The frame

  /// Lays out one frame: `layoutSubviews`. A second call without a change between changes nothing.
  mutating func layout()

  /// Whether a cost that occurs once, such as going over to another structure after the first edit,
  /// is being spread over frames at this moment. Measuring waits until it is over and states that
  /// cost by itself.
  var isConverting: Bool { get }

  /// Visits the views bound to rows, from top to bottom; a list may hold some that are out of
  /// sight.
  func visitViews(_ body: (RowView) -> Void)
}

extension LayoutStrategy where Self: ~Copyable {
  /// Nothing is spread over frames.
  @inlinable
  public var isConverting: Bool { false }

  /// A move is a row that is deleted and inserted.
  @inlinable
  public mutating func move(
    from: Int, to: Int, removing remove: () -> Void, inserting insert: () -> Void
  ) {
    remove()
    deleted(from..<from + 1)
    insert()
    inserted(to..<to + 1)
  }

  /// A whole list measures from row 0.
  @inlinable
  public func origin(of row: Int) -> Int { 0 }

  /// Visits what is on screen: the views that lie at least partly in the viewport and have a
  /// height, from top to bottom.
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
