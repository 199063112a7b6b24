import ListLayout

/// A list that stores prefix sums in wide nodes. If only heights change and no rows are inserted or deleted,
/// this is the fastest list in the package.
///
/// Origin: Giulio Ermanno Pibiri and Rossano Venturini compare prefix-sum structures in "Practical trade-offs
/// for the prefix-sum problem" (Software – Practice and Experience 51(5), 2021). Sergey Slotin describes wide
/// segment trees in "Algorithms for Modern Hardware". This package extends these structures with a search for
/// the row at a point and with two-byte leaves (`ShortLeaves`).
///
/// The tree's leaves are blocks of rows. A block stores a running total of its rows' heights. Finding an
/// offset within a block therefore takes one load, and a row's height is the difference between two
/// neighbouring sums. `BlockLevels` stores the blocks' offsets. This example has four rows per block:
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     leaves      2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///     blocks      0  7 14 19                                sums before each block
///
/// The implementation, `BlockedIndex` in RowOffsets, is also available to apps.
///
///     offset                 O(log n): one independent load in the leaf and one per level
///     row(at:)               O(log n): reads one whole node per level; about one cache miss
///     heightChanged          O(log n): writes one whole node per level
///     inserted, deleted      O(n), all edits of a frame together, at memory speed
///     open, rotate           O(n), at memory speed
///     memory                 2.2 bytes per row; 4.2 if leaves need four bytes per row
///
/// Every lookup and every change reads the row's leaf and one node per level. A node occupies one cache line,
/// as does a leaf block with two bytes per row. A lookup therefore reads 5 cache lines in lists of up to
/// 1,048,576 rows, 6 in lists of up to 8,388,608 rows, and 7 in longer lists. Reading the list's own fields
/// takes another 3 cache lines. `bench count -s blocked-sums -c offset -r 1M` reports 1.9 misses per lookup
/// in a first-level cache of 48 KiB.
///
/// The list switches to four bytes per row if a block is too tall for 16-bit sums, or if heights use small
/// fractions of a point. If rows are very tall or the total height is very large, fewer levels of the tree
/// use 32-bit sums (`BlockLevels`). If a block's height does not fit in 32 bits, the list falls back to a
/// Fenwick tree.
///
/// Choose `BlockedSums` if heights change one at a time. In long lists, other structures are faster at
/// inserting and deleting rows.
typealias BlockedSums<Rows: RowSource> = IndexedList<BlockedSumsIndex<Rows, TunedBlocks>>

extension BlockedIndex: OffsetIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// The lookup is inlined into timed loops, except with `DictionaryLeaves`, which need more than one load
  /// per lookup.
  @inline(__always)
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit {
    Leaves.rowBytes > 1 ? loopOffset(of: row) : offset(of: row)
  }

  static var descriptor: StrategyDescriptor {
    let (id, title, origin) =
      switch Leaves.rowBytes {
      case 1:
        (
          "dictionary-sums",
          "heights encoded as indexes into a table, with block sums",
          "dictionary encoding (Abadi, Madden and Ferreira, 2006) with blocked sums"
        )
      case 2:
        (
          "blocked-sums", "prefix sums in wide nodes, with two bytes per row if possible",
          "Pibiri and Venturini, Practical trade-offs for the prefix-sum problem, 2021"
        )
      default:
        (
          "blocked-sums-32", "prefix sums in wide nodes, with four bytes per row",
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
