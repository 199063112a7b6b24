import ListLayout

/// A list that stores row heights in blocked sums until rows are inserted or deleted, and in a sum tree
/// afterwards. The conversion of the blocked sums to a tree is spread over several frames, so no edit
/// processes all rows at once.
///
/// Origin: this package. The method of spreading the conversion over frames is incremental global rebuilding
/// (Mark Overmars, "The Design of Dynamic Data Structures", 1983).
///
/// The choice between blocked sums and a sum tree is based on measurements (`results/studies/crossover`) of
/// lists of a thousand to ten million rows. `BlockedSums` is fastest for frames in which heights change,
/// regardless of the number of changes. `SumTree` is fastest for frames in which rows are inserted or
/// deleted. For frames that only scroll, blocked sums are fastest too, if a lookup first tries the block that
/// the last lookup found (`BlockFinger`).
///
///     blocked   --- first insert or delete --->   patched   --- all rows are copied --->   tree
///        ^                                                                                  |
///        +----------------------------- every height changed -------------------------------+
///
/// If a new height does not fit in the two-byte leaves, the blocked sums are rebuilt at the next lookup, with
/// four-byte leaves if necessary (`longBlocked`). If the list already uses four-byte leaves and a row's new
/// height does not fit in them, the list starts a patch (`RowPatch`), which replaces the row with a new row.
///
/// Rows cannot be inserted into blocked sums. After the first insertion or deletion, each frame copies some
/// rows to the tree. Meanwhile, the blocked sums still contain the rows from before that edit. A `RowPatch`
/// lists the old rows that remain in the list, and the new rows between them:
///
///     rows of the sums       0 1 2 3 4 5 6 7 8 9
///     patch                 [ 0 1 2 ] x [ 4 5 ] y z [ 8 9 ]     x, y, z are new; 3, 6, 7 deleted
///     tree so far             0 1 2   x   4                     copying continues at 5
///
/// Each height is read from the row source only once, because rows are copied to the tree from the sums and
/// the patch. `checkInvariants()` lists the invariants.
///
///     offset, row(at:)       O(log n); patched, also O(edits since the first one)
///     heightChanged          O(log n); patched as for offset; O(n) at the next lookup if two-byte
///                            leaves cannot hold the height
///     inserted, deleted      O(log n + k) for k rows; patched as for offset
///     a frame, patched       32,768 rows are copied
///     open, rotate           O(n)
///
/// This list is best if it is unknown whether rows will be inserted or deleted. After the first insertion or
/// deletion, the list uses up to 12 bytes per row, because it keeps the memory of the blocked sums until all
/// heights change at once. Freeing the memory of the blocked sums right after the conversion to a tree would
/// take too long for one frame.
typealias Adaptive<Rows: RowSource> = IndexedList<AdaptiveIndex<Rows, FrameCopyRate>>

/// The number of rows that an `AdaptiveIndex` copies to its tree at a time. The copy rate is a type parameter
/// of the index, so that tests can copy fewer rows at a time.
protocol CopyRate: SendableMetatype {
  static var perFrame: Int { get }
  /// The number of rows that each call of `row(at:)` copies to the tree. Copying rows during lookups ensures
  /// that the conversion progresses even if the list is never shown.
  static var perLookup: Int { get }
}

/// The default copy rate: the numbers of rows copied to the tree per frame and per lookup. Copying rows costs
/// about 60 µs per frame. At 120 Hz, 1,000,000 rows are copied in a quarter of a second.
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

  /// The data structure that the index uses: blocked sums with two-byte or four-byte leaves, blocked sums
  /// with a patch, or a tree. In the case `stale`, the blocked sums are out of date and are rebuilt at the
  /// next lookup.
  enum Form { case blocked, longBlocked, patched, tree, stale }

  let rows: Rows
  var form = Form.blocked
  var blocks: BlockedSumsIndex<Rows, TunedBlocks>
  var patch = RowPatch()
  var tree: SumTreeIndex<GrowingRows<Rows>, WideNodes>
  /// The progress of copying while `form` is `patched`: the number of rows copied to the tree so far. The
  /// copied rows are always the first rows of the list.
  let copying = GrowingRowsState()
  var finger = BlockFinger()

  init(rows: Rows) {
    self.rows = rows
    blocks = BlockedSumsIndex(rows: rows)
    tree = SumTreeIndex(rows: GrowingRows(rows: rows, copying: copying.state))
    chooseForm()
  }

  var count: Int { rows.count }

  /// Whether rows are being copied to the tree.
  var isConverting: Bool { form == .patched }

  mutating func heightsChanged() {
    form = .stale
    rebuild()
  }

  /// Rebuilds the blocked sums of all rows. If rows are too tall for blocked sums, builds a tree of all rows
  /// instead.
  @inline(never)
  mutating func rebuild() {
    blocks.heightsChanged()
    blocks.refresh()
    chooseForm()
  }

  /// Sets `form` to the structure that can hold all rows, after the blocked sums have been rebuilt.
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

  /// Returns the total height of all rows. Every frame with changes calls `total()` once, so each call also
  /// copies some rows to the tree.
  mutating func total() -> LayoutUnit {
    if form == .stale { rebuild() }
    if form == .patched { copyRows(Rate.perFrame) }
    switch form {
    case .tree: return tree.total()
    case .patched: return LayoutUnit(rawValue: patch.height)
    default: return blocks.total()
    }
  }

  /// Rebuilds the blocked sums of all rows, then calls `ask` to perform a lookup, and returns the result of
  /// the lookup.
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

  /// The total height of the first `rows` rows in piece `index` of the patch. The piece must be a range of
  /// old rows, unless `rows` is 0.
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

/// The leaf block that contains the row found by the last lookup of a point. If the next point is in the same
/// block, its row is found without searching the tree. The top and the height of the block are in the units
/// in which leaves store heights.
struct BlockFinger {
  var firstRow = 0
  var top: Int64 = 0
  /// The height of the remembered leaf block; 0 if no block is remembered.
  var height: Int64 = 0
}

extension BlockedIndex where Leaves: ~Copyable, Fallback: ~Copyable {
  /// Returns the row at a point, like `row(at:)`, but tries the leaf block of the last lookup first.
  ///
  /// - Parameter finger: the block of the last lookup in this tree, which the function updates; if the tree
  ///   has changed since then, `finger.height` must be 0.
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
  /// Returns descriptions of the violated invariants, for tests. The invariants of the blocked sums are
  /// checked by `BlockedIndex.checkInvariants()`.
  ///
  /// 1. While the list uses blocked sums, the patch and the tree are empty. While the list uses a tree, the
  ///    patch is empty.
  /// 2. While the list uses a patch, the patch contains all rows of the list, its old rows are in ascending
  ///    order, and none of its pieces is empty.
  /// 3. Each piece of the patch stores the total height of its rows.
  /// 4. While the list uses a patch, the tree contains the first rows of the list. If all rows that have not
  ///    been copied yet are deleted, the tree contains all rows, and the next call of `total()` or `row(at:)`
  ///    switches to the tree.
  mutating func checkInvariants() -> [String] {
    guard form == .patched else {
      let isClean = patch.pieces.isEmpty && (form == .tree || tree.count == 0)
      return (isClean ? [] : ["unused patch or tree"])
        + tree.checkInvariants()
    }
    var found = tree.checkInvariants()
    var (row, end) = (0, 0)
    for (index, piece) in patch.pieces.enumerated() {
      if piece.count < 1 || piece.isNew && piece.count > 1 {
        found.append("piece \(index) is empty")
      }
      if !piece.isNew {
        if piece.old < end { found.append("piece \(index) is not in order") }
        end = piece.old + piece.count
        let height = height(before: piece.count, in: index)
        if piece.height != height { found.append("piece \(index): \(piece.height) not \(height)") }
      }
      row += piece.count
    }
    if row != patch.count || row != rows.count { found.append("\(row) rows of \(rows.count)") }
    if tree.count > row { found.append("the tree has \(tree.count) of \(row) rows") }
    for row in 0..<min(row, tree.count) where tree.offset(of: row) != offset(of: row) {
      found.append("row \(row) of the tree has a wrong offset")
    }
    return found
  }
}
