import ListLayout

/// Prefix sums in wide nodes: the fastest list of this package whose rows change but stay.
///
/// Origin: G. E. Pibiri and R. Venturini, "Practical trade-offs for the prefix-sum problem"
/// (Software: Practice and Experience 51(5), 2021); S. Slotin, "Algorithms for Modern Hardware",
/// wide segment trees. Here with a search and for Int32 heights.
///
/// The rows stand in leaf blocks, each with the sums of its rows up to and including each row, so
/// that one load is an offset and the difference of neighbours a height. `BlockLevels` says where
/// the blocks are. With four rows a block:
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     leaves      2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///     blocks      0  7 14 19                                sums before each block
///
/// Invariants: `checkInvariants()` lists them.
///
///     offset                 O(log n): a load in the leaf and one a level, none waits for another
///     row(at:)               O(log n): a node a level, read whole; misses the cache about once
///     heightChanged          O(log n): a node a level, written whole
///     inserted, deleted      O(n), all edits of a frame together, at memory speed
///     prepare, relayout      O(n), at memory speed
///
/// Sums of 32 bits overflow when rows are very high: then there are fewer levels of them
/// (`BlockLevels`), and when not even a block's rows fit, a Fenwick tree stands in.
///
/// Wins wherever heights change one by one. Loses to structures that can insert when rows come and
/// go in a long list, and to plain arithmetic when all rows are equal.
typealias BlockedSums<Rows: RowSource> = IndexedList<BlockedSumsIndex<Rows, TunedBlocks>>

/// The offsets of `BlockedSums`.
struct BlockedSumsIndex<Rows: RowSource, Shape: BlockShape>: OffsetIndex, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "blocked-sums", title: "prefix sums in wide nodes, Int32 below",
      origin: "Pibiri and Venturini, Practical trade-offs for the prefix-sum problem, 2021",
      modes: [.corrected],
      complexity: Complexity(
        prepare: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, relayout: .linear))
  }

  let rows: Rows
  /// How questions are answered.
  var form = BlockForm.stale
  var levels = BlockLevels<Shape>()
  /// A line of zeros, then the leaf blocks.
  var memory = BlockMemory(byteCount: BlockMemory.line)
  var leaves: UnsafeMutablePointer<Int32>
  /// Answers when the rows of a block are too high for Int32 sums.
  var fallback: FenwickIndex<Rows>?

  init(rows: Rows) {
    self.rows = rows
    leaves = memory.base.assumingMemoryBound(to: Int32.self)
    rebuild()
  }

  var count: Int { rows.count }
}
