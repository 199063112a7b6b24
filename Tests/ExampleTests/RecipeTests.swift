import BenchMeasuring
import Foundation
import RowOffsets
import Testing

@Suite("Recipes")
struct RecipeTests {
  @Test("A header stays at the top of the viewport until the next one pushes it up")
  func sections() {
    var list = SectionedRows()
    #expect(list.stickyHeader(at: 0) == nil)
    list.append(section: [50, 50], headerHeight: 20)
    list.append(section: [50], headerHeight: 30)
    #expect(list.row(ofItem: 0, inSection: 1) == 4)
    for (top, header, y) in [
      (-10.0, 0, 0.0), (60, 0, 60), (110, 0, 100), (120, 3, 120), (165, 3, 165), (190, 3, 170),
    ] {
      let found = list.stickyHeader(at: top)
      #expect(found?.row == header && found?.y == y, "top \(top)")
    }
  }

  @Test("A grid row is as tall as its tallest cell")
  func grid() {
    let grid = CellGrid(cellHeights: [10, 30, 20, 5, 5, 5, 40], columns: 3, spacing: 2)
    #expect(Array(grid.rows) == [30, 5, 40])
    #expect(grid.cells(in: 0..<31) == 0..<3 && grid.cells(in: 33..<40) == 3..<7)
    #expect(grid.origin(of: 4, width: 300) == (100, 32))
  }

  @Test("Per-row estimates do not move the measured rows on screen")
  func estimates() {
    var list = RowsWithEstimates(estimates: (0..<1000).map { Double(60 + $0 % 3 * 20) })
    var (random, top, frames) = (SplitMix64(seed: 3), 40_000.0, 0)
    for _ in 0..<400 {
      top += Double(random.below(80)) - 60
      let shown = list.rows.rows(in: top..<top + 500).filter(list.measured.contains)
      let before = shown.map { list.rows.offset(of: $0) - top }
      top += list.measure(visible: top..<top + 500) { Double(40 + $0 * 7919 % 101) }
      let after = shown.map { list.rows.offset(of: $0) - top }
      #expect(before == after)
      frames += before.isEmpty ? 0 : 1
    }
    #expect(frames > 300 && list.measured.count > 50)
  }

  @Test("A restored list shows the same row, even if the width has changed")
  func restore() throws {
    var rows = RowLayout(unmeasured: 1000, estimatedHeight: 44, displayScale: 3, spacing: 8)
    rows.setHeights([70, 80, 90], from: 500)
    let top = rows.offset(of: 501) + 30
    let data = try JSONEncoder().encode(SavedList(rows, top: top))
    var saved = try JSONDecoder().decode(SavedList.self, from: data)
    #expect(saved.rows == rows && saved.rows.measuredCount == 3 && saved.top == top)
    saved.rows.forgetHeights(of: saved.rows.indices)
    #expect(saved.top == saved.rows.offset(of: 501) + 30)
  }

  @Test("Editing the first message on screen does not move its top")
  func difference() {
    var list = MessageList()
    let texts = (0..<20).map { (id: $0, text: "\($0)") }
    func height(_ text: String) -> Double { text == "edited" ? 90 : 20 }
    #expect(list.show(texts, visible: 0..<100, height: height) == 0)
    #expect(list.rows.measuredCount == 0)
    for row in 5..<15 { list.setHeight(of: row, to: 20) }
    let top = list.rows.offset(of: 10) + 5
    var edited = texts
    edited[10].text = "edited"
    edited.swapAt(0, 1)
    edited.insert((id: 99, text: "new"), at: 0)
    #expect(list.show(edited, visible: top..<top + 100, height: height) == 44)
    #expect(list.rows[11] == 90 && list.rows.measuredCount == 10)
    #expect(list.messages[11].text == "edited")
  }
}
