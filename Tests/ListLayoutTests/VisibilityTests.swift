import ListLayout
import Testing

/// A list with three rows of 10 pt at 0, 10 and 20 pt, followed by a row of height 0 at 30 pt.
private struct StillList: LayoutStrategy {
  struct Rows: RowSource {
    var count: Int { 4 }
    func height(of row: Int) -> LayoutUnit { LayoutUnit(points: row < 3 ? 10 : 0) }
  }

  static let descriptor = StrategyDescriptor(
    id: "still", title: "", origin: "", complexity: Complexity())

  var viewport: LayoutUnit
  var contentOffset = LayoutUnit.zero
  var contentHeight: LayoutUnit { LayoutUnit(points: 30) }
  init(rows: Rows, options: LayoutOptions) { viewport = options.viewport }
  func offset(of row: Int) -> LayoutUnit { LayoutUnit(points: 10 * min(row, 3)) }
  func row(at offset: LayoutUnit) -> Int { 0 }
  func heightChanged(of row: Int) {}
  func heightsChanged() {}
  func inserted(_ rows: Range<Int>) {}
  func deleted(_ rows: Range<Int>) {}
  mutating func scroll(by distance: LayoutUnit) { contentOffset = contentOffset + distance }
  func settle() {}
  func jump(to row: Int) {}
  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }
  func layout() {}
  func visitViews(_ body: (RowView) -> Void) {
    for row in 0..<4 {
      body(RowView(row: row, y: offset(of: row), height: Rows().height(of: row)))
    }
  }
}

@Suite("Visible rows")
struct VisibilityTests {
  private func rows(offset: Double, viewport: Double) -> [Int] {
    var list = StillList(
      rows: .init(), options: LayoutOptions(viewport: LayoutUnit(points: viewport) ?? .zero))
    list.scroll(by: LayoutUnit(points: offset) ?? .zero)
    var rows: [Int] = []
    list.visitVisible { rows.append($0.row) }
    return rows
  }

  @Test(
    "A row is visible if its height is above 0 and it overlaps the viewport",
    arguments: [
      (0, 10, [0]), (0, 10.015625, [0, 1]), (10, 10, [1]), (9.984375, 10, [0, 1]),
      (5, 100, [0, 1, 2]), (30, 10, []),
    ] as [(Double, Double, [Int])])
  func edges(offset: Double, viewport: Double, expected: [Int]) {
    #expect(rows(offset: offset, viewport: viewport) == expected)
  }
}
