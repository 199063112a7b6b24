import ListLayout

/// Blocked sums with a byte a row: the smallest list of this package that answers in O(log n).
///
/// Origin: dictionary coding, as column stores have it (D. Abadi, S. Madden, M. Ferreira,
/// "Integrating compression and execution in column-oriented database systems", 2006), below the
/// nodes of `BlockedSums`. Rows of text have few different heights: 19 in 46,903 chat messages.
///
/// A leaf block holds the codes of its rows' heights (`CodeLeaves`); what they add up to is looked
/// up and summed at each question, which costs instructions but touches half the memory.
///
///     codes       1  2  0  1 | 2  2  1  3 | 3  0  0  0      0 pads
///     heights     0: 0   1: 44   2: 20   3: 96
///     blocks      0  108  288  384                          `BlockLevels`
///
///     offset                 O(log n): a block's codes, and a load a level
///     row(at:)               O(log n): a node a level, and a block's codes
///     heightChanged          O(log n): one code, and a node a level written whole
///     inserted, deleted      O(n), all edits of a frame together
///     open, rotate           O(n), every height looked up
///     memory                 1.3 bytes a row
///
/// With a 257th height the list becomes a `BlockedSums` until the next edit or relayout.
///
/// Wins where memory is short. Loses to `BlockedSums` while that fits in a cache.
typealias CodedSums<Rows: RowSource> = IndexedList<CodedSumsIndex<Rows, CodedBlocks>>

/// The offsets of `CodedSums`.
typealias CodedSumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, CodeLeaves<Shape>, BlockedSumsIndex<Rows, Shape.Fallback>>
