/// Answers where the rows of a whole list are: the data structure under an `IndexedList`.
///
/// One screen layer, many indexes: a new structure is one conforming type. Rows, ranges and ties are
/// as in `LayoutStrategy`.
///
/// The source changes first, then the index is told. So when `inserted(_:)` is called, `rows.count` and
/// the heights of the source are already the new ones, and an index that takes its `count` from there has
/// the new number of rows while what it keeps itself is still of the old ones. In `deleted(_:)` the rows
/// are already gone: no height can be asked that they had.
///
/// An index that owns memory, its own or a library's, is `~Copyable` and frees it in a `deinit`, which the harness
/// runs once for every list that it makes. In code of your own, keep the list where its type is known: compilers up
/// to Swift 6.3 do not run the `deinit` of a generic type that has a stored property of its type parameter when a
/// generic container of it is destroyed. A `deinit` in a class or in a type that is not generic always runs.
public protocol OffsetIndex<Rows>: ~Copyable, SendableMetatype {
  /// Where the rows come from.
  associatedtype Rows: RowSource

  /// The facts about the list that stands on this index.
  static var descriptor: StrategyDescriptor { get }

  /// Reads all heights, or leaves that to the first question.
  init(rows: Rows)

  /// The same, for an index that depends on the list's options: its mode and parameters. By default the
  /// options are ignored. Lists call this one.
  init(rows: Rows, options: LayoutOptions)

  /// The number of rows; after a change that of the source.
  var count: Int { get }
  /// P(row), for `row` in `0...count`.
  mutating func offset(of row: Int) -> LayoutUnit
  /// P(row), as the published code works it out or not: for a jump, and for a question that is put
  /// to the list. Frames do not ask it.
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit
  /// The row that owns a point; clamped to the first and last row, 0 when there is none.
  mutating func row(at offset: LayoutUnit) -> Int
  /// The height of a row.
  ///
  /// `IndexedList` asks for each row that enters the screen, and for all rows on screen after a change or
  /// a jump. The index answers, not the source: from its own structure where that is cheap (an array, a
  /// leaf that was just visited), else from the source it was built on, which holds the same height. An
  /// answer that costs a descent of a tree makes a frame 1.4 to 3.2 times as expensive as one that asks
  /// the source.
  mutating func height(of row: Int) -> LayoutUnit
  /// The sum of all heights.
  mutating func total() -> LayoutUnit

  /// See `LayoutStrategy.isConverting`.
  var isConverting: Bool { get }

  /// The source's row has another height.
  mutating func heightChanged(of row: Int)
  /// Every row may have.
  mutating func heightsChanged()
  /// The source has new rows at `rows`.
  mutating func inserted(_ rows: Range<Int>)
  /// The source lost the rows that were at `rows`.
  mutating func deleted(_ rows: Range<Int>)
}

extension OffsetIndex where Self: ~Copyable {
  /// Nothing is spread over frames.
  @inlinable
  public var isConverting: Bool { false }

  /// Options are ignored.
  @inlinable
  @inline(__always)
  public init(rows: Rows, options: LayoutOptions) { self.init(rows: rows) }

  /// Published or not, the index answers.
  @inline(__always)
  @inlinable
  public mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit { offset(of: row) }
}
