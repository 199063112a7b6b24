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
  @Test("The index from the article on writing a strategy shows the correct rows")
  func article() {
    let rows = ArrayRows([10, 0, 30, 20, 40])
    var list = PlainList(rows: rows, options: LayoutOptions(viewport: LayoutUnit(points: 35)))
    list.layout()
    #expect(shown(by: list) == ["0 at 0", "2 at 10"])
    list.scroll(by: LayoutUnit(points: 25))
    list.layout()
    #expect(shown(by: list) == ["2 at -15", "3 at 15"])
    // Inserting a row above the viewport moves nothing on screen.
    rows.heights.insert(7, at: 0)
    list.inserted(0..<1)
    list.layout()
    #expect(shown(by: list) == ["3 at -15", "4 at 15"])
    #expect(list.contentOffset == LayoutUnit(points: 32))
  }

  @Test("A frame is one layout pass; after motion it binds views only to rows that enter")
  func work() {
    let rows = ArrayRows([Int](repeating: 10, count: 20))
    var list = PlainList(rows: rows, options: LayoutOptions(viewport: LayoutUnit(points: 35)))
    list.layout()
    #expect(shown(by: list) == ["0 at 0", "1 at 10", "2 at 20", "3 at 30"])
    #expect(rows.work == [.layoutPasses: 1, .viewsConfigured: 4, .viewsCreated: 4])
    // The rows that enter the screen are, step by step: none, row 4, row 0, four distant rows, and two rows
    // at the top. All of them reuse the views of rows that leave the screen.
    for (distance, configured) in [(5, 4), (5, 5), (-10, 6), (100, 10), (-20, 12)] {
      list.scroll(by: LayoutUnit(points: distance))
      list.layout()
      #expect(rows.work[.viewsConfigured] == configured)
    }
    #expect(shown(by: list) == ["8 at 0", "9 at 10", "10 at 20", "11 at 30"])
    #expect(rows.work == [.layoutPasses: 6, .viewsConfigured: 12, .viewsCreated: 4])
  }

  private func shown(by list: borrowing PlainList<ArrayRows>) -> [String] {
    var found: [String] = []
    list.visitVisible { found.append("\($0.row) at \($0.y)") }
    return found
  }
}
