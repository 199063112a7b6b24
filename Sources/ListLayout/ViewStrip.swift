/// The views that show consecutive rows of a list. As the rows move, views are recycled at both ends of the
/// strip.
///
/// To lay out a frame, call `begin`, then `place` for each row from top to bottom, then `finish`. Between
/// frames, view k shows row `first + k`. In a circular list, view k shows row `first + k` modulo the number
/// of rows. If rows were inserted or deleted among the rows that the views show, the views no longer show
/// consecutive rows, and the next frame recycles all views.
public struct ViewStrip {
  @usableFromInline var storedFirst = 0
  @usableFromInline var storedViews: [RowView] = []
  @usableFromInline var pool = ReusePool()
  /// The rows before `first` that the current frame has placed. They get their views in `finish`, so that they
  /// can reuse the views that leave the screen at its bottom.
  @usableFromInline var fresh: [VisibleRow] = []
  /// The views of these rows; empty between frames.
  @usableFromInline var entered: [RowView] = []
  @usableFromInline var begun = 0
  /// Whether rows were inserted or deleted among the rows that the views show. If `isScattered` is true, each
  /// view keeps its y from the last frame, and its property `row` is the row's current index, or -1 if the
  /// row was deleted. While `isScattered` is true, `first` and `end` are less than any row index, so `begin`
  /// recycles all views without testing `isScattered`.
  @inlinable var isScattered: Bool { storedFirst == .min }
  /// The top of the first view in content space, as of the last call of `rememberEdges`.
  @usableFromInline var storedFirstTop = LayoutUnit.zero
  /// The bottom of the first view, and the top and bottom of the last view, as of the last call of
  /// `rememberEdges`.
  @usableFromInline var firstEnd = LayoutUnit.zero
  @usableFromInline var lastTop = LayoutUnit.zero
  @usableFromInline var lastEnd = LayoutUnit.zero

  /// Creates a strip without views.
  @inlinable
  public init() {}

  /// The row that the first view shows. In a circular list, the index is not taken modulo the number of rows.
  @inlinable
  public var first: Int { storedFirst }

  /// The index after the row that the last view shows.
  @inlinable
  public var end: Int { first + storedViews.count }

  /// Begins a frame whose first row is `row`, and recycles the views of rows before it.
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
  ///   - row: the row. In a circular list, the index is not taken modulo the number of rows.
  ///   - shown: the index that the view shows, which is `row`, or `row` modulo the number of rows in a
  ///     circular list.
  ///   - y: the row's top in content space.
  ///   - height: the row's height.
  ///   - rows: the row source, which counts the work.
  @inlinable
  public mutating func place(
    _ row: Int, showing shown: Int, y: LayoutUnit, height: LayoutUnit, for rows: some RowSource
  ) {
    if row < first {
      fresh.append(VisibleRow(row: shown, y: y, height: height))
    } else if row < end {
      pool.move(storedViews[row - first], to: y, height: height, for: rows)
    } else {
      storedViews.append(pool.take(row: shown, y: y, height: height, for: rows))
    }
  }

  /// Recycles views at or below the viewport's bottom and keeps the positions of all others. Call this
  /// function only if nothing but the viewport has moved since the views were placed.
  ///
  /// - Parameter bottom: the viewport's bottom in content space.
  /// - Returns: the row after the last remaining view, and that row's top; nil if no view remains.
  @inlinable
  public mutating func keep(above bottom: LayoutUnit) -> (row: Int, y: LayoutUnit)? {
    while let view = storedViews.last {
      guard view.y >= bottom else { return (end, view.maxY) }
      storedViews.removeLast()
      pool.recycle(view)
    }
    return nil
  }

  /// Ends the frame, recycles the views of `row` and of later rows, and binds views to the rows that entered at
  /// the top.
  ///
  /// - Complexity: O(r), where r is the number of rows in this frame and in the last frame.
  @inlinable
  public mutating func finish(before row: Int, for rows: some RowSource) {
    while end > max(row, first), let view = storedViews.popLast() { pool.recycle(view) }
    guard !fresh.isEmpty else { return }
    for row in fresh {
      entered.append(pool.take(row: row.row, y: row.y, height: row.height, for: rows))
    }
    storedViews.insert(contentsOf: entered, at: 0)
    fresh.removeAll(keepingCapacity: true)
    entered.removeAll(keepingCapacity: true)
    storedFirst = begun
  }

  /// Returns the height of the view that shows a row; nil if no view shows it.
  @inlinable
  public func height(of row: Int) -> LayoutUnit? {
    row >= first && row < end ? storedViews[row - first].height : nil
  }

  // MARK: Frames in which no row enters or leaves the screen

  /// Stores the positions of the first and last views, which `firstOwns` and `lastReaches` need.
  @inlinable
  public mutating func rememberEdges() {
    guard let first = storedViews.first, let last = storedViews.last else {
      (storedFirstTop, firstEnd, lastTop, lastEnd) = (.zero, .zero, .zero, .zero)
      return
    }
    (storedFirstTop, firstEnd, lastTop, lastEnd) = (first.y, first.maxY, last.y, last.maxY)
  }

  /// The top of the first view in content space, as of the last call of `rememberEdges`.
  @inlinable
  public var firstTop: LayoutUnit { storedFirstTop }

  /// Whether a content point is in the row of the first view, as of the last call of `rememberEdges`.
  @inlinable
  public func firstOwns(_ top: LayoutUnit) -> Bool { top >= firstTop && top < firstEnd }

  /// Whether a viewport with the given bottom ends in the row of the last view, as of the last call of
  /// `rememberEdges`.
  @inlinable
  public func lastReaches(_ bottom: LayoutUnit) -> Bool { bottom > lastTop && bottom <= lastEnd }

  /// Lays out a frame in which every row of a window has a view.
  ///
  /// - Parameters:
  ///   - window: the window whose rows get views.
  ///   - moving: whether rows moved, or were added or dropped at the top. If `moving` is false, only new rows
  ///     at the bottom are placed.
  ///   - rows: the row source, which counts the work.
  @inlinable
  public mutating func show<Rows: RowSource>(
    _ window: RowWindow<Rows>, moving: Bool, for rows: Rows
  ) {
    let loaded = window.range
    if !moving, loaded.upperBound == end { return }
    // Recycle views at both ends first, so that the new rows can reuse them.
    finish(before: loaded.upperBound, for: rows)
    begin(at: loaded.lowerBound)
    let new = end..<loaded.upperBound
    if moving {
      place(loaded.lowerBound..<first, of: window, for: rows)
      moveViews(in: window, for: rows)
    }
    place(new, of: window, for: rows)
    finish(before: loaded.upperBound, for: rows)
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

  /// Moves the existing views to the current positions of their rows.
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

  /// Updates the row indices of the views after rows were inserted. If rows were inserted among the rows that
  /// the views show, the next frame recycles all views.
  @inlinable
  public mutating func inserted(_ rows: Range<Int>) {
    if !isScattered, rows.lowerBound <= first { return renumber(by: rows.count) }
    guard isScattered || rows.lowerBound < end else { return }
    scatter()
    for view in storedViews where view.row >= rows.lowerBound { view.row += rows.count }
  }

  /// Updates the row indices of the views after rows were deleted. If the row of a view was deleted, the next
  /// frame recycles all views.
  @inlinable
  public mutating func deleted(_ rows: Range<Int>) {
    if !isScattered, rows.upperBound <= first { return renumber(by: -rows.count) }
    guard isScattered || rows.lowerBound < end else { return }
    scatter()
    for view in storedViews where view.row >= rows.lowerBound {
      view.row = view.row < rows.upperBound ? -1 : view.row - rows.count
    }
  }

  /// Marks the views as no longer showing consecutive rows, so that the next frame recycles all views.
  @inlinable
  package mutating func scatter() { storedFirst = .min }

  /// Returns the new anchor after rows were deleted. Call this function before `deleted(_:)`.
  ///
  /// If the anchor row was deleted, the first remaining row that the last frame showed becomes the anchor and
  /// keeps its position on screen. If all rows that the last frame showed were deleted, the row after the
  /// deleted rows becomes the anchor, at the viewport's top. In an empty list, the anchor's row is -1.
  ///
  /// - Parameters:
  ///   - anchor: the anchor before the deletion, and its y on screen.
  ///   - old: the rows that were deleted.
  ///   - count: the number of remaining rows.
  ///   - top: the content point at the viewport's top in the last frame.
  ///   - bottom: the content point at the viewport's bottom in the last frame; not needed if all views are on
  ///     screen.
  /// - Complexity: O(v) if the anchor was deleted, where v is the number of views; otherwise O(1).
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
