extension RowHeights {
  /// Sets the heights of consecutive rows, such as the visible rows after a layout pass.
  ///
  /// - Parameters:
  ///   - heights: the heights in points.
  ///   - row: the first row.
  /// - Precondition: `row + heights.count` is at most `count`; each height is in 0...33,554,431.
  /// - Complexity: the same as setting each height separately, but at most O(`count`).
  @inlinable
  public mutating func setHeights<Heights: Collection>(_ heights: Heights, from row: Int)
  where Heights.Element == Double {
    replaceSubrange(row..<row + heights.count, with: heights)
  }

  /// Moves a range of rows. Unmeasured rows stay unmeasured.
  ///
  /// - Parameters:
  ///   - rows: the rows to move.
  ///   - destination: the row before which to insert the moved rows, as an index before the move, or `count`
  ///     for the end. Nothing changes if the destination is within `rows`.
  /// - Complexity: the same as deleting and reinserting the rows.
  public mutating func move(_ rows: Range<Int>, to destination: Int) {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { trapRange(rows, count) }
    guard (0...count).contains(destination) else { trapRow(destination, count) }
    guard destination < rows.lowerBound || destination > rows.upperBound, !rows.isEmpty else {
      return
    }
    makeUnique()
    let above = destination > rows.lowerBound ? rows.count : 0
    storage.move(rows, before: destination - above)
  }
}
