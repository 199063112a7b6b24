import ListLayout

/// Prefix sums in wide nodes: the fastest list of this package for changed heights without insertions or
/// deletions.
///
/// Origin: G. E. Pibiri and R. Venturini, "Practical trade-offs for the prefix-sum problem" (Software:
/// Practice and Experience 51(5), 2021); S. Slotin, "Algorithms for Modern Hardware", wide segment trees.
/// This package adds a search and leaves of two bytes a row (`ShortLeaves`).
///
/// Rows are in leaf blocks. A block has the sum of heights up to and including each row, so an offset is
/// one load and a height the difference of neighbours. `BlockLevels` has the offsets of blocks. With four
/// rows a block:
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     leaves      2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///     blocks      0  7 14 19                                sums before each block
///
/// The structure is `BlockedIndex` of the module RowOffsets, which apps use too. For its invariants see
/// `BlockedIndex.checkInvariants()` and `BlockLevels.violations(of:)`.
///
///     offset                 O(log n): a load in the leaf and one a level, none waits for another
///     row(at:)               O(log n): a node a level, read whole; misses the cache about once
///     heightChanged          O(log n): a node a level, written whole
///     inserted, deleted      O(n), all edits of a frame together, at memory speed
///     open, rotate           O(n), at memory speed
///     memory                 2.2 bytes a row; 4.2 where two a row do not suffice
///
/// Cache lines: each lookup and each change touches the row's leaf and one node a level, and a node or a
/// leaf of two bytes a row is a line: 5 lines up to 1,048,576 rows, 6 up to 8,388,608, then 7. The list's
/// own fields take 3 more lines, always the same. `bench count -s blocked-sums -c offset -r 1M` counts 1.9
/// misses of a first-level cache of 48 KiB per lookup.
///
/// Blocks that are too high for 16 bits, and heights in fractions of a point, use leaves of 32 bits. Very
/// high rows or lists use fewer levels of 32-bit sums (`BlockLevels`). If a block of rows exceeds 32 bits,
/// a Fenwick tree is used.
///
/// Best where heights change one by one. Slower than structures with fast insertions if rows are inserted
/// or deleted in a long list, and slower than arithmetic if all rows have the same height.
typealias BlockedSums<Rows: RowSource> = IndexedList<BlockedSumsIndex<Rows, TunedBlocks>>

extension BlockedIndex: OffsetIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// `offset(of:)`, inlined into timed loops for leaves that need one load; not for `DictionaryLeaves`.
  @inline(__always)
  mutating func offset(of row: Int, asPublished: Bool) -> LayoutUnit {
    Leaves.rowBytes > 1 ? loopOffset(of: row) : offset(of: row)
  }

  /// The descriptor of a list on leaves of this kind.
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
