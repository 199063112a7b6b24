import ListLayout

/// Prefix sums in wide nodes: the fastest list of this package whose rows change but stay.
///
/// Origin: G. E. Pibiri and R. Venturini, "Practical trade-offs for the prefix-sum problem"
/// (Software: Practice and Experience 51(5), 2021); S. Slotin, "Algorithms for Modern Hardware",
/// wide segment trees. Here with a search, and with leaves of two bytes a row (`ShortLeaves`).
///
/// The rows stand in leaf blocks, each with the sums of its rows up to and including each row, so
/// that one load is an offset and the difference of neighbours a height. `BlockLevels` says where
/// the blocks are. With four rows a block:
///
///     heights     2  1  0  4 | 1  1  3  2 | 5
///     leaves      2  3  3  7 | 1  2  5  7 | 5  5  5  5      5 pads
///     blocks      0  7 14 19                                sums before each block
///
/// The structure is `BlockedIndex`, of the module RowOffsets, which an app takes it from.
/// Invariants: `BlockedIndex.checkInvariants()`, `BlockLevels.violations(of:)`.
///
///     offset                 O(log n): a load in the leaf and one a level, none waits for another
///     row(at:)               O(log n): a node a level, read whole; misses the cache about once
///     heightChanged          O(log n): a node a level, written whole
///     inserted, deleted      O(n), all edits of a frame together, at memory speed
///     open, rotate           O(n), at memory speed
///     memory                 2.2 bytes a row; 4.2 where two a row do not suffice
///
/// Cache lines: each question and each change touches the row's leaf and one node a level, and a node
/// or leaf of two bytes a row is a line: 5 lines up to 1,048,576 rows, 6 up to 8,388,608, 7 beyond;
/// besides 3 lines of the list's own fields, which are always the same. `bench count -s blocked-sums -c
/// offset -r 1M` counts 1.9 a question that are not in a first level of 48 KiB.
///
/// What does not fit is held by what does: blocks that are too high for 16 bits, or heights in
/// fractions of a point, by leaves of 32 bits; very high rows or lists by fewer levels of 32-bit sums
/// (`BlockLevels`); and when not even a block's rows fit 32 bits, by a Fenwick tree.
///
/// Wins wherever heights change one by one. Loses to structures that can insert when rows come and
/// go in a long list, and to plain arithmetic when all rows are equal.
typealias BlockedSums<Rows: RowSource> = IndexedList<BlockedSumsIndex<Rows, TunedBlocks>>

extension BlockedIndex: OffsetIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Published or not: `offset(of:)`, of leaves that are a load each in the loop that asks.
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
