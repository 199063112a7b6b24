import ListLayout

/// What the rows' own heights are kept as, in a tree of blocked sums: blocks of 2^leafBits rows.
///
/// Three kinds: `ShortLeaves` (two bytes a row), `LongLeaves` (four), `CodeLeaves` (one). Not every
/// list can be held by each; whoever asks sees to another structure then.
///
/// What a last block lacks is rows of height 0; what stands before row 0 adds up to 0.
protocol BlockLeaves: ~Copyable, SendableMetatype {
  associatedtype Shape: BlockShape

  /// The facts about a list on such leaves.
  static var card: StrategyCard { get }
  /// How often to begin anew when `fill` fails.
  static var attempts: Int { get }

  /// No blocks.
  init()

  /// Begins anew, with memory for a number of blocks.
  ///
  /// - Parameter isFirst: see `BlockMemory.grow`.
  mutating func reserve(_ blocks: Int, isFirst: Bool)

  /// Fills blocks, which follow on those filled before.
  ///
  /// - Parameters:
  ///   - heights: of the rows of these blocks.
  ///   - totals: becomes the heights of the blocks.
  /// - Returns: false when such heights cannot be held.
  mutating func fill(
    _ blocks: Range<Int>, with heights: UnsafePointer<Int32>,
    totals: UnsafeMutablePointer<Int64>
  ) -> Bool

  /// The heights of a row and of those before it in its block; 0 for row -1.
  func sum(through row: Int, _ masks: BlockMasks<Shape>) -> Int32

  /// The number of a block's rows that end at or above a point of it, those of height 0 among them.
  func rowsAbove(_ point: Int32, inBlockOf first: Int) -> Int

  /// The height of a row.
  func height(of row: Int) -> Int32

  /// Gives a row another height.
  ///
  /// - Returns: the difference; nil when the leaves cannot hold it and must be filled anew.
  mutating func change(_ row: Int, to height: Int32, _ masks: BlockMasks<Shape>) -> Int64?
}
