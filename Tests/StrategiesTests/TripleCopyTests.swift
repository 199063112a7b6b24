import ListLayout
import Replaying
import Testing

@testable import Strategies

@Suite("TripleCopy")
struct TripleCopyTests {
  @Test("20,000 random frames are those of the circular reference")
  func reference() {
    #expect(firstDifference(TripleCopy<PlainRows>.self, seed: 0x3C) == nil)
  }

  @Test("A wrap is a second pass and configures the visible rows again")
  func wrap() {
    let ledger = WorkLedger()
    let list = Driven(
      TripleCopy<CountedRows>.self, heights: [Int](repeating: 100, count: 10), viewport: 250,
      ledger: ledger)
    for _ in 0..<300 { list.apply(.scroll(LayoutUnit(points: 10))) }
    // Three wraps, each with three rows in sight that the table knows under other index paths.
    #expect(ledger.counters[.layoutPasses] == 301 + 3)
    #expect(ledger.counters[.viewsConfigured] == 3 + 30 + 3 * 3)
    #expect(ledger.counters[.layoutsCut] == 0)
  }

  @Test("On every index it shows what the reference shows")
  func everyIndex() {
    #expect(firstDifference(CopiedList<AllHeightsIndex<PlainRows>>.self, seed: 1) == nil)
    #expect(firstDifference(CopiedList<FenwickIndex<PlainRows>>.self, seed: 2) == nil)
    #expect(
      firstDifference(CopiedList<BlockedSumsIndex<PlainRows, TunedBlocks>>.self, seed: 3) == nil)
    #expect(
      firstDifference(CopiedList<CodedSumsIndex<PlainRows, CodedBlocks>>.self, seed: 4) == nil)
  }

  @Test("It stands on other indexes")
  func otherIndex() {
    let list = Driven(
      CopiedList<FixedIndex<PlainRows>>.self, heights: [40, 40, 40], viewport: 100, start: 1)
    list.apply(.scroll(LayoutUnit(points: -50)))
    #expect(
      list.screen == [
        VisibleRow(2, at: -30, height: 40), VisibleRow(0, at: 10, height: 40),
        VisibleRow(1, at: 50, height: 40), VisibleRow(2, at: 90, height: 40),
      ])
  }
}

@Suite("TripleCopy as published")
struct PublishedTripleCopyTests {
  private static let twenty = [Int](repeating: 100, count: 20)

  private static func list(
    _ heights: [Int], viewport: Int, ledger: WorkLedger = WorkLedger()
  ) -> Driven<TripleCopy<CountedRows>> {
    Driven(
      TripleCopy<CountedRows>.self, heights: heights, viewport: viewport, mode: .published,
      ledger: ledger)
  }

  @Test("What a tick goes beyond the top is lost")
  func overshoot() {
    let published = Self.list(Self.twenty, viewport: 500)
    let corrected = Driven(TripleCopy<PlainRows>.self, heights: Self.twenty, viewport: 500)
    #expect(published.screen == corrected.screen)
    for distance in [-1970, -100] {
      published.apply(.scroll(LayoutUnit(points: distance)))
      corrected.apply(.scroll(LayoutUnit(points: distance)))
    }
    #expect(published.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(corrected.screen.first == VisibleRow(19, at: -30, height: 100))
  }

  @Test("The way down is two copies long, the way up one")
  func periods() {
    let ledger = WorkLedger()
    let list = Self.list(Self.twenty, viewport: 500, ledger: ledger)
    let corrected = Driven(TripleCopy<PlainRows>.self, heights: Self.twenty, viewport: 500)
    /// The frames in which the offset was put back.
    func resets(step: Int) -> [Int] {
      (1...100).filter { _ in
        let before = ledger.counters[.layoutPasses]
        list.apply(.scroll(LayoutUnit(points: step)))
        corrected.apply(.scroll(LayoutUnit(points: step)))
        // Ticks that end exactly at the ends are seamless.
        #expect(list.screen == corrected.screen)
        return ledger.counters[.layoutPasses] - before == 2
      }
    }
    // From 2,000 to the bottom at 5,500, then from 1,500.
    #expect(resets(step: 100) == [35, 75])
    // From 4,000 to the top, then from 2,000.
    #expect(resets(step: -100) == [40, 60, 80, 100])
  }

  @Test("Copies between half a viewport and a viewport jump by V mod c at the bottom")
  func shortCopy() {
    let ledger = WorkLedger()
    let list = Self.list([100, 100, 100, 100, 100], viewport: 600, ledger: ledger)
    list.apply(.scroll(LayoutUnit(points: 399)))
    #expect(list.screen.first == VisibleRow(3, at: -99, height: 100))
    let passes = ledger.counters[.layoutPasses]
    list.apply(.scroll(LayoutUnit(points: 1)))
    // The bottom's rule, the top's rule, and the pass that finds nothing to do; row 4 was due.
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(ledger.counters[.layoutPasses] - passes == 3)
  }

  @Test("Three or four rows of 52 pt on 480 pt never come to rest", arguments: [3, 4])
  func livelock(count: Int) {
    let ledger = WorkLedger()
    let list = Self.list([Int](repeating: 52, count: count), viewport: 480, ledger: ledger)
    #expect(ledger.counters[.layoutPasses] == 100)
    #expect(ledger.counters[.layoutsCut] == 1)
    let screen = list.screen
    list.apply()
    #expect(ledger.counters[.layoutPasses] == 200)
    #expect(ledger.counters[.layoutsCut] == 2)
    #expect(list.screen == screen)
  }

  @Test("Five rows come to rest; two copies as high as the viewport do not")
  func livelockBound() {
    let ledger = WorkLedger()
    _ = Self.list([Int](repeating: 52, count: 5), viewport: 480, ledger: ledger)
    #expect(ledger.counters[.layoutPasses] == 2)
    #expect(ledger.counters[.layoutsCut] == 0)
    _ = Self.list([60, 60, 60, 60], viewport: 480, ledger: ledger)
    #expect(ledger.counters[.layoutsCut] == 1)
  }

  @Test("One or two rows show three times and do not wrap", arguments: [1, 2])
  func fewRows(count: Int) {
    let ledger = WorkLedger()
    let list = Self.list([Int](repeating: 52, count: count), viewport: 480, ledger: ledger)
    let screen = (0..<3 * count).map { VisibleRow($0 % count, at: 52 * $0, height: 52) }
    #expect(list.screen == screen)
    list.apply(.scroll(LayoutUnit(points: 70)))
    #expect(list.screen == screen)
    #expect(ledger.counters[.layoutPasses] == 2)
  }

  @Test("A change above keeps the offset and moves what is read")
  func reload() {
    let list = Self.list(Self.twenty, viewport: 500)
    list.apply(.scroll(LayoutUnit(points: 450)))
    #expect(list.screen.first == VisibleRow(4, at: -50, height: 100))
    list.apply(.resize(row: 0, height: LayoutUnit(points: 130)))
    // 2,450 in copies of 2,030: 420 into the second, where row 3 starts at 330.
    #expect(list.screen.first == VisibleRow(3, at: -90, height: 100))
  }

  @Test(
    "Points of all copies have their row", arguments: [(0, 0), (2050, 0), (5999, 19), (-1, 19)])
  func morphed(point: Int, row: Int) {
    let list = Self.list(Self.twenty, viewport: 500)
    #expect(list.list.row(at: LayoutUnit(points: point)) == row)
    #expect(list.list.contentHeight == LayoutUnit(points: 6000))
  }

  @Test("No rows, or rows without height, show nothing and do not trap", arguments: [0, 1, 7])
  func nothing(count: Int) {
    let ledger = WorkLedger()
    let list = Self.list([Int](repeating: 0, count: count), viewport: 480, ledger: ledger)
    list.apply(.scroll(LayoutUnit(points: 70)))
    #expect(list.screen.isEmpty)
    list.apply(.insert(row: 0, height: LayoutUnit(points: 52)))
    #expect(list.screen.count == 3)
    let passes = ledger.counters[.layoutPasses]
    // A first row without height: as many rows as infinity fit, so nothing is put back.
    list.apply(.insert(row: 0, height: .zero))
    #expect(list.screen.count == 3)
    #expect(ledger.counters[.layoutPasses] - passes == 1)
  }
}
