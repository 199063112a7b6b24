import ListLayout

extension StrategyDescriptor.Requirement {
  /// The requirement as a phrase that follows a strategy's name in a message; nil for `anyHeights`.
  package var need: String? {
    switch self {
    case .anyHeights: nil
    case .positiveHeights: "needs rows with a height above 0"
    case .equalHeights: "needs rows of one height"
    case .pages: "needs rows as tall as the viewport"
    }
  }

  /// Returns the height that all rows of a list must have. The result is nil if the rows' heights may differ.
  /// The result is also nil for an empty list whose rows must have equal heights, because the first added row
  /// will determine the height.
  package func onlyHeight(of heights: [Int32], viewport: LayoutUnit) -> LayoutUnit? {
    switch self {
    case .anyHeights, .positiveHeights: nil
    case .equalHeights: heights.first.map { LayoutUnit(rawValue: $0) }
    case .pages: viewport
    }
  }

  /// Returns the first row that violates the requirement, and the requirement as text; nil if all rows
  /// satisfy it.
  package func firstViolation(
    in heights: [Int32], viewport: LayoutUnit
  ) -> (row: Int, need: String)? {
    guard let need else { return nil }
    let only = onlyHeight(of: heights, viewport: viewport)?.rawValue
    let row = heights.firstIndex { height in only.map { Int64(height) != $0 } ?? (height <= 0) }
    return row.map { ($0, need) }
  }

  /// Whether the rows of a list may have different heights.
  package var allowsDifferentHeights: Bool { self == .anyHeights || self == .positiveHeights }

  /// Returns the valid height that is nearest to `height`.
  package func repaired(_ height: LayoutUnit) -> LayoutUnit {
    self == .positiveHeights ? max(LayoutUnit(rawValue: Int64(1)), height) : height
  }
}

extension LayoutOptions {
  /// Sets `typicalRowHeight` to the average height of the list's first 64 rows, but at least 1 pt. If the
  /// average is 0, `typicalRowHeight` does not change.
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
