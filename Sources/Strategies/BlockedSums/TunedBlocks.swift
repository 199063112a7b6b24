/// The shape of `BlockedSums`: measured, `results/studies/blocked-sums-fan-out.md`.
///
///     leaf        32 rows                       two cache lines
///     level 1     512 rows a node, Int32        one cache line
///     level 2     8,192 rows
///     level 3     131,072 rows                  up to 192 pt a row on average
///     level 4     2,097,152 rows, Int64         two cache lines
///     level 5     33,554,432 rows
enum TunedBlocks: BlockShape {
  static var leafBits: Int { 5 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 4 }
  static var narrowLevels: Int { 3 }
}

/// The shape of `CodedSums`: leaves of sixteen rows, because what is in them is summed up at each
/// question.
enum CodedBlocks: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 4 }
  static var narrowLevels: Int { 3 }
}
