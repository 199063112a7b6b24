import ListLayout

/// What a growing tree is to see of its rows: the first ones, and the heights of the stretch that is
/// added now, so that the source is not asked again.
struct StretchSight: ~Copyable {
  struct State {
    /// The rows that are seen.
    var limit: Int
    /// The rows whose heights are given.
    var first = 0
    var count = 0
    var heights: UnsafeMutablePointer<Int32>?
  }

  let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State(limit: 0))
  }

  deinit { state.deallocate() }
}

/// Rows seen through a `StretchSight`, which must outlive them.
struct StretchedRows<Rows: RowSource>: RowSource {
  let rows: Rows
  let sight: UnsafeMutablePointer<StretchSight.State>

  var count: Int { min(rows.count, sight.pointee.limit) }

  func height(of row: Int) -> LayoutUnit {
    let inside = row &- sight.pointee.first
    guard let heights = sight.pointee.heights, inside >= 0, inside < sight.pointee.count else {
      return rows.height(of: row)
    }
    return LayoutUnit(rawValue: Int64(heights[inside]))
  }

  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    let first = rows.lowerBound &- sight.pointee.first
    guard let heights = sight.pointee.heights, first >= 0, first + rows.count <= sight.pointee.count
    else { return self.rows.copyHeights(of: rows, to: destination) }
    destination.update(from: heights + first, count: rows.count)
  }

  func note(_ work: Work, _ amount: Int) { rows.note(work, amount) }
}
