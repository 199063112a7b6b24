import ListLayout

/// The views of a run of consecutive rows, recycled at both ends as the run moves.
///
/// A frame is laid out with `begin`, one `place` for each row from top to bottom, and `finish`.
/// Invariant between frames: view k shows row `first + k` (modulo the count, in a circular list).
struct ViewStrip {
  /// The row of the first view; in a circular list it counts on past the ends.
  private(set) var first = 0
  private(set) var views: [RowView] = []
  private var pool = ReusePool()
  /// Views of this frame's rows before `first`.
  private var fresh: [RowView] = []
  private var begun = 0

  /// The row after the last view's.
  var end: Int { first + views.count }

  /// Begins a frame whose first row is `row`; takes back the views of the rows before it.
  mutating func begin(at row: Int) {
    begun = row
    if views.isEmpty || row >= end {
      removeAll()
      first = row
    } else if row > first {
      let leaving = row - first
      for view in views[..<leaving] { pool.recycle(view) }
      views.removeFirst(leaving)
      first = row
    }
  }

  /// Places the next row of the frame at a content point.
  ///
  /// - Parameter shown: the index that the view shows: `row`, but modulo the count in a circular
  ///   list.
  mutating func place(
    _ row: Int, showing shown: Int, y: LayoutUnit, height: LayoutUnit, for rows: some RowSource
  ) {
    if row < first {
      fresh.append(pool.take(row: shown, y: y, height: height, for: rows))
    } else if row < end {
      pool.move(views[row - first], to: y, height: height, for: rows)
    } else {
      views.append(pool.take(row: shown, y: y, height: height, for: rows))
    }
  }

  /// Ends the frame before `row`: takes back the views from there on.
  ///
  /// - Complexity: O(rows of this frame and the last one).
  mutating func finish(before row: Int) {
    while end > max(row, first), let view = views.popLast() { pool.recycle(view) }
    guard !fresh.isEmpty else { return }
    views.insert(contentsOf: fresh, at: 0)
    fresh.removeAll(keepingCapacity: true)
    first = begun
  }

  /// A whole frame that binds views to all rows of a window.
  ///
  /// - Parameter moving: whether rows came or went at the top, or moved; else only those that are new
  ///   at the bottom are placed.
  mutating func show<Rows: RowSource>(_ window: RowWindow<Rows>, moving: Bool, for rows: Rows) {
    let loaded = window.range
    if !moving, loaded.upperBound == end { return }
    // First the views that leave at either end, so that they can come back at the other.
    finish(before: loaded.upperBound)
    begin(at: loaded.lowerBound)
    for row in (moving ? loaded.lowerBound : end)..<loaded.upperBound {
      place(
        row, showing: row, y: window.offset(of: row), height: window.height(of: row), for: rows)
    }
    finish(before: loaded.upperBound)
  }

  /// Takes back every view: the rows they show are not the rows they showed.
  mutating func removeAll() {
    for view in views { pool.recycle(view) }
    views.removeAll(keepingCapacity: true)
  }

  /// Rows were inserted: views of later rows show other indices, and a gap in the middle ends the
  /// run.
  mutating func inserted(_ rows: Range<Int>) {
    if rows.lowerBound <= first {
      renumber(by: rows.count)
    } else if rows.lowerBound < end {
      removeAll()
    }
  }

  /// Rows were deleted: views of later rows show other indices.
  mutating func deleted(_ rows: Range<Int>) {
    if rows.upperBound <= first {
      renumber(by: -rows.count)
    } else if rows.lowerBound < end {
      removeAll()
    }
  }

  private mutating func renumber(by shift: Int) {
    first += shift
    for view in views { view.row += shift }
  }

  func visit(_ body: (RowView) -> Void) {
    for view in views { body(view) }
  }
}
