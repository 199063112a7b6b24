import ListLayout

/// A list that stores each row's height as a short code into a table of distinct heights, with sums for
/// groups of rows. Of all lists in this package whose lookups are O(log n), this one uses the least memory.
///
/// Origin: the dictionary encoding of column stores (Daniel Abadi, Samuel Madden and Miguel Ferreira,
/// "Integrating compression and execution in column-oriented database systems", SIGMOD 2006), extended with
/// lookups that read the encoded data directly. The levels above the leaves are the same as in `BlockedSums`.
/// Text rows have few distinct heights. For example, 46,903 chat messages have only 19 distinct heights.
///
/// Each group of eight rows has a 16-bit sum, so a lookup adds up at most seven heights (`DictionaryLeaves`).
/// This example has four rows per sum and eight rows per block instead of 128:
///
///     table       0: 0   1: 44   2: 20   3: 96
///     codes       1 2 0 1 | 2 2 1 3     3             missing rows have code 0
///     sums        0         108         0             of earlier rows in the block
///     blocks      0                     288           of earlier blocks, in `BlockLevels`
///
///     offset                 O(log n): two loads, four table lookups, and one load per level
///     row(at:)               O(log n): reads one whole node per level; eight table lookups
///     heightChanged          O(log n): writes a code and one whole node per level
///     inserted, deleted      O(n), all edits of a frame together
///     open, rotate           O(n), every height looked up in the table
///     memory                 0.29 bytes per row plus the row's code: 0.91 in total with 31 distinct
///                            heights, 1.04 with 63, 1.29 with 255; plus up to 10 kB per list
///
/// Heights that are not in the table yet are added to it. If the table is full, the next lookup re-encodes
/// all rows with one more bit per code. If there are more than 255 distinct heights besides 0, or if the
/// height of a 128-row block does not fit in 16 bits, the list falls back to the structure of `BlockedSums`.
/// The list tries to switch back when rows are inserted or deleted, or when all heights change at once.
///
/// Choose `DictionarySums` if memory is scarce. For comparison, `BlockedSums` uses 2.2 bytes per row. With at
/// most 31 distinct heights, `offset`, `row(at:)` and `heightChanged` are less than 2x slower than in
/// `BlockedSums`. The difference is smallest for lists so long that `BlockedSums` does not fit in a cache.
/// Opening a list is 2x to 4x slower than with `BlockedSums`.
typealias DictionarySums<Rows: RowSource> = IndexedList<DictionarySumsIndex<Rows, DictionaryBlocks>>

typealias DictionarySumsIndex<Rows: RowSource, Shape: BlockShape> =
  BlockedIndex<Rows, DictionaryLeaves<Shape>, BlockedSumsIndex<Rows, TunedBlocks>>

/// The shape of `DictionarySums`. With leaves of 128 rows, the tree has one fewer level than with
/// `TunedBlocks`, and sums still fit in 16 bits.
///
///     leaf        128 rows                            codes and a vector of sums
///     level 1     4,096 rows per node, Int32 sums     two cache lines
///     level 2     131,072 rows                        up to 192 pt a row on average
///     level 3     1,048,576 rows, a top level         half a line, or a line of Int64 sums
enum DictionaryBlocks: BlockShape {
  static var leafBits: Int { 7 }
  static var leafLanes: Int { 16 }
  static var narrowBits: Int { 5 }
  static var topBits: Int { 3 }
  static var narrowLevels: Int { 2 }
  static var topLevels: Int { 1 }
}
