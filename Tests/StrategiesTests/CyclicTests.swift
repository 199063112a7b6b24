import ListLayout
import Replaying
import Testing

@testable import Indexes
@testable import Posts

@Suite("Cyclic")
struct CyclicTests {
  @Test("Content shorter than the viewport repeats")
  func repeats() {
    let list = Driven(Cyclic<PlainRows>.self, heights: [30, 0, 20], viewport: 120, start: 2)
    #expect(
      list.screen == [
        VisibleRow(2, at: 0, height: 20), VisibleRow(0, at: 20, height: 30),
        VisibleRow(2, at: 50, height: 20), VisibleRow(0, at: 70, height: 30),
        VisibleRow(2, at: 100, height: 20),
      ])
  }

  @Test("At the seam views keep their rows: each that comes into sight is configured once")
  func seam() {
    let list = Driven(
      Cyclic<PlainRows>.self, heights: [Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { list.apply(.scroll(LayoutUnit(points: 10))) }
    // Three rows at first; then one for each 100 pt of three revolutions, at 60, 160, ... pt.
    #expect(list.store.counters[.viewsConfigured] == 3 + 30)
    #expect(list.store.counters[.viewsCreated] <= 4)
    #expect(list.store.counters[.layoutPasses] == 301)
    for _ in 0..<300 { list.apply(.scroll(LayoutUnit(points: -10))) }
    #expect(list.store.counters[.viewsConfigured] == 3 + 30 + 30)
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
  }

  @Test("It breaks no law on other indexes")
  func everyIndex() {
    typealias OnArray<Rows: RowSource> = CyclicList<AllHeightsIndex<Rows>>
    typealias OnTree<Rows: RowSource> = CyclicList<FenwickIndex<Rows>>
    typealias OnCodes<Rows: RowSource> = CyclicList<CodedSumsIndex<Rows, CodedBlocks>>
    for contender in [
      StrategyEntry(OnArray<PlainRows>.self),
      StrategyEntry(OnTree<PlainRows>.self),
      StrategyEntry(OnCodes<PlainRows>.self),
    ] {
      #expect(RandomWalk.brokenLaw(contender) == nil)
    }
  }

  @Test("It stands on other indexes")
  func otherIndex() {
    let list = Driven(
      CyclicList<FixedIndex<PlainRows>>.self, heights: [40, 40, 40], viewport: 100, start: 1)
    list.apply(.scroll(LayoutUnit(points: 50)))
    #expect(
      list.screen == [
        VisibleRow(2, at: -10, height: 40), VisibleRow(0, at: 30, height: 40),
        VisibleRow(1, at: 70, height: 40),
      ])
  }
}
