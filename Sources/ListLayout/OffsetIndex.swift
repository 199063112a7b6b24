/// The data structure that an `IndexedList` uses to compute the offsets of all rows of a list.
///
/// To add a data structure, write a type that conforms to `OffsetIndex`. Row indices, ranges and points
/// between two rows have the same meaning as in `LayoutStrategy`.
///
/// The row source changes before the index is notified of the change. When `inserted(_:)` is called, the
/// source already has the new row count and the new heights. When `deleted(_:)` is called, the heights of the
/// deleted rows are no longer available.
///
/// An index that owns memory is `~Copyable` and frees the memory in its `deinit`, which the harness runs once
/// for every list. An index whose memory was allocated by a library must also be `~Copyable` and free the
/// memory in its `deinit`. In your own code, store the list in a variable of its concrete type, so that the
/// `deinit` runs. In code compiled by Swift 6.3 or earlier, a generic container may destroy a value of a
/// generic type without running the value's `deinit`. A generic container skips the `deinit` of a value if
/// the type of one of the value's stored properties is a type parameter. The `deinit` of a class or of a
/// non-generic type always runs.
public protocol OffsetIndex<Rows>: ~Copyable, SendableMetatype {
  /// The type of the row source.
  associatedtype Rows: RowSource

  /// The descriptor of the list that uses this index.
  static var descriptor: StrategyDescriptor { get }

  /// Creates an index over `rows`.
  ///
  /// An index that needs all heights should read them with one call of `RowSource.heights(of:)` or
  /// `RowSource.copyHeights(of:to:)`. If the source has the heights in memory, one call for all rows is
  /// faster than one call per row.
  init(rows: Rows)

  /// Creates an index that may depend on the list's options, such as its mode and parameters. Lists call this
  /// initialiser; its default implementation ignores the options.
  init(rows: Rows, options: LayoutOptions)

  /// The number of rows. After a change, `count` is the new number of rows in the source.
  var count: Int { get }
  /// Returns the offset of a row, P(row), which is the sum of the heights of all rows before it; `row` is in
  /// `0...count`.
  mutating func offset(of row: Int) -> LayoutUnit
  /// Returns the correct offset of a row or, if `asPublished` is true, the offset that the published code
  /// computes. Lists call this function for jumps and offset queries, but not while they lay out a frame.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit
  /// Returns the row at a point, clamped to the first and the last row; 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int
  /// Returns the height of a row.
  ///
  /// Read the height from the structure if that is cheap, for example if the height is in an array or in the
  /// leaf of the last lookup. If reading the height from the structure is expensive, read it from the row
  /// source, which returns the same height.
  mutating func height(of row: Int) -> LayoutUnit
  /// Calls `body` with the heights of the rows in order, until `body` returns false or there are no more
  /// rows.
  ///
  /// `IndexedList` calls this function in each frame for the rows that enter the screen, and after a change
  /// or a jump for all rows on screen. The default implementation calls `height(of:)` for each row. Implement
  /// the function if the structure finds the next row faster than an arbitrary row: a frame is 1.4x to 3.2x
  /// slower if each height needs a descent of a tree.
  ///
  /// - Parameters:
  ///   - rows: existing rows; usually only the first of them are visited.
  ///   - state: a value that is passed to each call of `body`.
  ///   - body: receives the state and a height; returns whether the next height is needed.
  mutating func visitHeights<State: ~Copyable>(
    of rows: Range<Int>, _ state: inout State, _ body: (inout State, LayoutUnit) -> Bool)
  /// Returns the total height of all rows.
  mutating func total() -> LayoutUnit

  /// Whether the index is spreading a one-time cost over frames; see `LayoutStrategy.isConverting`.
  var isConverting: Bool { get }

  /// Notifies the index that the height of a row changed in the source.
  mutating func heightChanged(of row: Int)
  /// Notifies the index that all heights may have changed in the source.
  mutating func heightsChanged()
  /// Notifies the index that rows were inserted in the source. The inserted rows now have the indices `rows`.
  mutating func inserted(_ rows: Range<Int>)
  /// Notifies the index that rows were deleted from the source. The deleted rows had the indices `rows`.
  mutating func deleted(_ rows: Range<Int>)
}

extension OffsetIndex where Self: ~Copyable {
  /// Returns false, because most indexes do not spread a one-time cost over frames.
  @inlinable
  public var isConverting: Bool { false }

  /// Creates an index over `rows` and ignores the options.
  @inlinable
  @inline(__always)
  public init(rows: Rows, options: LayoutOptions) { self.init(rows: rows) }

  /// Calls `height(of:)` for each row.
  @inlinable
  @inline(__always)
  public mutating func visitHeights<State: ~Copyable>(
    of rows: Range<Int>, _ state: inout State, _ body: (inout State, LayoutUnit) -> Bool
  ) {
    var row = rows.lowerBound
    while row < rows.upperBound, body(&state, height(of: row)) { row += 1 }
  }

  /// Returns the correct offset of a row, even if `asPublished` is true.
  @inline(__always)
  @inlinable
  public mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit { offset(of: row) }
}
