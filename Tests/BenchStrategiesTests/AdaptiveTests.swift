import BenchReplaying
import ListLayout
import Testing

@testable import IndexStrategies

/// Copies seven rows to the tree per frame and two per lookup.
enum SevenRows: CopyRate {
  static var perFrame: Int { 7 }
  static var perLookup: Int { 2 }
}

private typealias SlowRows = IndexedRows<AdaptiveIndex<PlainRows, SevenRows>>

@Suite("Adaptive")
struct AdaptiveTests {
  @Test("After an insertion, blocked sums become a patch while the tree grows, then a tree")
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

  @Test("Heights that need more bytes move to four-byte leaves, then to a tree")
  func leaves() {
    let rows = SlowRows([Int32](repeating: 20 * 64, count: 300))
    /// Sets a row's height, checks all answers, and returns the index's new form.
    func form(_ row: Int, _ height: Int32) -> AdaptiveIndex<PlainRows, SevenRows>.Form {
      rows.set(row, to: height)
      for _ in 0..<4 { #expect(rows.fault == nil) }
      // Offset queries do not copy rows to the tree.
      let total = rows.store.heights().reduce(0 as Int64) { $0 + Int64($1) }
      #expect(rows.index.offset(of: 300).rawValue == total)
      return rows.index.form
    }
    #expect(form(70, 44 * 64) == .blocked && rows.index.blocks.form.isTree)
    // To store the new heights exactly, the leaves first need units of 1/2 pt and then units of 1/64 pt. In
    // 1/64 pt, one block's total height exceeds 32,767.
    #expect(form(70, 44 * 64 + 32) == .blocked && rows.index.blocks.leaves.unit == 5)
    #expect(form(299, 65) == .longBlocked)
    #expect(form(3, 100_000 * 64) == .longBlocked)
    #expect(form(3, 0) == .longBlocked)
    for row in [3, 4] { rows.set(row, to: .max) }
    let point = LayoutUnit(rawValue: Int64(Int32.max) + 3840)
    #expect(rows.index.form == .patched && rows.index.row(at: point) == 4)
    while rows.index.form == .patched { _ = rows.index.total() }
    #expect(rows.index.form == .tree && form(5, 7) == .tree)
    rows.relayout([Int32](repeating: 64, count: 300))
    #expect(form(0, 128) == .blocked)
    #expect(rows.index.blocks.leaves.unit == 6)
  }

  @Test("Copying rows to the tree does not request any height again")
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
