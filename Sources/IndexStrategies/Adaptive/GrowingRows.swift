import ListLayout

/// The state of `GrowingRows`. While rows are copied to the tree, their heights are read from this state
/// instead of being requested again.
struct GrowingRowsState: ~Copyable {
  struct State {
    /// Number of rows copied to the tree, including the rows that are being copied.
    var limit: Int
    /// The rows that are being copied to the tree: the index of the first one, their number and their
    /// heights.
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

/// The row source that the tree uses while rows are being copied to it. The source ends with the last row
/// copied so far. Its `GrowingRowsState` must outlive it.
struct GrowingRows<Rows: RowSource>: RowSource {
  let rows: Rows
  let copying: UnsafeMutablePointer<GrowingRowsState.State>

  var count: Int { min(rows.count, copying.pointee.limit) }

  func height(of row: Int) -> LayoutUnit {
    let index = row &- copying.pointee.first
    guard let heights = copying.pointee.heights, index >= 0, index < copying.pointee.count else {
      return rows.height(of: row)
    }
    return LayoutUnit(rawValue: Int64(heights[index]))
  }

  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    let first = rows.lowerBound &- copying.pointee.first
    guard let heights = copying.pointee.heights, first >= 0,
      first + rows.count <= copying.pointee.count
    else { return self.rows.copyHeights(of: rows, to: destination) }
    destination.update(from: heights + first, count: rows.count)
  }

  func note(_ work: Work, _ amount: Int) { rows.note(work, amount) }
}
