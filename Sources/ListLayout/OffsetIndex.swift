/// The data structure behind an `IndexedList`, which computes row offsets.
///
/// Row indices, ranges and points between rows have the same meaning as in `LayoutStrategy`. The index is
/// notified after the row source has changed: `inserted(_:)` can read the new heights, but `deleted(_:)` can
/// no longer read the old ones.
///
/// An index that owns memory is `~Copyable` and frees that memory in its `deinit`, which the harness runs
/// once per list. In your own code, store the list in a variable of its concrete type. With Swift 6.3 or
/// earlier, a generic container can destroy a value without running its `deinit` if the value has a stored
/// property whose type is a type parameter. The `deinit` of a class or a non-generic type always runs.
public protocol OffsetIndex<Rows>: ~Copyable, SendableMetatype {
  /// Type of the row source.
  associatedtype Rows: RowSource

  /// The descriptor of the list.
  static var descriptor: StrategyDescriptor { get }

  /// Creates an index over `rows`. If the index needs all heights, it should read them with a single call to
  /// `RowSource.heights(of:)` or `copyHeights(of:to:)`. That is faster than one call per row if the source
  /// keeps its heights in memory.
  init(rows: Rows)

  /// Creates an index that is configured by the list's options, such as the mode and parameters.
  /// Lists call this initialiser; the default implementation ignores the options.
  init(rows: Rows, options: LayoutOptions)

  /// Number of rows in the source.
  var count: Int { get }
  /// Returns the total height of all rows before `row`, which must be in `0...count`.
  mutating func offset(of row: Int) -> LayoutUnit
  /// Returns a row's correct offset or, if `asPublished` is true, the offset computed by the published code.
  /// Lists call this method only for jumps and offset queries.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit
  /// Returns the row at a point, clamped to the list, or 0 if the list is empty.
  mutating func row(at offset: LayoutUnit) -> Int
  /// Returns a row's height, read from the structure if that is cheap and from the row source otherwise.
  mutating func height(of row: Int) -> LayoutUnit
  /// Calls `body` with the heights of consecutive rows until it returns false or there are no more rows.
  ///
  /// `IndexedList` calls this method for rows that enter the screen and, after a change or a jump, for all
  /// rows on screen. The default implementation calls `height(of:)`. Implement this method if the structure
  /// can find the next row faster than an arbitrary row. The alternative, descending a tree for each height,
  /// makes a frame 1.4x to 3.2x slower.
  ///
  /// - Parameters:
  ///   - rows: the rows to visit; usually, only the first few are visited.
  ///   - state: a value passed to each call of `body`.
  ///   - body: takes the state and a height, and returns whether it needs the next height.
  mutating func visitHeights<State: ~Copyable>(
    of rows: Range<Int>, _ state: inout State, _ body: (inout State, LayoutUnit) -> Bool)
  /// Returns the total height of all rows.
  mutating func total() -> LayoutUnit

  /// Whether the index is still spreading a one-time cost over several frames; see
  /// `LayoutStrategy.isConverting`.
  var isConverting: Bool { get }

  /// Notifies the index that a row's height changed.
  mutating func heightChanged(of row: Int)
  /// Notifies the index that any or all heights may have changed.
  mutating func heightsChanged()
  /// Notifies the index that rows were inserted; `rows` contains their new indices.
  mutating func inserted(_ rows: Range<Int>)
  /// Notifies the index that rows were deleted; `rows` contains their old indices.
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
