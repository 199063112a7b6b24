/// The shape of `BlockedSums`: measured, `results/studies/fan-out`.
///
///     leaf        32 rows                             a cache line, two bytes a row; or two lines
///     level 1     512 rows a node, Int32 sums         a cache line
///     level 2     8,192 rows
///     level 3     131,072 rows                        up to 192 pt a row on average
///     level 4     1,048,576 rows, Int64 sums          a cache line
///     level 5     8,388,608 rows
enum TunedBlocks: BlockShape {
  static var leafBits: Int { 5 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
  static var wideLevels: Int { 1 }
}

/// The shape of `CodedSums`: leaves of sixteen rows, because what is in them is summed up at each
/// question.
enum CodedBlocks: BlockShape {
  typealias Fallback = TunedBlocks
  static var leafBits: Int { 4 }
  static var narrowBits: Int { 4 }
  static var wideBits: Int { 3 }
  static var narrowLevels: Int { 3 }
  static var wideLevels: Int { 2 }
}
