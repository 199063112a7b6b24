import ListLayout

/// Blocked sums until rows come or go, a sum tree from then on; no edit pays for all rows.
///
/// Origin: this package; global rebuilding a stretch at a time (M. Overmars, "The Design of Dynamic Data
/// Structures", 1983).
///
/// The rule is this simple because measurement says so (`results/studies/crossover`): from a
/// thousand rows to ten million, frames in which heights change are cheapest on `BlockedSums`,
/// however many change, and frames with inserts or deletes on `SumTree`. Mere motion is cheapest on
/// blocked sums too, once the block in which the last point was found is looked at first
/// (`BlockFinger`).
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
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
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

extension AdaptiveIndex {
  // MARK: Find

  mutating func offset(of row: Int) -> LayoutUnit {
    _fastPath(form == .blocked) ? blocks.offset(of: row) : otherOffset(of: row)
  }

  @inline(never)
  private mutating func otherOffset(of row: Int) -> LayoutUnit {
    switch form {
    case .blocked, .longBlocked: blocks.offset(of: row)
    case .tree: tree.offset(of: row)
    case .patched: patchedOffset(of: row)
    case .stale: settled { $0.offset(of: row) }
    }
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    switch form {
    case .blocked: blocks.row(at: offset.rawValue, &finger)
    case .longBlocked: blocks.fallback.row(at: offset.rawValue, &finger)
    case .tree: tree.row(at: offset)
    case .patched: patchedRow(at: offset.rawValue)
    case .stale: settled { $0.row(at: offset) }
    }
  }

  mutating func height(of row: Int) -> LayoutUnit {
    let prompt: LayoutUnit? =
      switch form {
      case .blocked: blocks.promptHeight(of: row)
      case .longBlocked: blocks.fallback.promptHeight(of: row)
      default: nil
      }
    return prompt ?? otherHeight(of: row)
  }

  @inline(never)
  private mutating func otherHeight(of row: Int) -> LayoutUnit {
    switch form {
    case .blocked, .longBlocked: blocks.height(of: row)
    case .tree: tree.height(of: row)
    case .patched: patchedHeight(of: row)
    case .stale: settled { $0.height(of: row) }
    }
  }

  /// Asked once in every frame that has something new, so here the tree grows.
  mutating func total() -> LayoutUnit {
    if form == .stale { settle() }
    if form == .patched { copyStretch(Pace.stretch) }
    switch form {
    case .tree: return tree.total()
    case .patched: return LayoutUnit(rawValue: patch.height)
    default: return blocks.total()
    }
  }

  /// The answer of the sums after they are summed up anew.
  @inline(never)
  private mutating func settled<Answer>(_ ask: (inout Self) -> Answer) -> Answer {
    settle()
    return ask(&self)
  }

  // MARK: Patched

  @inline(never)
  private mutating func patchedOffset(of row: Int) -> LayoutUnit {
    let place = patch.place(of: row)
    guard place.index < patch.pieces.count else { return LayoutUnit(rawValue: patch.height) }
    return LayoutUnit(rawValue: place.top + height(before: row - place.row, in: place.index))
  }

  /// The height of the first rows of a piece.
  mutating func height(before rows: Int, in index: Int) -> Int64 {
    guard rows > 0 else { return 0 }
    let old = patch.pieces[index].old
    return blocks.offset(of: old + rows).rawValue - blocks.offset(of: old).rawValue
  }

  @inline(never)
  private mutating func patchedRow(at point: Int64) -> Int {
    copyStretch(Pace.shortStretch)
    guard form == .patched else { return tree.row(at: LayoutUnit(rawValue: point)) }
    guard point >= 0 else { return 0 }
    guard point < patch.height else { return max(0, patch.count - 1) }
    let place = patch.place(at: point)
    let piece = patch.pieces[place.index]
    guard !piece.isNew else { return place.row }
    let top = blocks.offset(of: piece.old).rawValue
    let old = blocks.row(at: LayoutUnit(rawValue: top + point - place.top))
    return place.row + old - piece.old
  }

  @inline(never)
  private mutating func patchedHeight(of row: Int) -> LayoutUnit {
    let place = patch.place(of: row)
    let piece = patch.pieces[place.index]
    guard !piece.isNew else { return LayoutUnit(rawValue: piece.height) }
    return blocks.height(of: piece.old + row - place.row)
  }
}

/// The block of rows in which the last point was found, in the units of its leaves: what follows it is
/// found at once.
struct BlockFinger {
  var firstRow = 0
  var top: Int64 = 0
  /// 0 when no block is remembered.
  var height: Int64 = 0
}

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// `row(at:)` of a tree that answers itself, by way of the block of the last point.
  ///
  /// - Parameter finger: remembers a block of this tree as it is now.
  @inline(__always)
  func row(at point: Int64, _ finger: inout BlockFinger) -> Int {
    let point = point &>> Int64(leaves.unit)
    if UInt64(bitPattern: point &- finger.top) >= UInt64(bitPattern: finger.height) {
      guard point >= 0 else { return 0 }
      guard point < levels.total else { return max(0, count &- 1) }
      let (block, rest) = levels.block(at: point)
      finger.firstRow = block &<< Shape.leafBits
      finger.top = point &- Int64(rest)
      finger.height = Int64(
        leaves.sum(through: finger.firstRow &+ Shape.leaf &- 1, levels.masks))
    }
    let rest = Int32(truncatingIfNeeded: point &- finger.top)
    return finger.firstRow &+ leaves.rowsAbove(rest, inBlockOf: finger.firstRow)
  }
}

extension AdaptiveIndex {
  /// What is wrong with the index; empty when nothing is. Tests ask after every step; timed code
  /// never does. The sums have a check of their own; rows may be
  /// too high for the tree's leaves to be filled.
  ///
  /// 1. Blocked: no patch, no tree. In tree form: no patch.
  /// 2. Patched: the patch has the list's rows, its old rows ascend, and no piece is empty.
  /// 3. Patched: each piece is as high as its rows.
  /// 4. Patched: the tree has the list's first rows; all of them only until the next question, when those
  ///    that it lacked have gone.
  mutating func checkInvariants() -> [String] {
    guard form == .patched else {
      let isClean = patch.pieces.isEmpty && (form == .tree || tree.count == 0)
      return (isClean ? [] : ["a patch or a tree is left over"])
        + tree.checkInvariants()
    }
    var found = tree.checkInvariants()
    var (row, end) = (0, 0)
    for (index, piece) in patch.pieces.enumerated() {
      if piece.count < 1 || piece.isNew && piece.count > 1 {
        found.append("piece \(index) is empty")
      }
      if !piece.isNew {
        if piece.old < end { found.append("piece \(index) goes back") }
        end = piece.old + piece.count
        let height = height(before: piece.count, in: index)
        if piece.height != height { found.append("piece \(index): \(piece.height) not \(height)") }
      }
      row += piece.count
    }
    if row != patch.count || row != rows.count { found.append("\(row) rows of \(rows.count)") }
    if tree.count > row { found.append("the tree has \(tree.count) of \(row) rows") }
    for row in 0..<min(row, tree.count) where tree.offset(of: row) != offset(of: row) {
      found.append("row \(row) of the tree begins elsewhere")
    }
    return found
  }
}
