import ListLayout

/// What the structures see of the rows of a `RowHeights`: how many there are, and the heights that
/// are on their way in. Those that are in stand in the structures alone.
struct IncomingRows: RowSource {
  struct State {
    var count = 0
    /// The first of the rows that come in.
    var first = 0
    var heights = UnsafeBufferPointer<Int32>(start: nil, count: 0)
  }

  /// Owned by the `RowStructures` that has made it.
  let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  init() { state.initialize(to: State()) }

  var count: Int { state.pointee.count }

  func height(of row: Int) -> LayoutUnit {
    LayoutUnit(rawValue: state.pointee.heights[row - state.pointee.first])
  }

  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    guard let base = state.pointee.heights.baseAddress else { return }
    destination.update(from: base + (rows.lowerBound - state.pointee.first), count: rows.count)
  }
}
