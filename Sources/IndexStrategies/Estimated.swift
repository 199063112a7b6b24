import ListLayout

/// A list that measures rows only when they are about to be shown and estimates all other heights.
///
/// Origin: the estimated row heights of `UITableView` and CodeMirror's height map, except that the stored
/// sums do not include the estimate. The positions of rows on screen are exact. They depend only on the
/// anchor and on the heights of rows that have been shown or scrolled past, and all of these rows have been
/// measured. Offsets and the content height are estimates until all rows have been measured.
///
/// The estimated row height is the mean of the measured heights. The estimate stays constant during a gesture
/// so that the scroll bar does not jump. When the gesture settles, the estimate is updated, which moves all
/// rows at once.
///
///     open, rotate, jump         O(v), independent of n: only rows on screen are measured
///     scroll                     O(1) while no row enters or leaves, else O(rows crossed + v),
///                                each measured once                            v = rows on screen
///     offset, row(at:)           O(log c)           c = chunks, 2 or 3 per place scrolled to
///     heightChanged, edits       O(log c), O(c + 256)
///     settle                     O(1)
///
/// Choose this list if measuring is expensive: a list of ten million texts opens as fast as a list of twenty.
/// However, the list cannot compute the exact offset of a distant row.
struct Estimated<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "estimated", title: "rows measured when shown, estimated otherwise",
      origin: "UITableView's estimatedRowHeight; CodeMirror 6, HeightMap; this package",
      group: .peers,
      contentSpace: .estimated, modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .logarithmic, hitTest: .logarithmic, change: .logarithmic,
        edit: .logarithmic, frame: .logarithmic, rotate: .constant))
  }

  private let rows: Rows
  private var known: MeasuredRows<Rows>
  private var strip = ViewStrip()
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  private(set) var contentHeight = LayoutUnit.zero
  /// First visible row, or row -1 while all rows have height 0. After `layout()`, the row's top is at or
  /// above the viewport's top.
  private var anchor: ScreenAnchor
  /// Whether the next frame may update the estimate, which moves the scroll bar. Set when a gesture ends or
  /// all heights change.
  private var mayUpdateEstimate = true
  private var isStale = true

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    known = MeasuredRows(rows: rows)
    viewport = options.viewport
    anchor = ScreenAnchor(row: options.start, y: .zero, origin: .jump)
  }

  // MARK: Positions

  mutating func offset(of row: Int) -> LayoutUnit { known.offset(of: row) }
  mutating func row(at offset: LayoutUnit) -> Int { known.row(at: offset) }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    known.forget(row)
    anchor.heightChanged(of: row)
    isStale = true
  }

  mutating func heightsChanged() {
    known.forgetAll()
    anchor.heightsChanged()
    (mayUpdateEstimate, isStale) = (true, true)
  }

  mutating func inserted(_ new: Range<Int>) {
    known.inserted(new)
    isStale = true
    anchor.inserted(new)
    strip.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    known.deleted(old)
    isStale = true
    anchor.deleted(old)
    strip.deleted(old)
  }

  mutating func moved() { strip.moved() }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    if isStale { layout() }
    anchor.y = anchor.y - distance
  }

  mutating func settle() { mayUpdateEstimate = true }

  mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    isStale = true
  }

  mutating func resizeViewport(to height: LayoutUnit) {
    viewport = height
    isStale = true
  }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    if anchor.origin != .frame { keepAnchor() }
    strip.takeChanges()
    if !isStale, !mayUpdateEstimate, anchor.row == strip.first {
      let top = strip.firstTop - anchor.y
      if strip.firstOwns(top), strip.lastReaches(top + viewport) {
        contentOffset = top
        return
      }
    }
    anchor.row = max(0, anchor.row)
    findAnchor()
    liftToBottom()
    findAnchor()
    if anchor.row == 0, anchor.y > .zero {
      anchor.y = .zero
      findAnchor()
    }
    if mayUpdateEstimate, known.measured > 0 {
      known.takeMeanEstimate()
      mayUpdateEstimate = false
    }
    contentHeight = known.total
    contentOffset = known.offset(of: anchor.row) - anchor.y
    showRows()
    isStale = false
    if anchor.row == known.count { anchor = ScreenAnchor(row: -1, y: .zero) }
  }

  private mutating func keepAnchor() {
    if !anchor.isKept(height: { known.height(of: $0) }) {
      let (strip, viewport, count) = (self.strip, self.viewport, known.count)
      let kept = strip.anchor(from: contentOffset, rowCount: count, viewport: viewport) {
        known.height(of: $0)
      }
      if let kept { (anchor.row, anchor.y) = kept }
    }
    anchor.origin = .frame
  }

  private mutating func height(of row: Int) -> LayoutUnit {
    if !isStale, let height = strip.height(of: row) { return height }
    return known.height(of: row)
  }

  private mutating func findAnchor() {
    while anchor.row > 0, anchor.y > .zero {
      anchor.row -= 1
      anchor.y = anchor.y - height(of: anchor.row)
    }
    while anchor.row < known.count, anchor.y <= .zero {
      let bottom = anchor.y + height(of: anchor.row)
      if bottom > .zero { break }
      anchor.y = bottom
      anchor.row += 1
    }
  }

  private mutating func liftToBottom() {
    var bottom = anchor.y
    var row = anchor.row
    while row < known.count, bottom < viewport {
      bottom = bottom + height(of: row)
      row += 1
    }
    if bottom < viewport { anchor.y = anchor.y + (viewport - bottom) }
  }

  private mutating func showRows() {
    let bottom = contentOffset + viewport
    var y = contentOffset + anchor.y
    var row = anchor.row
    strip.begin(at: row)
    while row < known.count, y < bottom {
      let height = self.height(of: row)
      strip.place(row, showing: row, y: y, height: height, for: rows)
      y = y + height
      row += 1
    }
    strip.finish(before: row, for: rows)
    strip.rememberEdges()
  }

  func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}
