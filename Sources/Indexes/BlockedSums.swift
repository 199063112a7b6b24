import ListLayout

/// A list that stores prefix sums in wide nodes. This is the fastest list of this package if heights change
/// but no rows are inserted or deleted.
///
/// Origin: G. E. Pibiri and R. Venturini, "Practical trade-offs for the prefix-sum problem" (Software:
/// Practice and Experience 51(5), 2021); S. Slotin, "Algorithms for Modern Hardware", wide segment trees.
/// This package adds a search and leaves with two bytes per row (`ShortLeaves`).
///
/// Rows are stored in leaf blocks. For each row, a block has the sum of the heights up to and including the
/// row. An offset within the block thus needs one load, and a height is the difference of two neighbouring
/// sums. `BlockLevels` stores the offsets of blocks. The following example has four rows per block:
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     leaves      2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///     blocks      0  7 14 19                                sums before each block
///
/// The list is implemented by `BlockedIndex` of the module RowOffsets, which apps use too. The functions
/// `BlockedIndex.checkInvariants()` and `BlockLevels.violations(of:)` list its invariants.
///
///     offset                 O(log n): one load in the leaf and one per level; none waits
///     row(at:)               O(log n): reads one whole node per level; about one cache miss
///     heightChanged          O(log n): writes one whole node per level
///     inserted, deleted      O(n), all edits of a frame together, at memory speed
///     open, rotate           O(n), at memory speed
///     memory                 2.2 bytes per row; 4.2 if leaves need four bytes per row
///
/// Each lookup and each change reads the row's leaf and one node per level. A node is one cache line, and so
/// is a leaf with two bytes per row. A lookup thus reads 5 cache lines for up to 1,048,576 rows, 6 for up to
/// 8,388,608 rows, and 7 for more rows. The list's own fields use 3 more cache lines, which are the same in
/// each lookup. `bench count -s blocked-sums -c offset -r 1M` counts 1.9 misses of a 48 KiB first-level cache
/// per lookup.
///
/// Blocks that are too high for 16 bits, and blocks with heights in fine fractions of a point, use leaves
/// with four bytes per row. Lists of very tall rows or of a very large total height use fewer levels with
/// 32-bit sums (`BlockLevels`). If the height of a block exceeds 32 bits, the list uses a Fenwick tree.
///
/// This list is best if heights change one by one. Insertions and deletions in a long list are faster in
/// structures designed for them. If all rows have the same height, arithmetic is faster.
typealias BlockedSums<Rows: RowSource> = IndexedList<BlockedSumsIndex<Rows, TunedBlocks>>

extension BlockedIndex: OffsetIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Returns `offset(of:)`, inlined in timed loops if the leaves need only one load. `DictionaryLeaves` need
  /// more loads and are not inlined.
  @inline(__always)
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit {
    Leaves.rowBytes > 1 ? loopOffset(of: row) : offset(of: row)
  }

  /// The descriptor of a list that uses this kind of leaves.
  static var descriptor: StrategyDescriptor {
    let (id, title, origin) =
      switch Leaves.rowBytes {
      case 1:
        (
          "dictionary-sums",
          "heights as codes into a table of distinct heights, with sums of blocks",
          "dictionary encoding (Abadi, Madden and Ferreira, 2006) under blocked sums"
        )
      case 2:
        (
          "blocked-sums", "prefix sums in wide nodes, two bytes a row if they suffice",
          "Pibiri and Venturini, Practical trade-offs for the prefix-sum problem, 2021"
        )
      default:
        (
          "blocked-sums-32", "prefix sums in wide nodes, four bytes a row",
          "Pibiri and Venturini, Practical trade-offs for the prefix-sum problem, 2021"
        )
      }
    return StrategyDescriptor(
      id: id, title: title, origin: origin, modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .linear, frame: .logarithmic, rotate: .linear))
  }
}
