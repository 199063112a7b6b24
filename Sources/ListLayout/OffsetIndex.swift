/// The data structure that an `IndexedList` uses to compute the offsets of all rows of a list.
///
/// A new structure is one type that conforms to this protocol. Row indices, ranges and points between two
/// rows have the same meaning as in `LayoutStrategy`.
///
/// The source changes before the index is notified. When `inserted(_:)` is called, the source already has the
/// new row count and the new heights. When `deleted(_:)` is called, the heights of the deleted rows are no
/// longer available.
///
/// An index that owns memory is `~Copyable` and frees the memory in its `deinit`, which the harness runs once
/// for every list. The same applies to memory that a library allocated. In your own code, keep the list where
/// its type is known. Swift compilers up to 6.3 may skip the `deinit` of a generic type when a generic
/// container destroys it. This occurs if a stored property has the type of the type parameter. The `deinit`
/// of a class or of a non-generic type always runs.
public protocol OffsetIndex<Rows>: ~Copyable, SendableMetatype {
  /// The type of the row source.
  associatedtype Rows: RowSource

  /// The descriptor of the list that uses this index.
  static var descriptor: StrategyDescriptor { get }

  /// Creates an index over `rows`.
  ///
  /// An index that needs all heights should read them with one call of `RowSource.heights(of:)` or
  /// `RowSource.copyHeights(of:to:)`. A source in memory executes this faster than one call per row.
  init(rows: Rows)

  /// Creates an index that may depend on the list's options, such as its mode and parameters. Lists call this
  /// initialiser; its default implementation ignores the options.
  init(rows: Rows, options: LayoutOptions)

  /// The number of rows; after a change, the new number of rows in the source.
  var count: Int { get }
  /// Returns the offset of a row, P(row), which is the sum of the heights of all rows before it; `row` is in
  /// `0...count`.
  mutating func offset(of row: Int) -> LayoutUnit
  /// Returns the offset of a row, either the correct one or as the published code computes it. Lists call it
  /// for jumps and for queries of offsets, but not while they lay out a frame.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit
  /// Returns the row at a point, clamped to the first and the last row; 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int
  /// Returns the height of a row.
  ///
  /// Read it from the structure where that is cheap, as in an array or a leaf that was just visited. Otherwise
  /// read it from the source, which has the same height.
  mutating func height(of row: Int) -> LayoutUnit
  /// Calls `body` with the heights of the rows in order, until `body` returns false or there are no more rows.
  ///
  /// `IndexedList` calls it in each frame for the rows that enter the screen, and after a change or a jump for
  /// all rows on screen. By default it calls `height(of:)` for each row. Implement it if a structure finds the
  /// next row faster than any row: a frame is 1.4x to 3.2x slower if each height needs a descent of a tree.
  ///
  /// - Parameters:
  ///   - rows: existing rows; usually only the first of them are visited.
  ///   - state: a value that is passed to each call of `body`.
  ///   - body: receives the state and a height; returns whether the next height is needed.
  mutating func visitHeights<State: ~Copyable>(
    of rows: Range<Int>, _ state: inout State, _ body: (inout State, LayoutUnit) -> Bool)
  /// Returns the sum of all heights.
  mutating func total() -> LayoutUnit

  /// See `LayoutStrategy.isConverting`.
  var isConverting: Bool { get }

  /// The height of a row changed in the source.
  mutating func heightChanged(of row: Int)
  /// All heights may have changed in the source.
  mutating func heightsChanged()
  /// Rows were inserted in the source; they now have the indices `rows`.
  mutating func inserted(_ rows: Range<Int>)
  /// Rows were deleted in the source; they had the indices `rows`.
  mutating func deleted(_ rows: Range<Int>)
}

extension OffsetIndex where Self: ~Copyable {
  /// False.
  @inlinable
  public var isConverting: Bool { false }

  /// Ignores the options.
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

  /// Returns the correct offset in both modes.
  @inline(__always)
  @inlinable
  public mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit { offset(of: row) }
}
