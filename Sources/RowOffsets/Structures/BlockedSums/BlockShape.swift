/// Node sizes for a tree of blocked sums, given as powers of two. A node has at least 4 entries, because
/// entries are read four at a time.
///
/// The shape is a type parameter so that the compiler knows the length of every loop over a node. Tests use
/// small nodes so that a few hundred rows fill many levels.
protocol BlockShape: SendableMetatype {
  static var leafBits: Int { get }
  /// Number of sums in a leaf block, by default one per row.
  static var leafLanes: Int { get }
  static var narrowBits: Int { get }
  static var topBits: Int { get }
  /// Number of levels with Int32 sums above the leaves, 1 to 3. A tree has fewer such levels if a node's
  /// total height would otherwise not fit in an Int32.
  static var narrowLevels: Int { get }
  /// Maximum number of top levels in the `direct` form, 1 or 2. Longer lists have more top levels.
  static var topLevels: Int { get }
}

extension BlockShape {
  static var leaf: Int { 1 << leafBits }
  static var leafLanes: Int { leaf }
  static var narrow: Int { 1 << narrowBits }
}

/// The shape used by `BlockedSums`, chosen by measurement (`results/studies/fan-out`).
///
///     leaf        32 rows                             1 or 2 cache lines (2 or 4 bytes per row)
///     level 1     512 rows per node, Int32 sums       a cache line
///     level 2     8,192 rows
///     level 3     131,072 rows                        up to 192 pt a row on average
///     level 4     1,048,576 rows, a top level               half a line, or a line of Int64 sums
///     level 5     8,388,608 rows
///
/// The top levels store Int32 sums for lists up to 1.6 billion units tall. If all heights are whole points,
/// one unit is one point.
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
