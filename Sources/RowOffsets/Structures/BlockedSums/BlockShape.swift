/// The sizes of the nodes in a tree of blocked sums, given as exponents of powers of two. A node has at least
/// 4 entries, because its entries are read four at a time.
///
/// The shape is a type parameter, so that the compiler knows the length of each loop over a node. Tests use
/// small nodes, so that a few hundred rows fill many levels.
protocol BlockShape: SendableMetatype {
  /// The number of rows in a leaf block, as an exponent of 2: a block has 2^leafBits rows.
  static var leafBits: Int { get }
  /// The number of sums in a leaf block; by default, one sum per row.
  static var leafLanes: Int { get }
  /// The number of children of a node with Int32 sums, as an exponent of 2.
  static var narrowBits: Int { get }
  /// The number of children of a node in the top levels, as an exponent of 2.
  static var topBits: Int { get }
  /// The number of levels with Int32 sums above the leaves, 1 to 3. A tree has fewer levels with Int32 sums
  /// than `narrowLevels` if the total height of a node would otherwise not fit in an Int32.
  static var narrowLevels: Int { get }
  /// The maximum number of top levels in the form `direct`, 1 or 2. Lists that are too long for this form
  /// have more top levels.
  static var topLevels: Int { get }
}

extension BlockShape {
  static var leaf: Int { 1 << leafBits }
  static var leafLanes: Int { leaf }
  static var narrow: Int { 1 << narrowBits }
}

/// The shape of `BlockedSums`, chosen from measurements (`results/studies/fan-out`).
///
///     leaf        32 rows                             1 or 2 cache lines (2 or 4 bytes per row)
///     level 1     512 rows per node, Int32 sums       a cache line
///     level 2     8,192 rows
///     level 3     131,072 rows                        up to 192 pt a row on average
///     level 4     1,048,576 rows, a top               half a line, or a line of Int64 sums
///     level 5     8,388,608 rows
///
/// The top levels have Int32 sums in lists with a height of up to 1.6 billion units. If all heights are whole
/// points, a unit is one point.
@usableFromInline
enum TunedBlocks: BlockShape {
  @inlinable
  static var leafBits: Int { 5 }
  @inlinable
  static var narrowBits: Int { 4 }
  static var topBits: Int { 3 }
  static var narrowLevels: Int { 3 }
  static var topLevels: Int { 1 }
}
