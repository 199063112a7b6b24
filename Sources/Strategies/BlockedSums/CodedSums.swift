import ListLayout

/// Blocked sums with a byte a row: the smallest list of this package that answers in O(log n).
///
/// Origin: dictionary coding, as column stores have it (D. Abadi, S. Madden, M. Ferreira,
/// "Integrating compression and execution in column-oriented database systems", 2006), below the
/// nodes of `BlockedSums`. Rows of text have few different heights: 19 in 46,903 chat messages.
///
/// A leaf block holds the codes of its rows' heights; what they add up to is looked up and summed
/// at each question, which costs instructions but touches a fourth of the memory.
///
///     codes       1  2  0  1 | 2  2  1  3 | 3  0  0  0      0 pads
///     heights     0: 0   1: 44   2: 20   3: 96
///     blocks      0  108  288  384                          `BlockLevels`
///
///     offset                 O(log n): a block's codes, and a load a level
///     row(at:)               O(log n): a node a level, and a block's codes
///     heightChanged          O(log n): one code, and a node a level written whole
///     inserted, deleted      O(n), all edits of a frame together
///     prepare, relayout      O(n), every height looked up
///
/// With a 257th height the list becomes a `BlockedSums` until the next edit or relayout.
///
/// Wins where the memory or the cache is short: beyond some million rows. Loses to `BlockedSums`
/// while those fit in a cache.
typealias CodedSums<Rows: RowSource> = IndexedList<CodedSumsIndex<Rows, CodedBlocks>>

/// The offsets of `CodedSums`. Leaf blocks have 8 rows or a multiple.
struct CodedSumsIndex<Rows: RowSource, Shape: BlockShape>: OffsetIndex, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "blocked-sums-8", title: "prefix sums in wide nodes over a byte a row",
      origin: "dictionary coding (Abadi, Madden and Ferreira, 2006) under blocked sums",
      modes: [.corrected],
      complexity: Complexity(
        prepare: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, relayout: .linear))
  }

  let rows: Rows
  /// How questions are answered.
  var form = BlockForm.stale
  var levels = BlockLevels<Shape>()
  var heights = HeightCodes()
  /// Masks, a line of zeros, then the codes of the rows, whole blocks.
  var memory = BlockMemory(byteCount: BlockMemory.line)
  var codes: UnsafeMutablePointer<UInt8>
  /// Answers when there are too many different heights.
  var fallback: BlockedSumsIndex<Rows, Shape>?

  init(rows: Rows) {
    self.rows = rows
    codes = memory.base.assumingMemoryBound(to: UInt8.self)
    rebuild()
  }

  var count: Int { rows.count }
}
