import BenchReplaying
import ListLayout
import Testing

/// Tests of `three-view-pager`, with pages of 100 pt.
@Suite("ThreeViewPager")
struct ThreeViewPagerTests {
  private static func pager(
    _ count: Int, start: Int = 0, mode: StrategyMode, _ parameters: String = ""
  ) throws -> Trial {
    try equalRows(
      "three-view-pager" + parameters, of: 100, count: count, viewport: 100, start: start,
      mode: mode)
  }

  private static func page(_ row: Int, at y: Int = 0) -> VisibleRow {
    VisibleRow(row, at: y, height: 100)
  }

  @Test(
    "A page is turned when the next one fills the viewport, and each frame can turn at most one page",
    arguments: [1, -1])
  func onePage(direction: Int) throws {
    for mode in StrategyMode.allCases {
      let list = try Self.pager(6, mode: mode)
      list.scroll(direction * 60)
      #expect(list.screen.contains(Self.page(0, at: -60 * direction)))
      list.scroll(direction * 60)
      #expect(list.screen == [Self.page((6 + direction) % 6)])
      let work = list.work(.scroll(points(direction * 350)))
      #expect(list.screen == [Self.page((6 + 2 * direction) % 6)])
      // Turning a page sets up all three views.
      #expect(work[.viewsConfigured] == 3 && work[.layoutPasses] == 2)
    }
  }

  @Test(
    "Each appearance adds three views, and after the second one the user cannot scroll back",
    arguments: [(2, 6, 7), (3, 5, 5)])
  func appearances(count: Int, first: Int, next: Int) throws {
    let list = try Self.pager(9, start: 4, mode: .published, ":appearances=\(count)")
    #expect(list.store.counters[.viewsCreated] == 3 * count)
    #expect(list.screen == [Self.page(first)])
    list.scroll(-60)
    #expect(list.screen.allSatisfy { $0.row == first })
    list.scroll(100)
    #expect(list.screen.first?.row == next)
    let corrected = try Self.pager(9, start: 4, mode: .corrected, ":appearances=\(count)")
    #expect(corrected.screen == [Self.page(4)] && corrected.store.counters[.viewsCreated] == 3)
  }

  @Test("With an origin of 20, the views are 20 pt lower, and slow scrolling cannot turn a page")
  func origin() throws {
    let list = try Self.pager(9, start: 4, mode: .published, ":origin=20")
    #expect(list.screen == [Self.page(4)])
    for _ in 0..<20 { list.scroll(19) }
    #expect(list.screen.first == Self.page(4, at: -80))
    // The page is turned only if a single frame scrolls 20 pt past the end of the content.
    for (distance, row) in [(20, 5), (-300, 4)] {
      list.scroll(distance)
      #expect(list.screen == [Self.page(row)])
    }
  }

  @Test(
    "A pager with at most three pages stops at both ends in both modes", arguments: [1, 2, 3],
    StrategyMode.allCases)
  func shortLists(count: Int, mode: StrategyMode) throws {
    let list = try Self.pager(count, mode: mode)
    for (distance, row) in [(-130, 0), (500, count - 1)] {
      list.scroll(distance)
      #expect(list.screen == [Self.page(row)])
    }
    list.apply(.jump(row: 0))
    list.scroll(30)
    #expect(list.screen.first == Self.page(0, at: count == 1 ? 0 : -30))
  }
}
