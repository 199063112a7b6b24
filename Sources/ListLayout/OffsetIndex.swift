/// Offsets of the rows of a whole list: the data structure under an `IndexedList`.
///
/// A new structure is one type that conforms to this protocol. Rows, ranges and ties are as in
/// `LayoutStrategy`.
///
/// The source changes before the index is notified. In `inserted(_:)`, `rows.count` and the heights of the
/// source are already the new ones. In `deleted(_:)` the heights of the deleted rows are no longer
/// available.
///
/// An index that owns memory, its own or a library's, is `~Copyable` and frees it in a `deinit`, which the
/// harness runs once for every list. In your own code, keep the list where its type is known: Swift
/// compilers up to 6.3 skip the `deinit` of a generic type with a stored property of its type parameter when
/// a generic container of it is destroyed. A `deinit` in a class or in a type that is not generic runs in
/// any case.
public protocol OffsetIndex<Rows>: ~Copyable, SendableMetatype {
  /// The type of the row source.
  associatedtype Rows: RowSource

  /// The descriptor of the list that uses this index.
  static var descriptor: StrategyDescriptor { get }

  /// An index over `rows`.
  ///
  /// An index that needs all heights reads them in one call, `RowSource.heights(of:)` or
  /// `RowSource.copyHeights(of:to:)`, which a source in memory answers faster than one call for each row.
  init(rows: Rows)

  /// An index that depends on the list's options, its mode and parameters. Lists call this initialiser; by
  /// default it ignores the options.
  init(rows: Rows, options: LayoutOptions)

  /// The number of rows; after a change the source's.
  var count: Int { get }
  /// The offset of a row, P(row), for `row` in `0...count`.
  mutating func offset(of row: Int) -> LayoutUnit
  /// The offset of a row as the published code computes it, or the true one: for jumps and for queries, not
  /// for frames.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit
  /// The row at a point; clamped to the first and last row, 0 in an empty list.
  mutating func row(at offset: LayoutUnit) -> Int
  /// The height of a row.
  ///
  /// `IndexedList` calls it for each row that enters the screen, and for all rows on screen after a change
  /// or a jump. Answer from the structure where that is cheap (an array, a leaf that was just visited), else
  /// from the source, which holds the same height. An answer that costs a descent of a tree makes a frame
  /// 1.4 to 3.2 times as expensive as one from the source.
  mutating func height(of row: Int) -> LayoutUnit
  /// The sum of all heights.
  mutating func total() -> LayoutUnit

  /// See `LayoutStrategy.isConverting`.
  var isConverting: Bool { get }

  /// The height of a row changed in the source.
  mutating func heightChanged(of row: Int)
  /// All heights may have changed in the source.
  mutating func heightsChanged()
  /// Rows were inserted in the source; they have the indices `rows`.
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

  /// The true offset in both modes.
  @inline(__always)
  @inlinable
  public mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit { offset(of: row) }
}
