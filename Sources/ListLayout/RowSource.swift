/// The data source of a list.
///
/// A strategy's measured time includes its calls to `height(of:)`; if the rows contain text, those calls
/// measure text. When a row changes, the source is updated before the strategy is notified.
public protocol RowSource {
  /// Number of rows, at least 0.
  var count: Int { get }

  /// Returns the height of a row in `0..<count`, between 0 and `LayoutUnit.maximumHeight`.
  func height(of row: Int) -> LayoutUnit

  /// Writes the heights of a range of rows to `destination`, in units of 1/64 pt. The default implementation
  /// calls `height(of:)` for each row; a source that keeps its heights in memory can copy them directly. The
  /// harness counts one request per row.
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

  /// Returns the heights of a range of rows, in units of 1/64 pt, using one `copyHeights(of:to:)` call. Runs
  /// in O(`rows.count`).
  @inlinable
  public func heights(of rows: Range<Int>) -> [Int32] {
    // The initialiser below would write to the storage shared by all empty arrays, which the thread sanitizer
    // reports as a data race.
    guard !rows.isEmpty else { return [] }
    return [Int32](unsafeUninitializedCapacity: rows.count) { buffer, initializedCount in
      if let base = buffer.baseAddress { copyHeights(of: rows, to: base) }
      initializedCount = rows.count
    }
  }

  /// Has no effect.
  @inlinable public func note(_ work: Work, _ amount: Int) {}
}

/// The kinds of work that the harness counts. The counts are exact and identical on every machine.
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
  /// Layouts of the entire content, which is either the whole list or the whole window.
  case reloads
  /// Layout passes: one per frame, or more if a pass changes its own input.
  case layoutPasses
  /// Frames whose layout did not settle within the maximum number of passes.
  case layoutsCut

  /// Number of kinds of work.
  public static let kinds = 8
}
