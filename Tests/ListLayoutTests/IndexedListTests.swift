import ListLayout
import Testing

/// A row source that keeps heights in an array and counts the list's work.
private final class ArrayRows: RowSource {
  var heights: [Int]
  private(set) var work: [Work: Int] = [:]

  init(_ heights: [Int]) { self.heights = heights }

  var count: Int { heights.count }
  func height(of row: Int) -> LayoutUnit { LayoutUnit(points: heights[row]) }
  func note(_ work: Work, _ amount: Int) { self.work[work, default: 0] += amount }
}

@Suite("IndexedList, from outside its module")
struct IndexedListTests {
  @Test("The article's index shows the right rows, and a frame binds views only to rows that enter")
  func frames() {
    let rows = ArrayRows([10, 0] + [Int](repeating: 10, count: 19))
    var list = PlainList(rows: rows, options: LayoutOptions(viewport: LayoutUnit(points: 35)))
    list.layout()
    #expect(shown(by: list) == ["0 at 0", "2 at 10", "3 at 20", "4 at 30"])
    #expect(rows.work == [.layoutPasses: 1, .viewsConfigured: 5, .viewsCreated: 5])
    // The rows that enter the screen are, step by step: none, row 5, rows 0 and 1, four distant rows, and two
    // rows at the top. All of them reuse the views of rows that leave the screen.
    for (distance, configured) in [(5, 5), (5, 6), (-10, 8), (100, 12), (-20, 14)] {
      list.scroll(by: LayoutUnit(points: distance))
      list.layout()
      #expect(rows.work[.viewsConfigured] == configured)
    }
    #expect(rows.work == [.layoutPasses: 6, .viewsConfigured: 14, .viewsCreated: 5])
    #expect(shown(by: list) == ["9 at 0", "10 at 10", "11 at 20", "12 at 30"])
    // Inserting a row above the viewport moves nothing on screen.
    rows.heights.insert(7, at: 0)
    list.inserted(0..<1)
    list.layout()
    #expect(shown(by: list) == ["10 at 0", "11 at 10", "12 at 20", "13 at 30"])
    #expect(list.contentOffset == LayoutUnit(points: 87))
  }

  private func shown(by list: borrowing PlainList<ArrayRows>) -> [String] {
    var found: [String] = []
    list.visitVisible { found.append("\($0.row) at \($0.y)") }
    return found
  }
}
