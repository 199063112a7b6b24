import ListLayout

/// What the structures see of the rows of a `RowHeights`: how many there are, and the heights that
/// are on their way in. Those that are in stand in the structures alone.
struct IncomingRows: RowSource {
  struct State {
    var count = 0
    /// The first of the rows that come in.
    var first = 0
    /// The heights of these; nil for none.
    var heights: HeightSource?
  }

  /// Owned by the `RowStructures` that has made it.
  let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  init() { state.initialize(to: State()) }

  var count: Int { state.pointee.count }

  func height(of row: Int) -> LayoutUnit {
    var height: Int32 = 0
    copyHeights(of: row..<row + 1, to: &height)
    return LayoutUnit(rawValue: height)
  }

  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    let first = rows.lowerBound - state.pointee.first
    state.pointee.heights?.copy(first..<first + rows.count, to: destination)
  }
}
