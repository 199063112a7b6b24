/// The data source of a list.
///
/// A strategy's time includes its calls of `height(of:)`, which measure text if the rows contain text. When a
/// row changes, the source changes before the strategy is notified.
public protocol RowSource {
  /// The number of rows, at least 0.
  var count: Int { get }

  /// Returns the height of a row in `0..<count`, from 0 to `LayoutUnit.maximumHeight`.
  func height(of row: Int) -> LayoutUnit

  /// Writes the heights of a range of rows, in 1/64 pt, to `destination`. The default calls `height(of:)` for
  /// each row; a source with heights in memory copies them. The harness counts each row as one request.
  ///
  /// - Complexity: O(`rows.count`).
  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>)

  /// Adds `amount` to the counter for a kind of work. The default has no effect.
  func note(_ work: Work, _ amount: Int)
}

extension RowSource {
  /// Calls `height(of:)` for each row.
  @inlinable
  public func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    for row in rows {
      destination[row &- rows.lowerBound] = Int32(truncatingIfNeeded: height(of: row).rawValue)
    }
  }

  /// Returns the heights of a range of rows, in 1/64 pt, with one call of `copyHeights(of:to:)`, in
  /// O(`rows.count`).
  @inlinable
  public func heights(of rows: Range<Int>) -> [Int32] {
    // The initialiser below would write to the storage that all empty arrays share, which the thread
    // sanitizer reports as a race.
    guard !rows.isEmpty else { return [] }
    return [Int32](unsafeUninitializedCapacity: rows.count) { buffer, initializedCount in
      if let base = buffer.baseAddress { copyHeights(of: rows, to: base) }
      initializedCount = rows.count
    }
  }

  /// Has no effect.
  @inlinable public func note(_ work: Work, _ amount: Int) {}
}

/// The kinds of work that the harness counts, exactly and equally on every machine.
public enum Work: Int, CaseIterable, Sendable {
  /// Heights requested from the source.
  case heightsAsked
  /// Entries visited by loops whose length depends on the size of the list or window.
  case rowsScanned
  /// Views created because the reuse pool was empty.
  case viewsCreated
  /// Bindings of a new or reused view to a row.
  case viewsConfigured
  /// Moves of a bound view in content space.
  case viewsMoved
  /// Layouts of the whole content: the whole list or its whole window.
  case reloads
  /// Layout passes: one per frame, or more if a pass changes its own input.
  case layoutPasses
  /// Frames whose layout did not settle within the maximum number of passes.
  case layoutsCut

  /// The number of kinds of work.
  public static let kinds = 8
}
