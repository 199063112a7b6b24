/// The data structure of an `IndexedList`, which computes the offsets of all rows.
///
/// Row indices, ranges and points between two rows have the same meaning as in `LayoutStrategy`. The row
/// source changes before the index is notified: `inserted(_:)` can read the new heights, and `deleted(_:)`
/// can no longer read the old ones.
///
/// An index that owns memory is `~Copyable` and frees it in its `deinit`, which the harness runs once for
/// every list. In your own code, store the list in a variable of its concrete type: in code compiled by Swift
/// 6.3 or earlier, a generic container may destroy a value without running its `deinit` if the type of one of
/// the value's stored properties is a type parameter. The `deinit` of a class or of a non-generic type always
/// runs.
public protocol OffsetIndex<Rows>: ~Copyable, SendableMetatype {
  associatedtype Rows: RowSource

  /// The descriptor of the list.
  static var descriptor: StrategyDescriptor { get }

  /// Creates an index over `rows`. If it needs all heights, it should read them with one call of
  /// `RowSource.heights(of:)` or `copyHeights(of:to:)`, which is faster than one call per row if the source
  /// has the heights in memory.
  init(rows: Rows)

  /// Creates an index that depends on the list's options, such as its mode and parameters. Lists call this
  /// initialiser; the default ignores the options.
  init(rows: Rows, options: LayoutOptions)

  /// The number of rows in the source.
  var count: Int { get }
  /// Returns the sum of the heights of all rows before `row`, which is in `0...count`.
  mutating func offset(of row: Int) -> LayoutUnit
  /// Returns the correct offset of a row or, if `asPublished` is true, the one that the published code
  /// computes. Lists call this function for jumps and offset queries only.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit
  /// Returns the row at a point, clamped to the list; 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int
  /// Returns the height of a row: from the structure if that is cheap, and otherwise from the row source.
  mutating func height(of row: Int) -> LayoutUnit
  /// Calls `body` with the heights of existing rows in order, until it returns false or there are no more
  /// rows.
  ///
  /// `IndexedList` calls this function for the rows that enter the screen, and after a change or a jump for
  /// all rows on screen. The default calls `height(of:)`. Implement the function if the structure finds the
  /// next row faster than an arbitrary row: a frame is 1.4x to 3.2x slower if each height needs a descent of
  /// a tree.
  ///
  /// - Parameters:
  ///   - rows: the rows, of which usually only the first are visited.
  ///   - state: a value that is passed to each call of `body`.
  ///   - body: receives the state and a height; returns whether it needs the next height.
  mutating func visitHeights<State: ~Copyable>(
    of rows: Range<Int>, _ state: inout State, _ body: (inout State, LayoutUnit) -> Bool)
  /// Returns the height of all rows.
  mutating func total() -> LayoutUnit

  /// Whether the index is spreading a one-time cost over frames; see `LayoutStrategy.isConverting`.
  var isConverting: Bool { get }

  /// Notifies the index that the height of a row changed.
  mutating func heightChanged(of row: Int)
  /// Notifies the index that all heights may have changed.
  mutating func heightsChanged()
  /// Notifies the index that rows were inserted, which now have the indices `rows`.
  mutating func inserted(_ rows: Range<Int>)
  /// Notifies the index that the rows with the old indices `rows` were deleted.
  mutating func deleted(_ rows: Range<Int>)
}

extension OffsetIndex where Self: ~Copyable {
  /// Returns false.
  @inlinable public var isConverting: Bool { false }

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

  /// Ignores `asPublished`.
  @inline(__always)
  @inlinable public mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit {
    offset(of: row)
  }
}
