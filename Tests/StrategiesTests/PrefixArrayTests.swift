import ListLayout
import Replaying
import Testing

@testable import Indexes

@Suite("Prefix array")
struct PrefixArrayTests {
  @Test("Its answers are those of adding up, whatever changes")
  func model() { #expect(IndexWalk.fault(in: PrefixArrayIndex<PlainRows>.self) == nil) }

  @Test("A change costs the rows from there to the row asked about, once")
  func watermark() {
    let store = RowStore.counting([Int32](repeating: 64, count: 1000))
    var index = PrefixArrayIndex(rows: store.rows)
    #expect(index.total() == LayoutUnit(points: 1000))
    #expect(store.counters[.heightsAsked] == 1000)
    #expect(store.counters[.rowsScanned] == 1000)
    store.setHeight(of: 600, to: 128)
    index.heightChanged(of: 600)
    store.setHeight(of: 900, to: 128)
    index.heightChanged(of: 900)
    #expect(store.counters[.heightsAsked] == 1002)
    #expect(store.counters[.rowsScanned] == 1000)
    #expect(index.offset(of: 600) == LayoutUnit(points: 600))
    #expect(store.counters[.rowsScanned] == 1000)
    #expect(index.offset(of: 700) == LayoutUnit(points: 701))
    #expect(store.counters[.rowsScanned] == 1100)
    #expect(index.total() == LayoutUnit(points: 1002))
    #expect(store.counters[.rowsScanned] == 1400)
    #expect(index.offset(of: 650) == LayoutUnit(points: 651))
    #expect(store.counters[.rowsScanned] == 1400)
  }

  @Test("Binary search: the last entry not above", arguments: 1...40)
  func search(count: Int) {
    // 0, 0, 2, 2, 4, 4, ...: ties as rows of height 0 make them.
    let values = (0..<count).map { Int64($0 / 2 * 2) }
    let array = UnsafeArray<Int64>(count: count)
    for (index, value) in values.enumerated() { array[index] = value }
    for value in -1...Int64(count + 1) {
      let expected = values.lastIndex { $0 <= value } ?? 0
      #expect(array.base.lastIndex(notAbove: value, of: count) == expected)
    }
  }
}
