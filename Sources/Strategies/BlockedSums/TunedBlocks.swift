/// The shape of `BlockedSums`: measured, `results/studies/blocked-sums-fan-out.md`.
///
///     leaf        32 rows                             two cache lines
///     level 1     512 rows a node, Int32 sums         one cache line
///     level 2     8,192 rows
///     level 3     131,072 rows                        up to 192 pt a row on average
///     level 4     1,048,576 rows, Int64 sums          one cache line
///     level 5     8,388,608 rows
enum TunedBlocks: BlockShape {
  static var leafBits: Int { 5 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
}

/// The shape of `CodedSums`: leaves of sixteen rows, because what is in them is summed up at each
/// question.
enum CodedBlocks: BlockShape {
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
}
