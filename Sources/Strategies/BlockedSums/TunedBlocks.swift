/// The shape of `BlockedSums`: measured, `results/studies/fan-out`.
///
///     leaf        64 rows                             two cache lines, two bytes a row
///     level 1     512 rows a node, Int32 sums         half a cache line
///     level 2     4,096 rows
///     level 3     32,768 rows                         up to 768 pt a row on average
///     level 4     262,144 rows, Int64 sums            a cache line
///     level 5     2,097,152 rows
enum TunedBlocks: BlockShape {
  static var leafBits: Int { 6 }
  static var narrowBits: Int { 3 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
  static var wideLevels: Int { 2 }
}

/// The shape of `CodedSums`: leaves of sixteen rows, because what is in them is summed up at each
/// question.
enum CodedBlocks: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
  static var wideLevels: Int { 2 }
}
