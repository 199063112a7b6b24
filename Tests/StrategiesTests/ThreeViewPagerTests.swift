import Conformance
import ListLayout
import Replaying
import Strategies
import Testing

@testable import Posts

private func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

private func pager(_ count: Int, start: Int = 0, mode: StrategyMode) -> Driven<
  ThreeViewPager<PlainRows>
> {
  Driven(
    ThreeViewPager<PlainRows>.self, heights: [Int](repeating: 100, count: count), viewport: 100,
    start: start, mode: mode)
}

@Suite("ThreeViewPager")
struct ThreeViewPagerTests {
  @Test("A page turns when it has arrived in full, and what is beyond it stays")
  func fullPages() {
    let list = pager(9, mode: .corrected)
    list.apply(.scroll(points(99)))
    #expect(list.list.contentOffset == points(199))
    #expect(list.list.origin(of: 0) == 8)
    list.apply(.scroll(points(61)))
    // A page and 60 pt: the middle view shows page 1.
    #expect(list.list.contentOffset == points(160))
    #expect(list.list.origin(of: 1) == 0)
    #expect(
      list.screen == [VisibleRow(1, at: -60, height: 100), VisibleRow(2, at: 40, height: 100)])
    // Ten pages back in one frame.
    list.apply(.scroll(points(-1_060)))
    #expect(list.screen == [VisibleRow(0, at: 0, height: 100)])
  }

  @Test("k pages further set up at most k and at most three views")
  func counters() {
    let list = pager(9, mode: .corrected)
    func configured(_ gesture: Gesture) -> Int {
      let before = list.store.counters[.viewsConfigured]
      list.apply(gesture)
      return list.store.counters[.viewsConfigured] - before
    }
    #expect(configured(.settle) == 0)
    #expect(configured(.scroll(points(49))) == 0)
    #expect(configured(.scroll(points(51))) == 1)
    #expect(configured(.scroll(points(-200))) == 2)
    #expect(configured(.scroll(points(500))) == 3)
    #expect(configured(.jump(row: 5)) == 1)
    #expect(configured(.jump(row: 5)) == 0)
    #expect(list.store.counters[.viewsCreated] == 3)
    #expect(list.store.counters[.heightsAsked] == 0)
    // A frame that sets the offset back takes two.
    #expect(list.store.counters[.layoutPasses] == 11)
  }

  @Test(
    "Three pages or fewer stop at both ends, whatever the mode", arguments: [1, 2, 3],
    StrategyMode.allCases)
  func shortLists(count: Int, mode: StrategyMode) {
    let list = pager(count, mode: mode)
    list.apply(.scroll(points(-130)))
    #expect(list.screen == [VisibleRow(0, at: 0, height: 100)])
    list.apply(.scroll(points(500)))
    #expect(list.screen == [VisibleRow(count - 1, at: 0, height: 100)])
    list.apply(.jump(row: 0))
    list.apply(.scroll(points(30)))
    #expect(
      list.screen.first == VisibleRow(0, at: count == 1 ? 0 : -30, height: 100))
  }

  @Test("Answers agree with the views", arguments: [1, 2, 3, 4, 9], StrategyMode.allCases)
  func answers(count: Int, mode: StrategyMode) {
    for start in 0..<count {
      let list = pager(count, start: start, mode: mode)
      list.list.visitViews { view in
        #expect(list.list.row(at: view.y) == view.row)
        #expect(list.list.row(at: view.maxY - LayoutUnit(rawValue: 1 as Int64)) == view.row)
      }
      for row in 0..<count {
        // The distance from the origin, modulo a revolution.
        let ahead = (row - list.list.origin(of: row) + count) % count
        #expect(list.list.offset(of: row) == points(100 * ahead))
      }
      #expect(list.list.row(at: points(-5)) == list.list.row(at: .zero))
      #expect(list.list.row(at: points(900)) == list.list.row(at: list.list.contentHeight))
    }
  }
}

@Suite("ThreeViewPager as published")
struct PublishedThreeViewPagerTests {
  @Test("The first layout repairs the wrong start and sets all views up twice")
  func start() {
    let list = pager(6, start: 5, mode: .published)
    #expect(list.screen == [VisibleRow(5, at: 0, height: 100)])
    #expect(list.store.counters[.viewsConfigured] == 6)
    #expect(list.store.counters[.layoutPasses] == 2)
  }

  @Test("One page a gesture; the rest is lost", arguments: [(1, 1), (-1, 5)])
  func onePage(direction: Int, page: Int) {
    let list = pager(6, mode: .published)
    let before = list.store.counters
    list.apply(.scroll(points(direction * 350)))
    #expect(list.screen == [VisibleRow(page, at: 0, height: 100)])
    let work = list.store.counters - before
    #expect(work[.viewsConfigured] == 3)
    #expect(work[.layoutPasses] == 2)
  }

  @Test("A neighbour that has not arrived in full turns nothing; the tick that it does is cut")
  func residual() {
    let list = pager(6, mode: .published)
    list.apply(.scroll(points(60)))
    #expect(
      list.screen == [VisibleRow(0, at: -60, height: 100), VisibleRow(1, at: 40, height: 100)])
    list.apply(.scroll(points(60)))
    #expect(list.screen == [VisibleRow(1, at: 0, height: 100)])
  }

  @Test("A throw of 1,000 pt in ten frames arrives; in two it loses all but two pages")
  func lost() {
    for (frames, page) in [(10, 10), (5, 5), (2, 2)] {
      let published = pager(20, mode: .published)
      let corrected = pager(20, mode: .corrected)
      for _ in 0..<frames {
        published.apply(.scroll(points(1_000 / frames)))
        corrected.apply(.scroll(points(1_000 / frames)))
      }
      #expect(published.screen == [VisibleRow(page, at: 0, height: 100)])
      #expect(corrected.screen == [VisibleRow(10, at: 0, height: 100)])
    }
  }
}
