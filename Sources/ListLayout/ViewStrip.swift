/// Views for consecutive rows of a list. As rows scroll off either end, their views are recycled.
///
/// To lay out a frame, call `begin`, then `place` for each row from top to bottom, and finally `finish`.
/// Between frames, view k shows row `first + k`, taken modulo the number of rows in a circular list. If
/// rows are inserted or deleted between rows that have views, the next frame recycles all views.
///
/// Until `takeChanges` is called, the views keep the positions and row indices of the last frame. `anchor`
/// uses these to choose the row that keeps its position.
public struct ViewStrip {
  @usableFromInline var storedFirst = 0
  @usableFromInline var storedViews: [RowView] = []
  @usableFromInline var pool = ReusePool()
  /// The placed rows before `first`. `finish` gives these rows their views, after it has recycled the views
  /// of rows that left the screen at the bottom.
  @usableFromInline var fresh: [VisibleRow] = []
  @usableFromInline var entered: [RowView] = []
  @usableFromInline var begun = 0
  @usableFromInline var changes = RowChanges()
  /// The amount by which the views' row indices have shifted since `takeChanges`.
  @usableFromInline var shift = 0
  /// Whether rows were inserted or deleted among the rows that have views. If so, `first` and `end` are
  /// below any row index, so `begin` recycles all views.
  @inlinable var isScattered: Bool { storedFirst == .min }
  @usableFromInline var storedFirstTop = LayoutUnit.zero
  @usableFromInline var firstEnd = LayoutUnit.zero
  @usableFromInline var lastTop = LayoutUnit.zero
  @usableFromInline var lastEnd = LayoutUnit.zero

  /// Creates a strip with no views.
  @inlinable public init() {}

  /// Row shown by the first view; in a circular list, it may be outside `0..<count`.
  @inlinable public var first: Int { storedFirst }

  /// One past the row shown by the last view.
  @inlinable public var end: Int { first + storedViews.count }

  /// Begins a frame whose first row is `row` and recycles the views of earlier rows.
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

  /// Places the next row of the frame at a point in content space.
  ///
  /// - Parameters:
  ///   - row: the row; in a circular list, it may be outside `0..<count`.
  ///   - shown: the row in `0..<count`.
  ///   - y: y coordinate of the row's top in content space.
  ///   - height: the row's height.
  ///   - rows: the row source, which counts the work done.
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

  /// Recycles the views at or below `bottom`, the viewport's bottom in content space. Call this only if
  /// nothing but the viewport has moved since the views were placed. Returns the row after the last remaining
  /// view and that row's top, or nil if no views remain.
  @inlinable
  public mutating func keep(above bottom: LayoutUnit) -> (row: Int, y: LayoutUnit)? {
    while let view = storedViews.last {
      guard view.y >= bottom else { return (end, view.maxY) }
      storedViews.removeLast()
      pool.recycle(view)
    }
    return nil
  }

  /// Ends the frame by recycling the views from `row` onwards and binding views to rows that entered at the
  /// top. The cost is proportional to the number of rows in this frame and the previous one.
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

  /// Height of the view that shows a row, or nil if no view shows it.
  @inlinable
  public func height(of row: Int) -> LayoutUnit? {
    row >= first && row < end ? storedViews[row - first].height : nil
  }

  // MARK: Frames in which no row enters or leaves the screen

  /// Stores the edges of the first and last views for use by `firstOwns` and `lastReaches`.
  @inlinable
  public mutating func rememberEdges() {
    guard let first = storedViews.first, let last = storedViews.last else {
      (storedFirstTop, firstEnd, lastTop, lastEnd) = (.zero, .zero, .zero, .zero)
      return
    }
    (storedFirstTop, firstEnd, lastTop, lastEnd) = (first.y, first.maxY, last.y, last.maxY)
  }

  /// Top of the first view in content space, as of the last `rememberEdges` call.
  @inlinable public var firstTop: LayoutUnit { storedFirstTop }

  /// Whether a point in content space is inside the first view's row, as of the last `rememberEdges` call.
  @inlinable public func firstOwns(_ top: LayoutUnit) -> Bool { top >= firstTop && top < firstEnd }

  /// Whether the bottom of the viewport is inside the last view's row, as of the last `rememberEdges` call.
  @inlinable public func lastReaches(_ bottom: LayoutUnit) -> Bool {
    bottom > lastTop && bottom <= lastEnd
  }

  /// Lays out a frame in which every row of a window has a view. Pass false for `moving` only if no row has
  /// moved and none has been added or dropped at the top. In that case, only new rows at the bottom are
  /// placed.
  @inlinable
  public mutating func show<Rows: RowSource>(
    _ window: RowWindow<Rows>, moving: Bool, for rows: Rows
  ) {
    let loaded = window.range
    if !moving, loaded.upperBound == end { return }
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

  /// Updates the strip after rows were inserted; `rows` contains their new indices.
  @inlinable
  public mutating func inserted(_ rows: Range<Int>) {
    changes.inserted(rows)
    if isScattered || rows.lowerBound >= end { return }
    if rows.lowerBound <= first { renumber(by: rows.count) } else { scatter() }
  }

  /// Updates the strip after rows were deleted; `rows` contains their old indices.
  @inlinable
  public mutating func deleted(_ rows: Range<Int>) {
    changes.deleted(rows)
    if isScattered || rows.lowerBound >= end { return }
    if rows.upperBound <= first { renumber(by: -rows.count) } else { scatter() }
  }

  /// Notifies the strip that the last deletion and insertion together moved one row.
  public mutating func moved() { changes.moved() }

  @inlinable
  mutating func renumber(by amount: Int) {
    storedFirst += amount
    shift += amount
  }

  @inlinable package mutating func scatter() { storedFirst = .min }

  /// The row that keeps its position after changes, chosen by `RowChanges.anchor`, and the y position of its
  /// top; nil if no row was on screen in the last frame.
  ///
  /// - Parameters:
  ///   - top: point in content space at the viewport's top in the last frame.
  ///   - bottom: point in content space at the viewport's bottom; can be omitted if all views are on screen.
  ///   - rowCount: number of rows after the changes.
  ///   - viewport: viewport height after the changes.
  ///   - isCircular: whether row 0 follows the last row.
  ///   - height: returns a row's height after the changes.
  public func anchor(
    from top: LayoutUnit, to bottom: LayoutUnit = .maximumDistance, rowCount: Int,
    viewport: LayoutUnit, isCircular: Bool = false, height: (Int) -> LayoutUnit
  ) -> (row: Int, y: LayoutUnit)? {
    let shown = storedViews.lazy.filter { $0.height > .zero && $0.maxY > top && $0.y < bottom }
    return changes.anchor(
      of: shown.map { VisibleRow(row: $0.row, y: $0.y - top, height: $0.height) },
      rowCount: rowCount, viewport: viewport, isCircular: isCircular, height: height)
  }

  /// Updates the views' row indices and discards the recorded changes. Call this in every frame that
  /// follows changes, once the anchor has been chosen.
  @inlinable
  @inline(__always)
  public mutating func takeChanges() {
    if !changes.isEmpty { renumberViews() }
  }

  @usableFromInline
  mutating func renumberViews() {
    changes.removeAll()
    if !isScattered, shift != 0 {
      for view in storedViews { view.row += shift }
    }
    shift = 0
  }

  /// Visits all views from top to bottom.
  @inlinable
  public func visit(_ body: (RowView) -> Void) {
    for view in storedViews { body(view) }
  }
}
