import ListLayout
import Replaying
import Testing

@testable import Indexes

@Suite struct FenwickTests {
  @Test("It equals plain sums under random changes")
  func model() { #expect(IndexWalk.fault(in: FenwickIndex<PlainRows>.self) == nil) }

  @Test("Hand-computed: the point between two rows belongs to the lower one, never to a gap")
  func gaps() {
    let store = RowStore(heights: [0, 5, 0, 0, 7, 0])
    defer { withExtendedLifetime(store) {} }
    var index = FenwickIndex(rows: store.rows)
    let found = [0, 4, 5, 11, 12].map { index.row(at: LayoutUnit(rawValue: Int64($0))) }
    #expect(found == [1, 1, 4, 4, 5])
    #expect((0...6).map { index.offset(of: $0).rawValue } == [0, 0, 5, 5, 5, 12, 12])
  }

  @Test("A change asks for one height; edits of one frame are taken in together")
  func work() {
    let store = RowStore.counting([Int32](repeating: 64, count: 100))
    var index = FenwickIndex(rows: store.rows)
    #expect(store.counters[.heightsAsked] == 100)
    store.setHeight(of: 3, to: 128)
    index.heightChanged(of: 3)
    #expect(store.counters[.heightsAsked] == 101)
    for _ in 0..<3 {
      store.insert(64, at: 0)
      index.inserted(0..<1)
    }
    #expect(index.total() == LayoutUnit(points: 104))
    #expect(store.counters[.heightsAsked] == 101 + 103)
  }
}
