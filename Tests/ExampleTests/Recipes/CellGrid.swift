import RowOffsets

/// A grid whose columns all have the same width. Each grid row is as tall as its tallest cell.
struct CellGrid {
  private(set) var rows: RowLayout
  let columns: Int
  let count: Int

  init(cellHeights: [Double], columns: Int, spacing: Double) {
    let firsts = stride(from: 0, to: cellHeights.count, by: columns)
    rows = RowLayout(
      firsts.map { cellHeights[$0...].prefix(columns).max() ?? 0 }, spacing: spacing)
    (self.columns, count) = (columns, cellHeights.count)
  }

  func cells(in viewport: Range<Double>) -> Range<Int> {
    let visible = rows.rows(in: viewport)
    return visible.lowerBound * columns..<min(count, visible.upperBound * columns)
  }

  /// The top-left corner of a cell in a grid of the given width.
  func origin(of cell: Int, width: Double) -> (x: Double, y: Double) {
    (width / Double(columns) * Double(cell % columns), rows.offset(of: cell / columns))
  }
}
