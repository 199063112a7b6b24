import RowOffsets

/// Columns of a horizontally scrolling table. Here, row heights are column widths and offsets are x
/// coordinates.
struct TableColumns {
  private(set) var columns = RowLayout([160, 80, 240], spacing: 1)

  /// Changes a column's width. Returns the distance to add to the content offset's x coordinate.
  mutating func resize(_ column: Int, to width: Double, visible: Range<Double>) -> Double {
    columns.update(visible: visible) { $0[column] = width }
  }

  func column(at x: Double) -> Int? { columns.row(at: x) }
  func extent(of column: Int) -> Range<Double> { columns.extent(of: column) }
}
