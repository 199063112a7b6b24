import ListLayout
import Measuring
import Replaying
import Testing

@testable import Indexes

/// Takes seven rows, or two of short leaves, in each frame.
enum SevenRows: CopyPace {
  static var stretch: Int { 7 }
  static var shortStretch: Int { 2 }
}

private typealias SlowAdaptive<Rows: RowSource> = AdaptiveIndex<Rows, SevenRows>

@Suite("Adaptive")
struct AdaptiveTests {
  @Test("Blocked sums until a row comes, a patch while the tree grows, a tree until a relayout")
  func forms() {
    let store = RowStore(heights: [Int32](repeating: 64, count: 20))
    var index = SlowAdaptive(rows: store.rows)
    RowsChange.resize([(3, 128)]).apply(to: store, &index)
    #expect(index.form == .blocked && index.total() == LayoutUnit(points: 21))
    RowsChange.insert(row: 5, heights: [640]).apply(to: store, &index)
    #expect(index.form == .patched && index.offset(of: 6) == LayoutUnit(points: 16))
    #expect(index.offset(of: 21) == LayoutUnit(points: 31))
    // Seven rows of 21 in each frame.
    for copied in [7, 14] {
      #expect(index.total() == LayoutUnit(points: 31))
      #expect(index.form == .patched && index.tree.count == copied)
    }
    #expect(index.total() == LayoutUnit(points: 31) && index.form == .tree)
    RowsChange.relayout(heights: [Int32](repeating: 32, count: 21)).apply(to: store, &index)
    #expect(index.form == .blocked && index.offset(of: 21) == LayoutUnit(rawValue: Int64(32 * 21)))
  }

  @Test("What two bytes a row cannot hold is summed up anew; what four cannot, a tree holds")
  func leaves() {
    var random = SplitMix64(seed: 0x0A4)
    let store = RowStore(heights: [Int32](repeating: 20 * 64, count: 300))
    var index = SlowAdaptive(rows: store.rows)
    /// The form after a row has got another height, and whether all answers are right.
    func form(_ row: Int, _ height: Int32) -> SlowAdaptive<PlainRows>.Form {
      RowsChange.resize([(row, height)]).apply(to: store, &index)
      let plain = PlainSums(store.heights())
      for _ in 0..<4 { #expect(plain.difference(from: &index, &random) == nil) }
      #expect(index.checkInvariants() == [])
      // A question for a row alone: the tree does not grow.
      #expect(index.offset(of: 300).rawValue == plain.offsets[300])
      return index.form
    }
    #expect(form(70, 44 * 64) == .blocked && index.blocks.form.isTree)
    // Half a point, 1/64 pt, more than 32,767 units in a block.
    #expect(form(70, 44 * 64 + 32) == .blocked && index.blocks.leaves.unit == 5)
    #expect(form(299, 65) == .longBlocked)
    #expect(form(3, 100_000 * 64) == .longBlocked)
    #expect(form(3, 0) == .longBlocked)
    RowsChange.resize([(3, .max), (4, .max)]).apply(to: store, &index)
    let point = LayoutUnit(rawValue: Int64(Int32.max) + 3840)
    #expect(index.form == .patched && index.row(at: point) == 4)
    while index.form == .patched { _ = index.total() }
    #expect(index.form == .tree && form(5, 7) == .tree)
    RowsChange.relayout(heights: [Int32](repeating: 64, count: 300)).apply(to: store, &index)
    #expect(form(0, 128) == .blocked)
    #expect(index.blocks.leaves.unit == 6)
  }

  @Test("No frame asks for the height of a row that stays as it was")
  func heightsAsked() {
    let store = RowStore.counting([Int32](repeating: 64, count: 200_000))
    var index = AdaptiveIndex<PlainRows, FramePace>(rows: store.rows)
    let asked = store.counters[.heightsAsked]
    #expect(asked == 200_000)
    RowsChange.delete(500..<700).apply(to: store, &index)
    for _ in 0..<6 {
      let scanned = store.counters[.rowsScanned]
      #expect(index.form == .patched && index.total() == LayoutUnit(points: 199_800))
      #expect(store.counters[.rowsScanned] - scanned <= FramePace.stretch)
    }
    _ = index.total()
    #expect(index.form == .tree && store.counters[.heightsAsked] == asked)
  }
}
