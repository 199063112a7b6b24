import ListLayout

extension StrategyDescriptor.Requirement {
  /// What the technique needs of its rows, as the end of a sentence that it begins; nil for nothing.
  package var need: String? {
    switch self {
    case .anyHeights: nil
    case .positiveHeights: "needs every row to have a height above 0"
    case .equalHeights: "needs rows of one height"
    case .pages: "needs rows as high as the viewport"
    }
  }

  /// The one height, in points, that all rows of a list must have; nil for any, and where the first row
  /// that comes in will say.
  package func onlyHeight(of heights: [Int32], viewport: LayoutUnit) -> LayoutUnit? {
    switch self {
    case .anyHeights, .positiveHeights: nil
    case .equalHeights: heights.first.map { LayoutUnit(rawValue: $0) }
    case .pages: viewport
    }
  }

  /// The first row that the technique cannot show, and what it needs; nil when it can show these rows.
  package func misfit(
    in heights: [Int32], viewport: LayoutUnit
  ) -> (row: Int, need: String)? {
    guard let need else { return nil }
    let only = onlyHeight(of: heights, viewport: viewport)?.rawValue
    let row = heights.firstIndex { height in only.map { Int64(height) != $0 } ?? (height <= 0) }
    return row.map { ($0, need) }
  }

  /// Whether two rows may have different heights.
  package var allowsDifferentHeights: Bool { self == .anyHeights || self == .positiveHeights }

  /// The nearest height that a row may have.
  package func repaired(_ height: LayoutUnit) -> LayoutUnit {
    self == .positiveHeights ? max(LayoutUnit(rawValue: Int64(1)), height) : height
  }
}

extension LayoutOptions {
  /// Sets `typicalRowHeight` to the average of the list's first 64 rows; leaves it where these have no
  /// height.
  ///
  /// - Parameter heights: the rows' heights in 1/64 pt.
  public mutating func takeTypicalRowHeight(of heights: [Int32]) {
    let sample = heights.prefix(64)
    let total = sample.reduce(0) { $0 + Int64($1) }
    guard total > 0 else { return }
    typicalRowHeight = max(
      LayoutUnit(points: 1), LayoutUnit(rawValue: total / Int64(sample.count)))
  }
}
