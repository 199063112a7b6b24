/// The views of a run of consecutive rows, recycled at both ends as the run moves.
///
/// A frame is laid out with `begin`, one `place` for each row from top to bottom, and `finish`.
/// Invariant between frames: view k shows row `first + k` (modulo the count, in a circular list),
/// unless rows came or went among the views: then the views wait for the next frame to recycle them.
public struct ViewStrip {
  @usableFromInline var storedFirst = 0
  @usableFromInline var storedViews: [RowView] = []
  @usableFromInline var pool = ReusePool()
  /// Views of this frame's rows before `first`.
  @usableFromInline var fresh: [RowView] = []
  @usableFromInline var begun = 0
  /// Rows came or went among the views. Each view still has the index and the y of the row that the
  /// last frame showed in it, index -1 where that row is gone. `first` and `end` are then before all rows,
  /// so that `begin` recycles the views without another test.
  @inlinable var isScattered: Bool { storedFirst == .min }
  /// Where the first view begins in content space, as `rememberEdges` saw it.
  @usableFromInline var storedFirstTop = LayoutUnit.zero
  /// Where it ends, and where the last view begins and ends.
  @usableFromInline var firstEnd = LayoutUnit.zero
  @usableFromInline var lastTop = LayoutUnit.zero
  @usableFromInline var lastEnd = LayoutUnit.zero

  /// A strip without views.
  @inlinable
  public init() {}

  /// The row of the first view; in a circular list it counts on past the ends.
  @inlinable
  public var first: Int { storedFirst }

  /// The row after the last view's.
  @inlinable
  public var end: Int { first + storedViews.count }

  /// Begins a frame whose first row is `row`; takes back the views of the rows before it.
  @inlinable
  public mutating func begin(at row: Int) {
    begun = row
    if storedViews.isEmpty || row >= end {
      removeAll()
      storedFirst = row
    } else if row > first {
      let leaving = row - first
      for view in storedViews[..<leaving] { pool.recycle(view) }
      storedViews.removeFirst(leaving)
      storedFirst = row
    }
  }

  /// Places the next row of the frame at a content point.
  ///
  /// - Parameters:
  ///   - row: the row's number in the run.
  ///   - shown: the index that the view shows: `row`, but modulo the count in a circular list.
  ///   - y: the row's top in content space.
  ///   - height: the row's height.
  ///   - rows: where the rows come from; takes note of the work.
  @inlinable
  public mutating func place(
    _ row: Int, showing shown: Int, y: LayoutUnit, height: LayoutUnit, for rows: some RowSource
  ) {
    if row < first {
      fresh.append(pool.take(row: shown, y: y, height: height, for: rows))
    } else if row < end {
      pool.move(storedViews[row - first], to: y, height: height, for: rows)
    } else {
      storedViews.append(pool.take(row: shown, y: y, height: height, for: rows))
    }
  }

  /// Keeps the views from the first one on as they are: nothing but the viewport has moved since they
  /// were placed. Takes back those that begin at its bottom or below.
  ///
  /// - Parameter bottom: the viewport's bottom in content space.
  /// - Returns: the row after the last view that stays, and where it begins; nil where none does.
  @inlinable
  public mutating func keep(above bottom: LayoutUnit) -> (row: Int, y: LayoutUnit)? {
    while let view = storedViews.last {
      guard view.y >= bottom else { return (end, view.maxY) }
      storedViews.removeLast()
      pool.recycle(view)
    }
    return nil
  }

  /// Ends the frame before `row`: takes back the views from there on.
  ///
  /// - Complexity: O(rows of this frame and the last one).
  @inlinable
  public mutating func finish(before row: Int) {
    while end > max(row, first), let view = storedViews.popLast() { pool.recycle(view) }
    guard !fresh.isEmpty else { return }
    storedViews.insert(contentsOf: fresh, at: 0)
    fresh.removeAll(keepingCapacity: true)
    storedFirst = begun
  }

  /// The height of a row's view; nil where the row has none.
  @inlinable
  public func height(of row: Int) -> LayoutUnit? {
    row >= first && row < end ? storedViews[row - first].height : nil
  }

  // MARK: Frames in which no row comes or goes

  /// Remembers where the frame's first and last view are, for `firstOwns` and `lastReaches`.
  @inlinable
  public mutating func rememberEdges() {
    guard let first = storedViews.first, let last = storedViews.last else {
      (storedFirstTop, firstEnd, lastTop, lastEnd) = (.zero, .zero, .zero, .zero)
      return
    }
    (storedFirstTop, firstEnd, lastTop, lastEnd) = (first.y, first.maxY, last.y, last.maxY)
  }

  /// Where the first view began in content space in `rememberEdges`.
  @inlinable
  public var firstTop: LayoutUnit { storedFirstTop }

  /// Whether a content point lies in the row that was the first in `rememberEdges`.
  @inlinable
  public func firstOwns(_ top: LayoutUnit) -> Bool { top >= firstTop && top < firstEnd }

  /// Whether the row that was the last in `rememberEdges` is the last of a viewport with this bottom.
  @inlinable
  public func lastReaches(_ bottom: LayoutUnit) -> Bool { bottom > lastTop && bottom <= lastEnd }

  /// A whole frame that binds views to all rows of a window.
  ///
  /// - Parameters:
  ///   - window: the rows.
  ///   - moving: whether rows came or went at the top, or moved; else only those that are new at the
  ///     bottom are placed.
  ///   - rows: where the rows come from; takes note of the work.
  @inlinable
  public mutating func show<Rows: RowSource>(
    _ window: RowWindow<Rows>, moving: Bool, for rows: Rows
  ) {
    let loaded = window.range
    if !moving, loaded.upperBound == end { return }
    // First the views that leave at either end, so that they can come back at the other.
    finish(before: loaded.upperBound)
    begin(at: loaded.lowerBound)
    let new = end..<loaded.upperBound
    if moving {
      place(loaded.lowerBound..<first, of: window, for: rows)
      moveViews(in: window, for: rows)
    }
    place(new, of: window, for: rows)
    finish(before: loaded.upperBound)
  }

  @inlinable
  mutating func place<Rows: RowSource>(
    _ new: Range<Int>, of window: RowWindow<Rows>, for rows: Rows
  ) {
    for row in new {
      place(
        row, showing: row, y: window.offset(of: row), height: window.height(of: row), for: rows)
    }
  }

  /// Moves the views that stay to where their rows are now.
  @inlinable
  mutating func moveViews<Rows: RowSource>(in window: RowWindow<Rows>, for rows: Rows) {
    var y = window.offset(of: first)
    for index in storedViews.indices {
      let height = window.height(of: first + index)
      pool.move(storedViews[index], to: y, height: height, for: rows)
      y = y + height
    }
  }

  /// Takes back every view: the rows they show are not the rows they showed.
  @inlinable
  public mutating func removeAll() {
    for view in storedViews { pool.recycle(view) }
    storedViews.removeAll(keepingCapacity: true)
  }

  // MARK: Rows that come and go

  /// Rows were inserted: views of later rows show other indices. Where the rows come among the views,
  /// the next frame recycles all of them.
  @inlinable
  public mutating func inserted(_ rows: Range<Int>) {
    if !isScattered, rows.lowerBound <= first { return renumber(by: rows.count) }
    guard isScattered || rows.lowerBound < end else { return }
    scatter()
    for view in storedViews where view.row >= rows.lowerBound { view.row += rows.count }
  }

  /// Rows were deleted: views of later rows show other indices. Where there are views of deleted rows,
  /// the next frame recycles all of them.
  @inlinable
  public mutating func deleted(_ rows: Range<Int>) {
    if !isScattered, rows.upperBound <= first { return renumber(by: -rows.count) }
    guard isScattered || rows.lowerBound < end else { return }
    scatter()
    for view in storedViews where view.row >= rows.lowerBound {
      view.row = view.row < rows.upperBound ? -1 : view.row - rows.count
    }
  }

  /// The views show no consecutive rows any more: the next frame recycles all of them.
  @inlinable
  package mutating func scatter() { storedFirst = .min }

  /// The anchor after rows were deleted; to be asked before `deleted(_:)`.
  ///
  /// An anchor that stays keeps its y. When it is among the deleted rows, the first row that the last
  /// frame showed and that stays is the anchor and keeps its y; where none stays, the row after the
  /// deleted ones comes to the viewport's top. An empty list has no anchor: row -1.
  ///
  /// - Parameters:
  ///   - anchor: the anchor before, and its y on screen.
  ///   - old: the rows that were deleted.
  ///   - count: how many rows are left.
  ///   - top: the content point at the viewport's top in the last frame.
  ///   - bottom: the content point at its bottom; not needed when all views are on screen.
  /// - Complexity: O(views) when the anchor was deleted.
  @inlinable
  public func anchor(
    _ anchor: (row: Int, y: LayoutUnit), afterDeleting old: Range<Int>, of count: Int,
    from top: LayoutUnit, to bottom: LayoutUnit = .maximumDistance
  ) -> (row: Int, y: LayoutUnit) {
    if count == 0 { return (-1, .zero) }
    if anchor.row < old.lowerBound { return anchor }
    if anchor.row >= old.upperBound { return (anchor.row - old.count, anchor.y) }
    for view in storedViews where view.row >= 0 && !old.contains(view.row) {
      guard view.height > .zero, view.maxY > top, view.y < bottom else { continue }
      return (view.row < old.lowerBound ? view.row : view.row - old.count, view.y - top)
    }
    return (old.lowerBound, .zero)
  }

  @inlinable
  mutating func renumber(by shift: Int) {
    storedFirst += shift
    for view in storedViews { view.row += shift }
  }

  /// Visits the views from top to bottom.
  @inlinable
  public func visit(_ body: (RowView) -> Void) {
    for view in storedViews { body(view) }
  }
}
