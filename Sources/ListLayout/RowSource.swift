/// Where a strategy gets its rows from: the data source of a list.
///
/// Asking for a height is a call the strategy pays for. With rows of text it really measures text.
/// The source always answers for the list as it is now: it is changed first, then the strategy is
/// told (`LayoutStrategy.heightChanged(of:)` and its siblings).
public protocol RowSource {
  /// The number of rows, at least 0.
  var count: Int { get }

  /// The height of a row, 0 or more, at most `LayoutUnit.maximumHeight`.
  ///
  /// - Parameter row: an index in `0..<count`.
  func height(of row: Int) -> LayoutUnit

  /// Writes the heights of a range of rows, in 1/64 pt, to `destination`.
  ///
  /// The bulk form of `height(of:)`: every row still counts as asked. A source that holds its
  /// heights in memory copies them at memory speed; by default each row is asked for.
  ///
  /// - Complexity: O(`rows.count`).
  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>)

  /// Takes note of work done. Does nothing by default; a counting run's source adds it up.
  func note(_ work: Work, _ amount: Int)
}

extension RowSource {
  /// Asks for one height after the other.
  @inlinable
  public func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    for row in rows {
      destination[row &- rows.lowerBound] = Int32(truncatingIfNeeded: height(of: row).rawValue)
    }
  }

  /// Takes no note.
  @inlinable
  public func note(_ work: Work, _ amount: Int) {}
}

/// The kinds of work that are counted: exact, the same on every machine.
public enum Work: Int, CaseIterable, Sendable {
  /// Heights that the strategy asked its source for.
  case heightsAsked
  /// Entries walked by loops whose length depends on the list or on the window.
  case rowsScanned
  /// Views made because the reuse pool was empty.
  case viewsCreated
  /// Views bound to a row: made, or taken from the pool.
  case viewsConfigured
  /// Bound views given another place in content space.
  case viewsMoved
  /// Times that the whole content (list or window) was laid out anew.
  case reloads
  /// Runs of the layout code: one a frame, more when it changed its own input.
  case layoutPasses
  /// Frames whose layout did not come to rest and was cut.
  case layoutsCut

  /// The number of kinds.
  public static let kinds = 8
}
