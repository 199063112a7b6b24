/// The sizes of the nodes in a tree of blocked sums, as powers of two, at least 4: a node is read four
/// lanes at a time.
///
/// A type rather than a value, so that the compiler knows the length of each loop over a node. Tests build
/// the same tree with small nodes, so that a few hundred rows fill many levels.
protocol BlockShape: SendableMetatype {
  /// A leaf block has 2^leafBits rows.
  static var leafBits: Int { get }
  /// The number of sums in a leaf block; by default one a row.
  static var leafLanes: Int { get }
  /// A node of Int32 sums has 2^narrowBits children.
  static var narrowBits: Int { get }
  /// A node of the levels above has 2^topBits children.
  static var topBits: Int { get }
  /// The levels of Int32 sums above the leaves, 1 to 3; fewer if a node's total does not fit.
  static var narrowLevels: Int { get }
  /// The levels above those in the fastest form, 1 or 2. Longer lists have more.
  static var topLevels: Int { get }
}

extension BlockShape {
  static var leaf: Int { 1 << leafBits }
  static var leafLanes: Int { leaf }
  static var narrow: Int { 1 << narrowBits }
}

/// The shape of `BlockedSums`, chosen by measurement (`results/studies/fan-out`).
///
///     leaf        32 rows                             a cache line, two bytes a row; or two lines
///     level 1     512 rows a node, Int32 sums         a cache line
///     level 2     8,192 rows
///     level 3     131,072 rows                        up to 192 pt a row on average
///     level 4     1,048,576 rows, a top               half a line, or a line of Int64 sums
///     level 5     8,388,608 rows
///
/// The tops have Int32 sums in lists of up to 1.6 billion units, of a point if all heights are whole
/// points.
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
