import ListLayout
import Testing

/// Rows of an array, as an app may have them.
private final class ArrayRows: RowSource {
  var heights: [Int]

  init(_ heights: [Int]) { self.heights = heights }

  var count: Int { heights.count }
  func height(of row: Int) -> LayoutUnit { LayoutUnit(points: heights[row]) }
}

@Suite("IndexedList, from outside its module")
struct IndexedListTests {
  @Test("The index of the article on own strategies shows the right rows")
  func article() {
    let rows = ArrayRows([10, 0, 30, 20, 40])
    var list = PlainList(rows: rows, options: LayoutOptions(viewport: LayoutUnit(points: 35)))
    list.layout()
    #expect(shown(by: list) == ["0 at 0", "2 at 10"])
    list.scroll(by: LayoutUnit(points: 25))
    list.layout()
    #expect(shown(by: list) == ["2 at -15", "3 at 15"])
    // A new row above what is read moves nothing on screen.
    rows.heights.insert(7, at: 0)
    list.inserted(0..<1)
    list.layout()
    #expect(shown(by: list) == ["3 at -15", "4 at 15"])
    #expect(list.contentOffset == LayoutUnit(points: 32))
  }

  private func shown(by list: borrowing PlainList<ArrayRows>) -> [String] {
    var found: [String] = []
    list.visitVisible { found.append("\($0.row) at \($0.y)") }
    return found
  }
}
