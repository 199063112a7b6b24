import ListLayout

extension StrategyDescriptor.Requirement {
  package var need: String? {
    switch self {
    case .anyHeights: nil
    case .positiveHeights: "needs rows with a height above 0"
    case .equalHeights: "needs rows of one height"
    case .pages: "needs rows as tall as the viewport"
    }
  }

  /// The height that all rows must have. Nil if heights may differ, or if the list is empty and its
  /// first row will determine the height.
  package func onlyHeight(of heights: [Int32], viewport: LayoutUnit) -> LayoutUnit? {
    switch self {
    case .anyHeights, .positiveHeights: nil
    case .equalHeights: heights.first.map { LayoutUnit(rawValue: $0) }
    case .pages: viewport
    }
  }

  package func firstViolation(
    in heights: [Int32], viewport: LayoutUnit
  ) -> (row: Int, need: String)? {
    guard let need else { return nil }
    let only = onlyHeight(of: heights, viewport: viewport)?.rawValue
    let row = heights.firstIndex { height in only.map { Int64(height) != $0 } ?? (height <= 0) }
    return row.map { ($0, need) }
  }

  package var allowsDifferentHeights: Bool { self == .anyHeights || self == .positiveHeights }

  package func repaired(_ height: LayoutUnit) -> LayoutUnit {
    self == .positiveHeights ? max(LayoutUnit(rawValue: Int64(1)), height) : height
  }
}

extension LayoutOptions {
  /// Sets `typicalRowHeight` to the average of the first 64 heights (in 1/64 pt), but at least 1 pt. Does
  /// nothing if the average is 0.
  public mutating func takeTypicalRowHeight(of heights: [Int32]) {
    let sample = heights.prefix(64)
    let total = sample.reduce(0) { $0 + Int64($1) }
    guard total > 0 else { return }
    typicalRowHeight = max(
      LayoutUnit(points: 1), LayoutUnit(rawValue: total / Int64(sample.count)))
  }
}
