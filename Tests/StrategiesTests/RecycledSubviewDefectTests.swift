import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Posts

/// What is wrong with the posted scroll view, as a number, beside the mended one.
struct RecycledSubviewDefectTests {
  @Test(
    "Rows of up to 300 pt: the posted layout is cut in 344 of 1,000 frames, the mended one rests")
  func livelock() throws {
    var random = SplitMix64(seed: 2)
    let heights = (0..<5_000).map { _ in 1 + random.below(300) }
    let lists = try StrategyMode.allCases.map {
      try RecycledSubviewTests.list(heights, start: 2_500, mode: $0)
    }
    let reference = RecycledSubviewTests.reference(heights, start: 2_500)
    for _ in 0..<1_000 {
      let before = lists[0].store.counters
      let gesture = Gesture.scroll(
        LayoutUnit(rawValue: Int64(random.below(80 * 64)) - 40 * 64))
      for list in lists { list.apply(gesture) }
      reference.apply(gesture)
      let work = lists[0].store.counters - before
      #expect(work[.layoutPasses] <= 100)
      #expect((work[.layoutsCut] == 1) == (work[.layoutPasses] == 100))
      #expect(lists[1].screen == reference.screen)
    }
    #expect(lists[0].store.counters[.layoutsCut] == 344)
    #expect(lists[1].store.counters[.layoutPasses] == 1_001)
  }

  @Test(
    "Rows of up to 88 pt: the middle is stale, so that 11 frames of 2,000 take over two passes"
  )
  func staleMiddle() throws {
    var random = SplitMix64(seed: 3)
    let heights = (0..<5_000).map { _ in 1 + random.below(88) }
    let list = try RecycledSubviewTests.list(heights, start: 2_500, mode: .published)
    var more = 0
    for _ in 0..<2_000 {
      let before = list.store.counters[.layoutPasses]
      list.apply(.scroll(LayoutUnit(points: random.below(120) - 60)))
      if list.store.counters[.layoutPasses] - before > 2 { more += 1 }
    }
    #expect(list.store.counters[.layoutsCut] == 0)
    #expect(more == 11)
  }

  @Test("Six rows in a tick: the posted code makes six views, and shifts all for each")
  func oneShift() throws {
    let heights = [Int](repeating: 44, count: 1_000)
    for mode in StrategyMode.allCases {
      for distance in [300, -300] {
        let list = try RecycledSubviewTests.list(heights, start: 500, mode: mode)
        // To the middle: the content's top is 308 pt above the viewport's.
        list.apply(.scroll(LayoutUnit(points: 308) - list.contentOffset))
        list.store.counters = WorkCounters()
        list.apply(.scroll(LayoutUnit(points: distance)))
        let work = list.store.counters
        #expect(work[.heightsAsked] == 6)
        #expect(work[.viewsConfigured] == 6)
        #expect(work[.viewsCreated] == (mode == .published ? 6 : 0))
        // Of the posted ones the new view is shifted too when it comes at the bottom.
        #expect(work[.viewsMoved] == (mode == .corrected ? 18 : distance > 0 ? 6 * 24 : 6 * 23))
        #expect(work[.layoutPasses] == (mode == .published ? 2 : 1))
      }
    }
  }

  @Test("A change above the viewport moves what is read as posted, not as mended")
  func anchor() throws {
    let heights = [Int](repeating: 44, count: 1_000)
    for mode in StrategyMode.allCases {
      let list = try RecycledSubviewTests.list(heights, start: 500, mode: mode)
      let screen = list.screen
      list.apply(.resize(row: 495, height: LayoutUnit(points: 64)))
      #expect((list.screen == screen) == (mode == .corrected))
      #expect(list.screen.first?.y == LayoutUnit(points: mode == .published ? -24 : 0))
      #expect(list.screen.first?.row == (mode == .published ? 499 : 500))
      let changed = list.screen
      list.apply(.resize(row: 100, height: LayoutUnit(points: 64)))
      #expect(list.screen == changed)
      list.apply(.insert(row: 0, height: LayoutUnit(points: 30)))
      // As posted the same row numbers are built again, at the same offset.
      #expect(list.screen.first?.row == (mode == .published ? 499 : 501))
    }
  }

  @Test("After every height changed the posted views are stacked at the same offset")
  func layoutMeals() {
    for mode in StrategyMode.allCases {
      let store = RowStore(
        heights: [Int32](repeating: 44 * 64, count: 1_000),
        alternate: [Int32](repeating: 40 * 64, count: 1_000))
      let options = LayoutOptions(viewport: RecycledSubviewTests.viewport, start: 500, mode: mode)
      let list = Driven(store, RecycledSubview(rows: store.rows, options: options))
      #expect(list.list.contentOffset == LayoutUnit(points: 352))
      store.flip()
      list.list.heightsChanged()
      list.list.layout()
      #expect(list.list.contentHeight == LayoutUnit(points: 24 * 40))
      // 352 pt of rows of 40 pt are 8.8 rows after row 492.
      let first =
        mode == .published
        ? VisibleRow(500, at: -32, height: 40) : VisibleRow(500, at: 0, height: 40)
      #expect(list.screen.first == first)
    }
  }

  @Test("A first view without a height keeps its neighbour where it was: x is compared for y")
  func comparesWithX() {
    for mode in StrategyMode.allCases {
      var other = [Int32](repeating: 44 * 64, count: 1_000)
      other[492] = 0
      let store = RowStore(
        heights: [Int32](repeating: 44 * 64, count: 1_000), alternate: other)
      let options = LayoutOptions(viewport: RecycledSubviewTests.viewport, start: 500, mode: mode)
      var list = RecycledSubview(rows: store.rows, options: options)
      list.layout()
      #expect(list.origin(of: 493) == 492)
      store.flip()
      list.heightsChanged()
      // Row 493 belongs at 0, where row 492 has left its place to it.
      let tops = [493, 494].map { list.offset(of: $0).points }
      #expect(tops == (mode == .published ? [44, 44] : [0, 44]))
    }
  }

  @Test("A jump never reaches the last row as posted, and any row as mended")
  func lastRow() throws {
    for mode in StrategyMode.allCases {
      // Rows as high as the viewport, so that the list's end is not in the way.
      let list = try RecycledSubviewTests.list(
        [Int](repeating: 440, count: 1_000), start: 500, mode: mode)
      list.apply(.jump(row: 999))
      #expect(list.screen.first?.row == (mode == .published ? 998 : 999))
      list.apply(.jump(row: 300))
      #expect(list.screen.first?.row == 300)
      list.apply(.jump(row: 0))
      #expect(list.screen.first?.row == 0)
    }
  }

  // MARK: The posted code's model

  @Test("The first screen has the start on top, except that days do not begin before row 0")
  func firstScreen() throws {
    for mode in StrategyMode.allCases {
      // N = 440 / 44 + 14 = 24 views; row 500 is "yesterday", so day 501 - 12 is the first.
      let heights = [Int](repeating: 44, count: 1_000)
      let list = try RecycledSubviewTests.list(heights, start: 500, mode: mode)
      #expect(list.screen.first == VisibleRow(500, at: 0, height: 44))
      // The content is 1,056 pt high, its centre at (1,056 - 440) / 2 = 308 pt; view 11 stands at
      // 484 pt. Three rows go from top to bottom: 484 - 3 x 44 = 352 is within 44 pt of it.
      #expect(list.boundRows == Array(492..<516))
      #expect(list.contentOffset == LayoutUnit(points: 352))
      for start in [0, 3, 999] {
        let list = try RecycledSubviewTests.list(heights, start: start, mode: mode)
        #expect(list.screen.contains { $0.row == start })
        #expect(list.boundRows.count == 24)
      }
    }
  }

  @Test("As posted, rows no higher than the buffer come to rest in two passes, in the right place")
  func equalRows() throws {
    let heights = [Int](repeating: 44, count: 1_000)
    let list = try RecycledSubviewTests.list(heights, start: 500, mode: .published)
    let reference = RecycledSubviewTests.reference(heights, start: 500)
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      let before = list.store.counters[.layoutPasses]
      // Less than the 264 pt that are loaded on either side at least.
      let gesture = Gesture.scroll(
        LayoutUnit(rawValue: Int64(random.below(500 * 64)) - 250 * 64))
      list.apply(gesture)
      reference.apply(gesture)
      #expect(list.screen == reference.screen)
      #expect(list.store.counters[.layoutPasses] - before <= 2)
    }
    #expect(list.store.counters[.layoutsCut] == 0)
    #expect(list.store.counters[.viewsCreated] > 1_000)
  }
}
