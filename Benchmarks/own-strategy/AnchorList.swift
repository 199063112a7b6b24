import BenchTool

/// Knows the first row on screen and its place, and nothing else: a frame walks down from there.
struct AnchorList<Rows: RowSource>: LayoutStrategy {
  static var card: StrategyCard {
    StrategyCard(
      id: "anchor-list", title: "a walk down from the first row on screen", origin: "an example",
      contentSpace: .window, modes: [.corrected], complexity: .constant)
  }

  private let rows: Rows
  private var row: Int  // the first on screen; -1 when nothing is
  private var y = LayoutUnit.zero
  private var shown = 0..<0
  private var views: [RowView] = []
  private var pool = ReusePool()
  private(set) var viewport: LayoutUnit

  init(rows: Rows, options: LayoutOptions) {
    (self.rows, viewport, row) = (rows, options.viewport, options.start)
  }

  // MARK: Content space begins with the first row on screen; elsewhere every row has its own

  var contentOffset: LayoutUnit { -y }
  var contentHeight: LayoutUnit { height(of: shown) }
  func origin(of row: Int) -> Int { shown.contains(row) ? shown.lowerBound : row }
  func offset(of row: Int) -> LayoutUnit { height(of: origin(of: row)..<row) }
  func row(at offset: LayoutUnit) -> Int {
    var (row, bottom) = (shown.lowerBound, LayoutUnit.zero)
    while row < shown.upperBound - 1 {
      bottom += rows.height(of: row)
      if bottom > offset { break }
      row += 1
    }
    return row
  }
  private func height(of range: Range<Int>) -> LayoutUnit {
    var sum = LayoutUnit.zero
    for row in range { sum += rows.height(of: row) }
    return sum
  }

  // MARK: Changes and motion

  func heightChanged(of row: Int) {}
  func heightsChanged() {}
  func settle() {}
  mutating func inserted(_ new: Range<Int>) { if new.lowerBound <= row { row += new.count } }
  mutating func deleted(_ old: Range<Int>) { row -= old.clamped(to: 0..<max(0, row)).count }
  mutating func scroll(by distance: LayoutUnit) { y -= distance }
  mutating func jump(to target: Int) { (row, y) = (target, .zero) }
  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    row = max(0, row)
    findFirst()
    let bottom = fill()
    if bottom < viewport {  // The content ends here: down, but not below the viewport's top.
      y += viewport - bottom
      findFirst()
      _ = fill()
    }
    if shown.isEmpty { (row, y) = (-1, .zero) }
    place()
  }

  private mutating func findFirst() {
    while row > 0, y > .zero { (row, y) = (row - 1, y - rows.height(of: row - 1)) }
    if row == 0 { y = min(y, .zero) }
    while row < rows.count, y + rows.height(of: row) <= .zero {
      (row, y) = (row + 1, y + rows.height(of: row))
    }
  }

  private mutating func fill() -> LayoutUnit {
    var (end, bottom) = (row, y)
    while end < rows.count, bottom < viewport {
      (end, bottom) = (end + 1, bottom + rows.height(of: end))
    }
    shown = row..<end
    return bottom
  }

  private mutating func place() {
    while let view = views.first, view.row < shown.lowerBound { pool.recycle(views.removeFirst()) }
    while let view = views.last, view.row >= shown.upperBound { pool.recycle(views.removeLast()) }
    var y = LayoutUnit.zero
    for (place, row) in shown.enumerated() {
      let height = rows.height(of: row)
      if place < views.count, views[place].row == row {
        pool.move(views[place], to: y, height: height, for: rows)
      } else {
        views.insert(pool.take(row: row, y: y, height: height, for: rows), at: place)
      }
      y += height
    }
  }

  func visitViews(_ body: (RowView) -> Void) { for view in views { body(view) } }
}
