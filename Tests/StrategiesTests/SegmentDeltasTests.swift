import ListLayout
import Replaying
import Testing

@testable import Indexes

@Suite("Segment deltas")
struct SegmentDeltasTests {
  @Test("Its answers are those of adding up, whatever changes")
  func model() { #expect(IndexWalk.fault(in: SegmentDeltasIndex<PlainRows>.self) == nil) }

  @Test("A change scans nothing; edits are taken in together, when somebody asks")
  func work() {
    let store = RowStore.counting([Int32](repeating: 64, count: 1000))
    var index = SegmentDeltasIndex(rows: store.rows)
    #expect(index.total() == LayoutUnit(points: 1000))
    #expect(store.counters[.rowsScanned] == 1000)
    store.setHeight(of: 600, to: 128)
    index.heightChanged(of: 600)
    #expect(index.offset(of: 600) == LayoutUnit(points: 600))
    #expect(index.offset(of: 601) == LayoutUnit(points: 602))
    #expect(index.row(at: LayoutUnit(points: 601)) == 600)
    #expect(store.counters[.rowsScanned] == 1000)
    for _ in 0..<3 {
      store.insert(64, at: 1000)
      index.inserted(1000..<1001)
    }
    // The rows that move up, 0, 1 and 2, and one build.
    #expect(index.total() == LayoutUnit(points: 1004))
    #expect(store.counters[.rowsScanned] == 1000 + 3 + 1003)
    #expect(store.counters[.heightsAsked] == 1000 + 1 + 3)
  }
}
