import ListLayout

/// A tree of blocked sums: the rows in leaf blocks, `BlockLevels` above them.
///
/// Where the leaves cannot hold the rows' heights, another index answers, until the next edit or
/// relayout.
///
///     row 0 … n-1    Leaves      | block 0 | block 1 | block 2 | …    rows within blocks
///     blocks         BlockLevels | sums before each block, in nodes |
///
/// Invariants: `checkInvariants()` lists them.
struct BlockedIndex<
  Rows: RowSource, Leaves: BlockLeaves & ~Copyable, Fallback: BlockFallback & ~Copyable
>: BlockFallback, ~Copyable where Fallback.Rows == Rows {
  typealias Shape = Leaves.Shape
  static var card: StrategyCard { Leaves.card }

  let rows: Rows
  /// How questions are answered.
  var form = BlockForm.stale
  var levels = BlockLevels<Shape>()
  var leaves = Leaves()
  /// Answers when the leaves cannot.
  var fallback: Fallback
  /// Whether it has answered before: it has memory then.
  var fallbackIsRead = false

  init(unread rows: Rows) {
    self.rows = rows
    fallback = Fallback(unread: rows)
  }

  init(rows: Rows) {
    self.init(unread: rows)
    rebuild()
  }

  var count: Int { rows.count }
}
