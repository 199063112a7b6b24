import ListLayout

/// A circular list that stores each row only once and takes the content offset modulo the total height.
///
/// Origin: this package. Earlier techniques repeat the content three times and reset the content offset when
/// scrolling reaches a boundary between copies. Here `contentOffset` stays in 0..<c, where c is the height of
/// one revolution.
///
/// When the list scrolls past its last row to row 0, each view keeps its row and moves in content space by
/// one revolution. If all rows together are shorter than the viewport, they are repeated on screen. The
/// number of revolutions is unlimited.
///
///     offset, row(at:), changes    as in the index, here `BlockedSums`
///     scroll, jump, layout         one row(at:), two offset(of:) of the index, O(v) views
///                                                             v = rows in the viewport
///
/// All operations are faster than in circular lists that copy rows. However, the technique does not work with
/// a scroll view that needs to know where its content ends.
typealias Cyclic<Rows: RowSource> = CyclicList<BlockedSumsIndex<Rows, TunedBlocks>>

struct CyclicList<Index: OffsetIndex & ~Copyable>: LayoutStrategy, ~Copyable {
  typealias Rows = Index.Rows
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "cyclic", title: "a circular list without copies: offsets modulo the content height",
      origin: "this package", topology: .circular, requirement: Index.descriptor.requirement,
      abilities: Index.descriptor.abilities, modes: [.corrected],
      complexity: Index.descriptor.complexity)
  }

  private let rows: Rows
  private var circle: CircularRows<Index>
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  /// Turn number (see `CircularRows`) of row 0 in the anchor's revolution. Each frame changes this number by
  /// at most the number of rows, so it will not overflow in practice.
  private var start = 0

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    circle = CircularRows(rows: rows, options: options)
    viewport = options.viewport
  }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit { circle.offset(of: row) }
  mutating func row(at offset: LayoutUnit) -> Int { circle.row(at: offset) }
  var contentHeight: LayoutUnit { circle.revolution }

  // MARK: Changes

  mutating func heightChanged(of row: Int) { circle.heightChanged(of: row) }
  mutating func heightsChanged() { circle.heightsChanged() }

  mutating func inserted(_ new: Range<Int>) {
    circle.inserted(new)
    start = 0
  }

  mutating func deleted(_ old: Range<Int>) {
    circle.deleted(old)
    start = 0
  }

  mutating func moved() { circle.moved() }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    measureAfterChanges()
    let revolution = circle.revolution
    guard revolution > .zero else { return }
    place(at: contentOffset + LayoutUnit(rawValue: distance.rawValue % revolution.rawValue))
  }

  mutating func settle() {}
  mutating func jump(to row: Int) { circle.jump(to: row) }
  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  private mutating func place(at offset: LayoutUnit) {
    let revolution = circle.revolution
    if offset < .zero {
      start -= circle.count
    } else if offset >= revolution {
      start += circle.count
    }
    contentOffset = offset.wrapped(around: revolution)
    circle.setAnchor(at: contentOffset)
  }

  private mutating func measureAfterChanges() {
    guard circle.isStale else { return }
    circle.measure()
    if circle.anchor.origin != .frame { circle.keepAnchor(from: contentOffset, viewport: viewport) }
    circle.takeChanges()
    place(at: circle.anchoredTop())
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    measureAfterChanges()
    circle.show(
      from: start + circle.anchor.row, at: contentOffset + circle.anchor.y,
      to: contentOffset + viewport)
  }

  func visitViews(_ body: (RowView) -> Void) { circle.visitViews(body) }
}
