/// The data source of a list.
///
/// The measured time of a strategy includes its calls of `height(of:)`, which measure text if the rows
/// contain text. When a row changes, the row source changes first; then `LayoutStrategy.heightChanged(of:)`
/// or a similar function notifies the strategy.
public protocol RowSource {
  /// The number of rows, at least 0.
  var count: Int { get }

  /// Returns the height of a row, from 0 to `LayoutUnit.maximumHeight`.
  ///
  /// - Parameter row: an index in `0..<count`.
  func height(of row: Int) -> LayoutUnit

  /// Writes the heights of a range of rows, in 1/64 pt, to `destination`.
  ///
  /// One call of this function reads many heights; the harness counts each row as one request. A source that
  /// has its heights in memory copies them; the default implementation calls `height(of:)` for each row.
  ///
  /// - Complexity: O(`rows.count`).
  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>)

  /// Adds `amount` to the counter for a kind of work. The default implementation has no effect.
  func note(_ work: Work, _ amount: Int)
}

extension RowSource {
  /// Writes the heights of a range of rows by calling `height(of:)` for each row.
  @inlinable
  public func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    for row in rows {
      destination[row &- rows.lowerBound] = Int32(truncatingIfNeeded: height(of: row).rawValue)
    }
  }

  /// Returns the heights of a range of rows, in 1/64 pt, with one call of `copyHeights(of:to:)`.
  ///
  /// - Complexity: O(`rows.count`).
  @inlinable
  public func heights(of rows: Range<Int>) -> [Int32] {
    // For an empty range, the initialiser below would write to the storage that all empty arrays share. The
    // thread sanitizer reports such a write as a race.
    guard !rows.isEmpty else { return [] }
    return [Int32](unsafeUninitializedCapacity: rows.count) { buffer, initializedCount in
      if let base = buffer.baseAddress { copyHeights(of: rows, to: base) }
      initializedCount = rows.count
    }
  }

  /// Discards the reported amount of work.
  @inlinable
  public func note(_ work: Work, _ amount: Int) {}
}

/// The kinds of work that the harness counts. The counts of work are exact, and are the same on every
/// machine.
public enum Work: Int, CaseIterable, Sendable {
  /// The number of heights requested from the source.
  case heightsAsked
  /// The number of entries visited by loops whose length depends on the size of the list or window.
  case rowsScanned
  /// The number of views created because the reuse pool was empty.
  case viewsCreated
  /// The number of times that a new or reused view was bound to a row.
  case viewsConfigured
  /// The number of times that a bound view was moved in content space.
  case viewsMoved
  /// The number of times that the whole content (the whole list or its whole window) was laid out.
  case reloads
  /// The number of layout passes: one per frame, or more if a pass changes its own input.
  case layoutPasses
  /// The number of frames whose layout did not settle and was therefore stopped after the maximum number of
  /// passes.
  case layoutsCut

  /// The number of kinds of work.
  public static let kinds = 8
}
