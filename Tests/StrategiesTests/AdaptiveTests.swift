import ListLayout
import Measuring
import Replaying
import Testing

@testable import Strategies

private enum Steps: CopyPace {
  static var stretch: Int { 7 }
  static var shortStretch: Int { 2 }
}

private typealias SlowAdaptive<Rows: RowSource> = AdaptiveIndex<Rows, Steps>

@Suite("Adaptive")
struct AdaptiveTests {
  @Test("Its answers are those of adding up, whatever changes")
  func model() {
    #expect(differenceFromModel(AdaptiveIndex<PlainRows, FramePace>.self, seed: 0x0A0) == nil)
    #expect(differenceFromModel(SlowAdaptive<PlainRows>.self, seed: 0x0A1) == nil)
  }

  @Test("20,000 random frames are those of the reference")
  func reference() {
    #expect(differenceFromReference(Adaptive<PlainRows>.self, seed: 0x0A2) == nil)
    #expect(differenceFromReference(IndexedList<SlowAdaptive<PlainRows>>.self, seed: 0x0A3) == nil)
  }

  @Test("It stays sound while the tree grows under edits and changes", arguments: 1...6)
  func invariants(seed: UInt64) {
    var script = IndexScript(random: SplitMix64(seed: seed))
    let store = RowStore(heights: script.heights(400))
    var index = SlowAdaptive(rows: store.rows)
    var patched = 0
    for _ in 0..<120 {
      script.change(count: store.count).apply(to: store, &index)
      #expect(index.checkInvariants() == [])
      let plain = PlainOffsets(store.heights())
      let difference = plain.difference(from: &index, &script.random)
      #expect(difference == nil)
      if index.form == .patched { patched += 1 }
    }
    #expect(patched > 0)
  }

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

  @Test("No frame asks for the height of a row that stays as it was")
  func heightsAsked() {
    let ledger = WorkLedger()
    let store = RowStore(heights: [Int32](repeating: 64, count: 200_000))
    var index = AdaptiveIndex<CountedRows, FramePace>(rows: CountedRows(store.rows, ledger: ledger))
    let asked = ledger.counters[.heightsAsked]
    #expect(asked == 200_000)
    RowsChange.delete(500..<700).apply(to: store, &index)
    for _ in 0..<6 {
      let scanned = ledger.counters[.rowsScanned]
      #expect(index.form == .patched && index.total() == LayoutUnit(points: 199_800))
      #expect(ledger.counters[.rowsScanned] - scanned <= FramePace.stretch)
    }
    _ = index.total()
    #expect(index.form == .tree && ledger.counters[.heightsAsked] == asked)
  }
}
