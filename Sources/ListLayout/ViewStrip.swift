/// The views of consecutive rows, recycled at both ends as the rows move.
///
/// A frame is laid out with `begin`, one `place` for each row from top to bottom, and `finish`.
/// Invariant between frames: view k shows row `first + k` (modulo the count, in a circular list), unless
/// rows were inserted or deleted among the views: then the next frame recycles all views.
public struct ViewStrip {
  @usableFromInline var storedFirst = 0
  @usableFromInline var storedViews: [RowView] = []
  @usableFromInline var pool = ReusePool()
  /// Views of this frame's rows before `first`.
  @usableFromInline var fresh: [RowView] = []
  @usableFromInline var begun = 0
  /// Whether rows were inserted or deleted among the views. Each view then keeps the index and the y of its
  /// row in the last frame, with index -1 for a deleted row. `first` and `end` are before all rows, so
  /// `begin` recycles the views without another test.
  @inlinable var isScattered: Bool { storedFirst == .min }
  /// The top of the first view in content space at the last `rememberEdges`.
  @usableFromInline var storedFirstTop = LayoutUnit.zero
  /// The bottom of the first view; the top and bottom of the last.
  @usableFromInline var firstEnd = LayoutUnit.zero
  @usableFromInline var lastTop = LayoutUnit.zero
  @usableFromInline var lastEnd = LayoutUnit.zero

  /// A strip without views.
  @inlinable
  public init() {}

  /// The row of the first view; in a circular list it is not taken modulo the count.
  @inlinable
  public var first: Int { storedFirst }

  /// The row after the last view's.
  @inlinable
  public var end: Int { first + storedViews.count }

  /// Begins a frame whose first row is `row`; recycles the views of the rows before it.
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
  ///   - row: the row; in a circular list not taken modulo the count.
  ///   - shown: the index that the view shows: `row`, or `row` modulo the count.
  ///   - y: the row's top in content space.
  ///   - height: the row's height.
  ///   - rows: the source, which counts the work.
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

  /// Keeps the views as they are, when only the viewport has moved since they were placed; recycles those at
  /// or below its bottom.
  ///
  /// - Parameter bottom: the viewport's bottom in content space.
  /// - Returns: the row after the last remaining view, and its top; nil if no view remains.
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

  /// The top of the first view in content space at the last `rememberEdges`.
  @inlinable
  public var firstTop: LayoutUnit { storedFirstTop }

  /// Whether a content point is in the first row of the last `rememberEdges`.
  @inlinable
  public func firstOwns(_ top: LayoutUnit) -> Bool { top >= firstTop && top < firstEnd }

  /// Whether a viewport with this bottom ends in the last row of the last `rememberEdges`.
  @inlinable
  public func lastReaches(_ bottom: LayoutUnit) -> Bool { bottom > lastTop && bottom <= lastEnd }

  /// Lays out a frame that binds views to all rows of a window.
  ///
  /// - Parameters:
  ///   - window: the rows.
  ///   - moving: whether rows changed at the top or moved; if false, only new rows at the bottom are placed.
  ///   - rows: the source, which counts the work.
  @inlinable
  public mutating func show<Rows: RowSource>(
    _ window: RowWindow<Rows>, moving: Bool, for rows: Rows
  ) {
    let loaded = window.range
    if !moving, loaded.upperBound == end { return }
    // Recycle at both ends first, so that the views can be reused.
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

  /// Moves the remaining views to the current positions of their rows.
  @inlinable
  mutating func moveViews<Rows: RowSource>(in window: RowWindow<Rows>, for rows: Rows) {
    var y = window.offset(of: first)
    for index in storedViews.indices {
      let height = window.height(of: first + index)
      pool.move(storedViews[index], to: y, height: height, for: rows)
      y = y + height
    }
  }

  /// Recycles all views.
  @inlinable
  public mutating func removeAll() {
    for view in storedViews { pool.recycle(view) }
    storedViews.removeAll(keepingCapacity: true)
  }

  // MARK: Inserted and deleted rows

  /// Renumbers the views of later rows. If the rows were inserted among the views, the next frame recycles
  /// all views.
  @inlinable
  public mutating func inserted(_ rows: Range<Int>) {
    if !isScattered, rows.lowerBound <= first { return renumber(by: rows.count) }
    guard isScattered || rows.lowerBound < end else { return }
    scatter()
    for view in storedViews where view.row >= rows.lowerBound { view.row += rows.count }
  }

  /// Renumbers the views of later rows. If a view's row was deleted, the next frame recycles all views.
  @inlinable
  public mutating func deleted(_ rows: Range<Int>) {
    if !isScattered, rows.upperBound <= first { return renumber(by: -rows.count) }
    guard isScattered || rows.lowerBound < end else { return }
    scatter()
    for view in storedViews where view.row >= rows.lowerBound {
      view.row = view.row < rows.upperBound ? -1 : view.row - rows.count
    }
  }

  /// Marks the views as not consecutive: the next frame recycles all of them.
  @inlinable
  package mutating func scatter() { storedFirst = .min }

  /// The anchor after rows were deleted; call it before `deleted(_:)`.
  ///
  /// If the anchor was deleted, the first remaining row of the last frame becomes the anchor and keeps its
  /// y; if none remains, the row after the deleted ones, at the viewport's top. Row -1 in an empty list.
  ///
  /// - Parameters:
  ///   - anchor: the anchor before, and its y on screen.
  ///   - old: the rows that were deleted.
  ///   - count: the number of remaining rows.
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
