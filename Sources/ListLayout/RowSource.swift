/// The data source of a list.
///
/// A call of `height(of:)` is part of the strategy's time; with rows of text it measures text. The source
/// changes first; then the strategy is notified (`LayoutStrategy.heightChanged(of:)` and others).
public protocol RowSource {
  /// The number of rows, at least 0.
  var count: Int { get }

  /// The height of a row, 0 or more, at most `LayoutUnit.maximumHeight`.
  ///
  /// - Parameter row: an index in `0..<count`.
  func height(of row: Int) -> LayoutUnit

  /// Writes the heights of a range of rows, in 1/64 pt, to `destination`.
  ///
  /// The bulk form of `height(of:)`: each row counts as one request. A source that holds its heights in
  /// memory copies them; the default calls `height(of:)` for each row.
  ///
  /// - Complexity: O(`rows.count`).
  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>)

  /// Counts work. Has no effect by default.
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

  /// The heights of a range of rows, in 1/64 pt, read with one call of `copyHeights(of:to:)`.
  ///
  /// - Complexity: O(`rows.count`).
  @inlinable
  public func heights(of rows: Range<Int>) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: rows.count) { buffer, initializedCount in
      if let base = buffer.baseAddress, !rows.isEmpty { copyHeights(of: rows, to: base) }
      initializedCount = rows.count
    }
  }

  /// Has no effect.
  @inlinable
  public func note(_ work: Work, _ amount: Int) {}
}

/// The kinds of work that are counted: exact, the same on every machine.
public enum Work: Int, CaseIterable, Sendable {
  /// Heights requested from the source.
  case heightsAsked
  /// Entries visited by loops whose length depends on the list or on the window.
  case rowsScanned
  /// Views created because the reuse pool was empty.
  case viewsCreated
  /// Views bound to a row, new or reused.
  case viewsConfigured
  /// Bound views moved in content space.
  case viewsMoved
  /// Layouts of the whole content (list or window).
  case reloads
  /// Layout passes: one in a frame, more when a pass changes its own input.
  case layoutPasses
  /// Frames whose layout did not settle and was cut off.
  case layoutsCut

  /// The number of kinds.
  public static let kinds = 8
}
