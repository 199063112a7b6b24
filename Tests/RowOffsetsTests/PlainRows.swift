import RowOffsets

/// A simple model of a list, which keeps row heights in an array and adds them up for each lookup. Tests
/// compare the results of `RowHeights` and `RowLayout` with those of this type.
struct PlainRows {
  /// The heights of the rows in points, or in pixels for the test of a `RowLayout`. The height of an
  /// unmeasured row is nil.
  var heights: [Double?] = []
  var estimate = 44.0
  /// The number of pixels per point.
  var scale = 1.0
  var gap = 0.0
  var topInset = 0.0
  var bottomInset = 0.0

  /// The heights of all rows; unmeasured rows have the estimated height.
  var all: [Double] { heights.map { $0 ?? estimate } }

  /// The top and bottom of each row in points.
  var extents: [Range<Double>] {
    var y = topInset
    return all.map { height in
      defer { y += height + gap }
      return y / scale..<(y + height) / scale
    }
  }

  var contentHeight: Double {
    let gaps = gap * Double(max(0, heights.count - 1))
    return (topInset + all.reduce(0, +) + gaps + bottomInset) / scale
  }

  func row(at point: Double) -> Int? { extents.firstIndex { $0.contains(point) } }

  /// The rows from the first to the last row in a viewport, found by testing all rows.
  func rows(in viewport: Range<Double>) -> [Int] {
    let extents = extents
    let visible = extents.indices.filter { extents[$0].overlaps(viewport) }
    guard let first = visible.first, let last = visible.last else { return [] }
    return Array(first...last)
  }

  /// The first wrong result of `rows`, or nil if all results are right. The function checks about fifty rows,
  /// and some points in each of these rows.
  func difference(from rows: RowHeights) -> String? {
    guard rows.count == heights.count else { return "count \(rows.count)" }
    guard rows.measuredCount == heights.count(where: { $0 != nil }) else {
      return "measuredCount \(rows.measuredCount)"
    }
    let step = max(1, heights.count / 50)
    for (row, extent) in extents.enumerated() where row % step == 0 || row == heights.count - 1 {
      let (top, height) = (extent.lowerBound, extent.upperBound - extent.lowerBound)
      guard rows.offset(of: row) == top else { return "offset(of: \(row)) \(rows.offset(of: row))" }
      guard rows[row] == height else { return "[\(row)] \(rows[row]), not \(height)" }
      guard rows.isMeasured(row) == (heights[row] != nil) else { return "isMeasured(\(row))" }
      guard rows.extent(of: row) == extent else { return "extent(of: \(row))" }
      let points = height > 0 ? [top, top + height / 2, extent.upperBound - 1 / 128] : []
      for point in points where rows.row(at: point) != row || rows.nearestRow(to: point) != row {
        return "row(at: \(point)) \(rows.row(at: point) ?? -1), not \(row)"
      }
    }
    let end = contentHeight
    guard rows.contentHeight == end, rows.offset(of: rows.count) == end else { return "total" }
    guard rows.row(at: end) == nil, rows.row(at: -1 / 64) == nil else { return "outside" }
    return nil
  }
}
