import BenchReplaying
import ListLayout
import Testing

@testable import IndexStrategies

enum SevenRows: CopyRate {
  static var perFrame: Int { 7 }
  static var perLookup: Int { 2 }
}

private typealias SlowRows = IndexedRows<AdaptiveIndex<PlainRows, SevenRows>>

@Suite("Adaptive")
struct AdaptiveTests {
  @Test("After an insertion, the index uses a patch until all rows have been copied to the tree")
  func forms() {
    let rows = SlowRows([Int32](repeating: 64, count: 20))
    rows.set(3, to: 128)
    #expect(rows.index.form == .blocked && rows.index.total() == points(21))
    rows.insert([640], at: 5)
    #expect(rows.index.form == .patched && rows.index.offset(of: 6) == points(16))
    #expect(rows.index.offset(of: 21) == points(31))
    // Each frame copies seven of the 21 rows.
    for copied in [7, 14] {
      #expect(rows.index.total() == points(31))
      #expect(rows.index.form == .patched && rows.index.tree.count == copied)
    }
    #expect(rows.index.total() == points(31) && rows.index.form == .tree)
    rows.relayout([Int32](repeating: 32, count: 21))
    let total = LayoutUnit(rawValue: Int64(32 * 21))
    #expect(rows.index.form == .blocked && rows.index.offset(of: 21) == total)
  }

  @Test("Copying rows to the tree does not request their heights again")
  func heightsAsked() {
    let rows = IndexedRows<AdaptiveIndex<PlainRows, FrameCopyRate>>(
      [Int32](repeating: 64, count: 200_000))
    #expect(rows.store.counters[.heightsAsked] == 200_000)
    rows.delete(500..<700)
    for _ in 0..<6 {
      let scanned = rows.store.counters[.rowsScanned]
      #expect(rows.index.form == .patched && rows.index.total() == points(199_800))
      #expect(rows.store.counters[.rowsScanned] - scanned <= FrameCopyRate.perFrame)
    }
    _ = rows.index.total()
    #expect(rows.index.form == .tree && rows.store.counters[.heightsAsked] == 200_000)
  }
}
