/// Row insertions, deletions and moves since the last frame, and the rule that decides which row keeps its
/// position on screen.
///
/// All changes between two frames count as a single change, regardless of order. The rule compares the screen
/// before the change with the list after it:
///
/// 1. A row is a candidate if it was on screen, is still in the list, did not move, and would still be
///    visible with its top at the same y position. The first candidate stays at the same y position.
/// 2. If there is no candidate, the first remaining row below the old screen moves to the viewport's top.
/// 3. If no row below the old screen remains either, the row that follows the last remaining row above it
///    moves to the viewport's top. If no rows remain at all, row 0 moves to the viewport's top.
///
/// Afterwards, the list clamps its scroll position. A moved row counts as deleted and reinserted. If the
/// remaining rows end up in their old order, however, no row counts as moved.
///
/// In a circular list, the rows below the old screen wrap around to row 0 and end at the first row of the old
/// screen, so there are no rows above it.
///
///     inserted, deleted    O(1)
///     anchor               O(v) if no row was inserted or deleted       v = rows on screen
///                          else also O(c / 128 + 256) for each of c changes
public struct RowChanges: Sendable {
  /// Insertion of `count` rows at `row`, or deletion of `-count` rows if `count` is negative.
  @usableFromInline
  struct Change: Sendable {
    @usableFromInline var row: Int
    @usableFromInline var count: Int
    /// Whether this insertion and the preceding deletion together moved one row.
    var isMove = false

    @usableFromInline
    init(row: Int, count: Int) { (self.row, self.count) = (row, count) }
  }

  // Most frames have at most one change, which is stored without an array.
  @usableFromInline var count = 0
  @usableFromInline var first = Change(row: 0, count: 0)
  @usableFromInline var others: [Change] = []

  /// Creates an empty record of changes.
  @inlinable public init() {}

  /// Whether no rows were inserted, deleted or moved.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// Records an insertion; `new` contains the new indices of the inserted rows.
  @inlinable public mutating func inserted(_ new: Range<Int>) { add(new.lowerBound, new.count) }

  /// Records a deletion; `old` contains the old indices of the deleted rows.
  @inlinable public mutating func deleted(_ old: Range<Int>) { add(old.lowerBound, -old.count) }

  /// Records that the last deletion and insertion together moved one row.
  public mutating func moved() {
    if count > 1 { others[count - 2].isMove = true }
  }

  @inlinable
  @inline(__always)
  mutating func add(_ row: Int, _ amount: Int) {
    if count == 0 {
      first.row = row
      first.count = amount
      count = 1
    } else {
      addToOthers(row, amount)
    }
  }

  @usableFromInline
  mutating func addToOthers(_ row: Int, _ amount: Int) {
    others.append(Change(row: row, count: amount))
    count += 1
  }

  /// Removes all recorded changes once a frame has been laid out.
  @inlinable
  public mutating func removeAll() {
    if count > 1 { removeOthers() }
    count = 0
  }

  @usableFromInline
  mutating func removeOthers() { others.removeAll(keepingCapacity: true) }

  /// The row that determines the next screen, and the y position of its top; nil if no rows were on screen.
  /// If no row keeps its position, the returned row may be `rowCount`.
  ///
  /// - Parameters:
  ///   - screen: the rows of the last frame, from top to bottom, with their old indices and positions.
  ///   - rowCount: number of rows after the changes.
  ///   - viewport: viewport height after the changes.
  ///   - isCircular: whether row 0 follows the last row.
  ///   - height: returns a row's height after the changes.
  public func anchor(
    of screen: some Sequence<VisibleRow>, rowCount: Int, viewport: LayoutUnit,
    isCircular: Bool = false, height: (Int) -> LayoutUnit
  ) -> (row: Int, y: LayoutUnit)? {
    let remaining = RemainingRows(after: self, rowCount: rowCount)
    var top: Int?
    var bottom = 0
    var showsAll = false
    for shown in screen {
      if shown.row == top { showsAll = true }
      top = top ?? shown.row
      bottom = shown.row
      guard shown.y < viewport, let row = remaining.place(of: shown.row) else { continue }
      let height = height(row)
      if height > .zero, shown.y + height > .zero { return (row, shown.y) }
    }
    guard let top else { return nil }
    let end = remaining.oldCount
    if !isCircular {
      let below = remaining.first(in: bottom + 1..<end)
      return (below ?? remaining.last(before: top).map { $0 + 1 } ?? 0, .zero)
    }
    if showsAll { return (0, .zero) }
    if bottom < top { return (remaining.first(in: bottom + 1..<top) ?? 0, .zero) }
    let below = remaining.first(in: bottom + 1..<end) ?? remaining.first(in: 0..<top)
    return (below ?? 0, .zero)
  }
}
