import ListLayout

/// Blocked sums until rows come or go, a sum tree from then on; no edit pays for all rows.
///
/// Origin: this package; incremental rebuilding as in OverlayArray.
///
/// The rule is this simple because measurement says so (`results/studies/crossover`): from a
/// thousand rows to ten million, frames in which heights change are cheapest on `BlockedSums`,
/// however many change, and frames with inserts or deletes on `SumTree`. Mere motion is cheapest on
/// blocked sums too, once the block in which the last point was found is looked at first
/// (`BlockFinger`). `OverlayArray` wins where random offsets are asked and nothing is shown; no
/// frame does that.
///
///     blocked   --- a row comes or goes --->   patched   --- all rows are copied --->   tree
///        ^                                                                               |
///        +--------------------------- every height changed ------------------------------+
///
/// A height that leaves of two bytes a row cannot hold is no reason for a tree: the next question
/// has all rows summed up anew, as in `BlockedSums`, over leaves of four bytes if need be
/// (`longBlocked`). What those cannot hold either is a new row of a patch.
///
/// Blocked sums cannot insert. So while the tree grows by a stretch of rows a frame, they go on
/// answering as they were when the first row came or went, under a `RowPatch` that says which of
/// their rows are left and which rows are new:
///
///     rows of the sums       0 1 2 3 4 5 6 7 8 9
///     patch                 [ 0 1 2 ] x [ 4 5 ] y z [ 8 9 ]       x, y, z are new; 3, 6, 7 are gone
///     tree so far             0 1 2   x   4                       the next stretch begins at 5
///
/// Heights are asked for once: stretches are copied out of the sums and the patch.
/// Invariants: `checkInvariants()` lists them.
///
///     offset, row(at:)       O(log n); patched, O(edits since the first one) besides
///     heightChanged          O(log n); the same
///     inserted, deleted      O(log n + k) for k rows; the same
///                            heightChanged: O(n) at the next question where leaves of two bytes
///                            cannot hold the height
///     a frame, patched       a stretch of 32,768 rows is copied
///     open, rotate           O(n)
///
/// Wins where nobody knows beforehand whether rows will come and go. Costs up to 12 bytes a row once
/// they do: the sums' memory waits for the next relayout, as giving it back takes a frame too long.
typealias Adaptive<Rows: RowSource> = IndexedList<AdaptiveIndex<Rows, FramePace>>

/// How many rows are copied at a time. A type and not a value: tests take a few at a time.
protocol CopyPace: SendableMetatype {
  /// Rows copied in a frame.
  static var stretch: Int { get }
  /// Rows copied at a question for a row, when no frame comes.
  static var shortStretch: Int { get }
}

/// Some 60 microseconds a frame; 1,000,000 rows in a quarter of a second at 120 Hz.
enum FramePace: CopyPace {
  static var stretch: Int { 32768 }
  static var shortStretch: Int { 2048 }
}

/// The offsets of `Adaptive`.
struct AdaptiveIndex<Rows: RowSource, Pace: CopyPace>: OffsetIndex, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "adaptive", title: "blocked sums until rows come or go, then a sum tree",
      origin: "this package", modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .linear))
  }

  /// What answers: sums over leaves of two bytes a row, or of four; those and a patch; a tree;
  /// nothing before the rows are summed up anew.
  enum Form { case blocked, longBlocked, patched, tree, stale }

  let rows: Rows
  var form = Form.blocked
  var blocks: BlockedSumsIndex<Rows, TunedBlocks>
  var patch = RowPatch()
  var tree: SumTreeIndex<StretchedRows<Rows>, WideNodes>
  /// What the tree sees of the rows; in patched form its rows are the list's first.
  let sight = StretchSight()
  var finger = BlockFinger()

  init(rows: Rows) {
    self.rows = rows
    blocks = BlockedSumsIndex(rows: rows)
    tree = SumTreeIndex(rows: StretchedRows(rows: rows, sight: sight.state))
    settleForm()
  }

  var count: Int { rows.count }

  /// The tree grows by a stretch a frame.
  var isConverting: Bool { form == .patched }

  mutating func heightsChanged() {
    form = .stale
    settle()
  }

  /// Sums up anew and sees who answers: rows too high for any sums are a tree's at once.
  @inline(never)
  mutating func settle() {
    blocks.heightsChanged()
    blocks.refresh()
    settleForm()
  }

  /// The sums have just been built.
  private mutating func settleForm() {
    finger.height = 0
    patch.reset(count: 0, height: 0)
    form = blocks.form.isTree ? .blocked : blocks.fallback.form.isTree ? .longBlocked : .tree
    sight.state.pointee = StretchSight.State(limit: form == .tree ? .max : 0)
    tree.heightsChanged()
  }
}
