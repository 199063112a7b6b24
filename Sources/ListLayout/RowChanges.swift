/// The insertions, deletions and moves of rows since the last frame, and the rule that decides which row
/// keeps its position on screen.
///
/// All changes between two frames are one change, whatever their order. The rule compares the screen before
/// them with the list after them:
///
/// 1. The candidates are the rows that were on screen, are still in the list, did not move, and would still
///    be visible if their top kept its y. The first candidate keeps its y.
/// 2. Without a candidate, the first remaining row below the old screen moves to the viewport's top.
/// 3. Without such a row, the row after the last remaining row above the old screen moves there. If no row
///    remains, it is row 0.
///
/// The list then clamps its scroll position. A moved row counts as deleted and inserted, unless the remaining
/// rows are in their old order; then no row counts as moved.
///
/// In a circular list, the rows below the old screen continue with row 0, up to the first row of the old
/// screen, and no row is above it.
///
///     inserted, deleted    O(1)
///     anchor               O(v) if no row was inserted or deleted       v = rows on screen
///                          else also O(c / 128 + 256) for each of c changes
public struct RowChanges: Sendable {
  /// The insertion of `count` rows at `row`, or the deletion of `-count` rows if `count` is negative.
  @usableFromInline
  struct Change: Sendable {
    @usableFromInline var row: Int
    @usableFromInline var count: Int
    /// Whether the change inserted the row that the preceding change deleted.
    var isMove = false

    @usableFromInline
    init(row: Int, count: Int) { (self.row, self.count) = (row, count) }
  }

  /// The first change is not in the array `others`, because most frames have at most one.
  @usableFromInline var count = 0
  @usableFromInline var first = Change(row: 0, count: 0)
  @usableFromInline var others: [Change] = []

  @inlinable public init() {}

  /// Whether no row was inserted, deleted or moved.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// Adds an insertion of rows, which now have the indices `new`.
  @inlinable public mutating func inserted(_ new: Range<Int>) { add(new.lowerBound, new.count) }

  /// Adds a deletion of rows, which had the indices `old`.
  @inlinable public mutating func deleted(_ old: Range<Int>) { add(old.lowerBound, -old.count) }

  /// Declares that the last deletion and insertion moved a row.
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

  /// Removes all changes, after a frame has been laid out.
  @inlinable
  public mutating func removeAll() {
    if count > 1 { removeOthers() }
    count = 0
  }

  @usableFromInline
  mutating func removeOthers() { others.removeAll(keepingCapacity: true) }

  /// The row that determines the next screen and the y of its top; nil if no row was on screen. Without a row
  /// to keep, the row may be `rowCount`.
  ///
  /// - Parameters:
  ///   - screen: the rows of the last frame from top to bottom, as in that frame.
  ///   - rowCount: the number of rows after the changes.
  ///   - viewport: the viewport's height after the changes.
  ///   - isCircular: whether row 0 follows the last row.
  ///   - height: returns the height of a row after the changes.
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
