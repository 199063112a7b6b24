import RowOffsets

/// A simple model of a list that keeps row heights in an array and adds them up on every lookup. Tests
/// compare the results of `RowHeights` and `RowLayout` with this model.
struct PlainRows {
  /// Row heights in points, or in pixels when testing a `RowLayout`. Unmeasured rows have a height of nil.
  var heights: [Double?] = []
  var estimate = 44.0
  /// Number of pixels per point.
  var scale = 1.0
  var gap = 0.0
  var topInset = 0.0
  var bottomInset = 0.0

  /// Heights of all rows; unmeasured rows have the estimated height.
  var all: [Double] { heights.map { $0 ?? estimate } }

  /// Top and bottom of each row in points.
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

  /// Range from the first to the last row in a viewport, found by testing every row.
  func rows(in viewport: Range<Double>) -> [Int] {
    let extents = extents
    let visible = extents.indices.filter { extents[$0].overlaps(viewport) }
    guard let first = visible.first, let last = visible.last else { return [] }
    return Array(first...last)
  }
}
