import ListLayout
import Replaying
import Testing

@testable import Indexes

@Suite("Run length")
struct RunLengthTests {
  @Test("Its answers are those of adding up, whatever changes")
  func model() { #expect(IndexWalk.fault(in: RunLengthIndex<PlainRows>.self) == nil) }

  @Test("Runs split at a change and join again")
  func runs() {
    let store = RowStore(heights: [Int32](repeating: 64, count: 1000))
    var index = RunLengthIndex(rows: store.rows)
    #expect(index.runs == 1)
    for (row, height, expected) in [
      (600, 128, 3), (601, 128, 3), (602, 0, 4), (604, 0, 6), (603, 0, 4), (602, 128, 4),
      (999, 128, 5), (999, 64, 4), (0, 1, 5), (0, 64, 4),
    ] as [(Int, Int32, Int)] {
      store.setHeight(of: row, to: height)
      index.heightChanged(of: row)
      #expect(index.runs == expected, "row \(row) became \(height)")
    }
    store.delete(600..<605)
    index.deleted(600..<605)
    #expect(index.runs == 1)
    #expect(index.total() == LayoutUnit(points: 995))
  }

  @Test("A list of equal rows stays one run, however many come and go")
  func inserts() {
    let store = RowStore(heights: [Int32](repeating: 64, count: 10))
    var index = RunLengthIndex(rows: store.rows)
    for step in 0..<100 {
      let row = step * 7 % (index.count + 1)
      store.insert(64, at: row)
      index.inserted(row..<row + 1)
      #expect(index.runs == 1)
    }
    #expect(index.total() == LayoutUnit(points: 110))
    #expect(index.row(at: LayoutUnit(points: 77)) == 77)
    store.delete(0..<110)
    index.deleted(0..<110)
    #expect(index.count == 0)
    #expect(index.runs == 0)
    #expect(index.total() == .zero)
  }
}
