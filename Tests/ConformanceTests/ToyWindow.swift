import ListLayout
import Replaying

/// A window on the rows, as plain as can be: up to eight rows that begin two above the one asked
/// about, rebuilt at every jump. Motion stops at its edges.
struct ToyWindow<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: "toy-window", title: "eight rows", origin: "these tests", contentSpace: .window,
      abilities: [.resize], modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .constant, hitTest: .constant, change: .constant,
        edit: .constant, frame: .constant, rotate: .constant),
      inherentDeviation: "motion stops at the window's edges")
  }

  private let rows: Rows
  private var range = 0..<0
  private var anchor: Int
  private var anchorY = LayoutUnit.zero
  private var views: [RowView] = []
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  private(set) var contentHeight = LayoutUnit.zero

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    viewport = options.viewport
    anchor = options.start
    range = window(around: anchor)
  }

  private func window(around row: Int) -> Range<Int> {
    let first = max(0, min(row - 2, rows.count - 8))
    return first..<min(rows.count, first + 8)
  }

  private func height(of rows: Range<Int>) -> LayoutUnit {
    rows.reduce(.zero) { $0 + self.rows.height(of: $1) }
  }

  func origin(of row: Int) -> Int {
    range.contains(row) ? range.lowerBound : window(around: row).lowerBound
  }

  func offset(of row: Int) -> LayoutUnit { height(of: origin(of: row)..<row) }

  func row(at offset: LayoutUnit) -> Int {
    var rest = offset
    for row in range {
      rest = rest - rows.height(of: row)
      if rest < .zero { return row }
    }
    return range.last ?? 0
  }

  mutating func heightChanged(of row: Int) {}
  mutating func heightsChanged() {}
  mutating func inserted(_ rows: Range<Int>) {}
  mutating func deleted(_ rows: Range<Int>) {}
  mutating func scroll(by distance: LayoutUnit) { anchorY = anchorY - distance }
  mutating func settle() {}
  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  mutating func jump(to row: Int) {
    range = window(around: row)
    anchor = row
    anchorY = .zero
  }

  mutating func layout() {
    contentHeight = height(of: range)
    let end = max(.zero, contentHeight - viewport)
    contentOffset = min(max(.zero, height(of: range.lowerBound..<anchor) - anchorY), end)
    views = []
    var y = LayoutUnit.zero
    for row in range {
      let height = rows.height(of: row)
      if height > .zero, y + height > contentOffset, y < contentOffset + viewport {
        if views.isEmpty { (anchor, anchorY) = (row, y - contentOffset) }
        views.append(RowView(row: row, y: y, height: height))
      }
      y = y + height
    }
  }

  func visitViews(_ body: (RowView) -> Void) { views.forEach(body) }
}
