import ListLayout
import Replaying
import Testing

private func pager(
  _ count: Int, start: Int = 0, mode: StrategyMode, _ parameters: String = ""
) throws -> Trial {
  try list(
    "three-view-pager" + parameters, [Int](repeating: 100, count: count), viewport: 100,
    start: start, mode: mode)
}

@Suite("ThreeViewPager")
struct ThreeViewPagerTests {
  @Test(
    "A page turns when the neighbour fills the viewport, at most one page per frame",
    arguments: [1, -1])
  func onePage(direction: Int) throws {
    for mode in StrategyMode.allCases {
      let list = try pager(6, mode: mode)
      list.scroll(direction * 60)
      #expect(list.screen.contains(VisibleRow(0, at: -60 * direction, height: 100)))
      // A page is 100 pt tall, so two motions of 60 pt together lose 20 pt, and a motion of 350 pt loses
      // everything beyond one page.
      list.scroll(direction * 60)
      #expect(list.screen == [VisibleRow((6 + direction) % 6, at: 0, height: 100)])
      let work = list.work { list.scroll(direction * 350) }
      #expect(list.screen == [VisibleRow((6 + 2 * direction) % 6, at: 0, height: 100)])
      // All three views are set up when a page is turned.
      #expect(work[.viewsConfigured] == 3 && work[.layoutPasses] == 2)
    }
  }

  @Test(
    "As published, the first layout turns a page to repair the start, and sets up all views twice")
  func start() throws {
    for (mode, configured) in [(StrategyMode.published, 6), (.corrected, 3)] {
      let list = try pager(6, start: 5, mode: mode)
      #expect(list.screen == [VisibleRow(5, at: 0, height: 100)])
      #expect(list.store.counters[.viewsConfigured] == configured)
      #expect(list.store.counters[.layoutPasses] == configured / 3)
      #expect(list.store.counters[.viewsCreated] == 3 && list.store.counters[.heightsAsked] == 0)
    }
  }

  @Test(
    "Each appearance adds three views; after the second one, the reader cannot scroll back",
    arguments: [2, 3])
  func appearances(count: Int) throws {
    let list = try pager(9, start: 4, mode: .published, ":appearances=\(count)")
    #expect(list.store.counters[.viewsCreated] == 3 * count)
    // Lines 122 to 132 of post 002 have this effect: if there are six views, the view at index 3 is at the
    // offset 0; if there are nine views, the view at index 4 shows the next page.
    let first = count == 2 ? 6 : 5
    #expect(list.screen == [VisibleRow(first, at: 0, height: 100)])
    list.scroll(-60)
    #expect(list.screen.allSatisfy { $0.row == first })
    list.scroll(100)
    #expect(list.screen.first?.row == (count == 2 ? 7 : first))
    let corrected = try pager(9, start: 4, mode: .corrected, ":appearances=\(count)")
    #expect(corrected.screen == [VisibleRow(4, at: 0, height: 100)])
    #expect(corrected.store.counters[.viewsCreated] == 3)
  }

  @Test(
    "With an origin of 20, the views are 20 pt lower, and slow scrolling turns no page"
  )
  func origin() throws {
    let list = try pager(9, start: 4, mode: .published, ":origin=20")
    #expect(list.screen == [VisibleRow(4, at: 0, height: 100)])
    for _ in 0..<20 { list.scroll(19) }
    #expect(list.screen.first == VisibleRow(4, at: -80, height: 100))
    // A frame that moves the list 20 pt past the end of the content turns the page.
    list.scroll(20)
    #expect(list.screen == [VisibleRow(5, at: 0, height: 100)])
    list.scroll(-300)
    #expect(list.screen == [VisibleRow(4, at: 0, height: 100)])
  }

  @Test(
    "A pager with at most three pages stops at both ends, in both modes", arguments: [1, 2, 3],
    StrategyMode.allCases)
  func shortLists(count: Int, mode: StrategyMode) throws {
    let list = try pager(count, mode: mode)
    list.scroll(-130)
    #expect(list.screen == [VisibleRow(0, at: 0, height: 100)])
    list.scroll(500)
    #expect(list.screen == [VisibleRow(count - 1, at: 0, height: 100)])
    list.apply(.jump(row: 0))
    list.scroll(30)
    #expect(
      list.screen.first == VisibleRow(0, at: count == 1 ? 0 : -30, height: 100))
  }

  @Test(
    "Offsets and hit tests agree with the positions of the views", arguments: [1, 2, 3, 4, 9],
    StrategyMode.allCases)
  func answers(count: Int, mode: StrategyMode) throws {
    for start in 0..<count {
      let list = try pager(count, start: start, mode: mode)
      list.visitViews { view in
        #expect(list.row(at: view.y) == view.row)
        #expect(list.row(at: view.maxY - LayoutUnit(rawValue: 1 as Int64)) == view.row)
      }
      for row in 0..<count {
        // The number of pages forward from the page at the offset 0 to the page `row`, where page 0 follows
        // the last page.
        let ahead = (row - list.origin(of: row) + count) % count
        #expect(list.offset(of: row) == LayoutUnit(points: 100 * ahead))
      }
      #expect(list.row(at: LayoutUnit(points: -5)) == list.row(at: .zero))
      #expect(list.row(at: LayoutUnit(points: 900)) == list.row(at: list.contentHeight))
    }
  }
}
