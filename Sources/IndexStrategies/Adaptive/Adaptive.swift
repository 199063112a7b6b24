import ListLayout

/// A list that stores row heights in blocked sums until rows are inserted or deleted, and in a sum tree
/// afterwards. The conversion to a tree is spread over several frames, so no single edit processes all rows.
///
/// Origin: this package. Spreading a conversion over frames is known as incremental global rebuilding (Mark
/// Overmars, "The Design of Dynamic Data Structures", 1983).
///
/// In lists of a thousand to ten million rows, blocked sums are fastest for height changes and, with a
/// `BlockFinger`, for scrolling. A sum tree is fastest for insertions and deletions
/// (`results/studies/crossover`).
///
///     blocked   --- first insert or delete --->   patched   --- all rows are copied --->   tree
///        ^                                                                                  |
///        +----------------------------- every height changed -------------------------------+
///
/// If a new height does not fit in the two-byte leaves, the blocked sums are rebuilt at the next lookup, with
/// four-byte leaves if necessary (`longBlocked`). If a height doesn't fit in four-byte leaves either, the row
/// is deleted and reinserted.
///
/// After the first insertion or deletion, each frame copies some rows to the tree. Until all rows have been
/// copied, the blocked sums keep the rows from before that edit, and a `RowPatch` lists which of those rows
/// are left and where new rows were inserted:
///
///     rows of the sums       0 1 2 3 4 5 6 7 8 9
///     patch                 [ 0 1 2 ] x [ 4 5 ] y z [ 8 9 ]     x, y, z are new; 3, 6, 7 deleted
///     tree so far             0 1 2   x   4                     copying continues at 5
///
/// The heights are copied from the blocked sums and the patch, so none of them is requested a second time.
///
///     offset, row(at:)       O(log n), plus O(edits since the first one) while patched
///     heightChanged          as for offset; O(n) at the next lookup if two-byte
///                            leaves cannot hold the height
///     inserted, deleted      as for offset, plus O(k) for k rows
///     a frame while patched  copies 32,768 rows
///     open, rotate           O(n)
///
/// Choose this list if you don't know whether rows will be inserted or deleted. After the first insertion or
/// deletion, the list uses up to 12 bytes per row until all heights change at once. Until then, the blocked
/// sums are kept, because freeing them would take longer than a frame.
typealias Adaptive<Rows: RowSource> = IndexedList<AdaptiveIndex<Rows, FrameCopyRate>>

/// Number of rows that `AdaptiveIndex` copies to its tree at a time. Tests use smaller numbers.
protocol CopyRate: SendableMetatype {
  static var perFrame: Int { get }
  /// Number of rows that each `row(at:)` call copies, so that the conversion makes progress even if the list
  /// is never shown.
  static var perLookup: Int { get }
}

/// At the default rate, copying takes about 60 µs per frame. At 120 Hz, 1,000,000 rows are copied in a
/// quarter of a second.
enum FrameCopyRate: CopyRate {
  static var perFrame: Int { 32768 }
  static var perLookup: Int { 2048 }
}

struct AdaptiveIndex<Rows: RowSource, Rate: CopyRate>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "adaptive", title: "blocked sums until rows are inserted or deleted, then a sum tree",
      origin: "this package", modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .linear))
  }

  /// If the form is `stale`, the next lookup rebuilds the blocked sums.
  enum Form { case blocked, longBlocked, patched, tree, stale }

  let rows: Rows
  var form = Form.blocked
  var blocks: BlockedSumsIndex<Rows, TunedBlocks>
  var patch = RowPatch()
  var tree: SumTreeIndex<GrowingRows<Rows>, WideNodes>
  /// Number of rows copied so far while `form` is `patched`. Rows are copied from the top of the list
  /// downwards.
  let copying = GrowingRowsState()
  var finger = BlockFinger()

  init(rows: Rows) {
    self.rows = rows
    blocks = BlockedSumsIndex(rows: rows)
    tree = SumTreeIndex(rows: GrowingRows(rows: rows, copying: copying.state))
    chooseForm()
  }

  var count: Int { rows.count }

  var isConverting: Bool { form == .patched }

  mutating func heightsChanged() {
    form = .stale
    rebuild()
  }

  @inline(never)
  mutating func rebuild() {
    blocks.heightsChanged()
    blocks.refresh()
    chooseForm()
  }

  private mutating func chooseForm() {
    finger.height = 0
    patch.reset(count: 0, height: 0)
    form = blocks.form.isTree ? .blocked : blocks.fallback.form.isTree ? .longBlocked : .tree
    copying.state.pointee = GrowingRowsState.State(limit: form == .tree ? .max : 0)
    tree.heightsChanged()
  }
}

extension AdaptiveIndex {
  // MARK: Lookup

  mutating func offset(of row: Int) -> LayoutUnit {
    _fastPath(form == .blocked) ? blocks.offset(of: row) : slowOffset(of: row)
  }

  @inline(never)
  private mutating func slowOffset(of row: Int) -> LayoutUnit {
    switch form {
    case .blocked, .longBlocked: blocks.offset(of: row)
    case .tree: tree.offset(of: row)
    case .patched: patchedOffset(of: row)
    case .stale: afterRebuild { $0.offset(of: row) }
    }
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    switch form {
    case .blocked: blocks.row(at: offset.rawValue, &finger)
    case .longBlocked: blocks.fallback.row(at: offset.rawValue, &finger)
    case .tree: tree.row(at: offset)
    case .patched: patchedRow(at: offset.rawValue)
    case .stale: afterRebuild { $0.row(at: offset) }
    }
  }

  mutating func height(of row: Int) -> LayoutUnit {
    let height: LayoutUnit? =
      switch form {
      case .blocked: blocks.fastHeight(of: row)
      case .longBlocked: blocks.fallback.fastHeight(of: row)
      default: nil
      }
    return height ?? slowHeight(of: row)
  }

  @inline(never)
  private mutating func slowHeight(of row: Int) -> LayoutUnit {
    switch form {
    case .blocked, .longBlocked: blocks.height(of: row)
    case .tree: tree.height(of: row)
    case .patched: patchedHeight(of: row)
    case .stale: afterRebuild { $0.height(of: row) }
    }
  }

  /// `total()` also copies some rows to the tree, because it is called once in every frame that changes the
  /// list.
  mutating func total() -> LayoutUnit {
    if form == .stale { rebuild() }
    if form == .patched { copyRows(Rate.perFrame) }
    switch form {
    case .tree: return tree.total()
    case .patched: return LayoutUnit(rawValue: patch.height)
    default: return blocks.total()
    }
  }

  @inline(never)
  private mutating func afterRebuild<Answer>(_ ask: (inout Self) -> Answer) -> Answer {
    rebuild()
    return ask(&self)
  }

  // MARK: Patched

  @inline(never)
  private mutating func patchedOffset(of row: Int) -> LayoutUnit {
    let place = patch.place(of: row)
    guard place.index < patch.pieces.count else { return LayoutUnit(rawValue: patch.height) }
    return LayoutUnit(rawValue: place.top + height(before: row - place.row, in: place.index))
  }

  /// Total height of the first `rows` rows in a piece of old rows. For a piece of new rows, `rows` must be 0.
  mutating func height(before rows: Int, in index: Int) -> Int64 {
    guard rows > 0 else { return 0 }
    let old = patch.pieces[index].old
    return blocks.offset(of: old + rows).rawValue - blocks.offset(of: old).rawValue
  }

  @inline(never)
  private mutating func patchedRow(at point: Int64) -> Int {
    copyRows(Rate.perLookup)
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

/// First row, top and height of the leaf block in which the last lookup ended, with lengths in leaf units.
/// The next lookup often ends in the same block.
struct BlockFinger {
  var firstRow = 0
  var top: Int64 = 0
  /// Height of the remembered leaf block, or 0 if no block is remembered.
  var height: Int64 = 0
}

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Like `row(at:)`, but tries the last lookup's block first. The caller must set `finger.height` to 0 after
  /// every change to the tree.
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
