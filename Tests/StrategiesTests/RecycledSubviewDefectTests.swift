import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Posts

/// The defects of the posted scroll view in numbers, compared with the corrected one.
struct RecycledSubviewDefectTests {
  @Test(
    "Rows of up to 300 pt: the posted layout is cut in 344 of 1,000 frames, the fixed one rests")
  func livelock() throws {
    var random = SplitMix64(seed: 2)
    let heights = (0..<5_000).map { _ in 1 + random.below(300) }
    let lists = try StrategyMode.allCases.map {
      try RecycledSubviewTests.list(heights, start: 2_500, mode: $0)
    }
    let reference = RecycledSubviewTests.reference(heights, start: 2_500)
    for _ in 0..<1_000 {
      let gesture = Gesture.scroll(
        LayoutUnit(rawValue: Int64(random.below(80 * 64)) - 40 * 64))
      let work = lists[0].work { lists.forEach { $0.apply(gesture) } }
      reference.apply(gesture)
      #expect(work[.layoutPasses] <= 100)
      #expect((work[.layoutsCut] == 1) == (work[.layoutPasses] == 100))
      #expect(lists[1].screen == reference.screen)
    }
    #expect(lists[0].store.counters[.layoutsCut] == 344)
    #expect(lists[1].store.counters[.layoutPasses] == 1_001)
  }

  @Test("Rows of up to 88 pt: the middle is stale, so that 11 frames of 2,000 take over two passes")
  func staleMiddle() throws {
    var random = SplitMix64(seed: 3)
    let heights = (0..<5_000).map { _ in 1 + random.below(88) }
    let list = try RecycledSubviewTests.list(heights, start: 2_500, mode: .published)
    var more = 0
    for _ in 0..<2_000 {
      let work = list.work { list.scroll(random.below(120) - 60) }
      if work[.layoutPasses] > 2 { more += 1 }
    }
    #expect(list.store.counters[.layoutsCut] == 0)
    #expect(more == 11)
  }

  @Test("Six rows in a tick: the posted code makes six views, and shifts all for each")
  func oneShift() throws {
    for mode in StrategyMode.allCases {
      for distance in [300, -300] {
        let list = try RecycledSubviewTests.thousandRows(mode)
        // To the middle: the content's top is 308 pt above the viewport's.
        list.apply(.scroll(points(308) - list.contentOffset))
        let work = list.work { list.scroll(distance) }
        #expect(work[.heightsAsked] == 6)
        #expect(work[.viewsConfigured] == 6)
        #expect(work[.viewsCreated] == (mode == .published ? 6 : 0))
        // Of the posted ones the new view is shifted too when it comes at the bottom.
        #expect(work[.viewsMoved] == (mode == .corrected ? 18 : distance > 0 ? 6 * 24 : 6 * 23))
        #expect(work[.layoutPasses] == (mode == .published ? 2 : 1))
      }
    }
  }

  @Test(
    "A change above the viewport moves what is read as posted, not as fixed",
    arguments: [(StrategyMode.published, 499, -24, 499), (.corrected, 500, 0, 501)])
  func anchor(mode: StrategyMode, row: Int, y: Int, after: Int) throws {
    let list = try RecycledSubviewTests.thousandRows(mode)
    for changed in [495, 100] {
      list.apply(.resize(row: changed, height: points(64)))
      #expect(list.screen.first == VisibleRow(row, at: y, height: 44))
    }
    list.apply(.insert(row: 0, height: points(30)))
    // As posted the same row numbers are built again, at the same offset.
    #expect(list.screen.first?.row == after)
  }

  @Test(
    "After every height changed the posted views are stacked at the same offset",
    arguments: StrategyMode.allCases)
  func layoutMeals(mode: StrategyMode) throws {
    let list = try turned("recycled-subview", count: 1_000, to: 40, start: 500, mode: mode)
    #expect(list.contentHeight == points(24 * 40))
    // 352 pt of rows of 40 pt are 8.8 rows after row 492.
    #expect(list.screen.first == VisibleRow(500, at: mode == .published ? -32 : 0, height: 40))
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

  @Test("A jump never reaches the last row as posted, and any row as fixed")
  func lastRow() throws {
    for mode in StrategyMode.allCases {
      // Rows as high as the viewport, so that the list's end is not in the way.
      let list = try RecycledSubviewTests.list(
        [Int](repeating: 440, count: 1_000), start: 500, mode: mode)
      for (row, shown) in [(999, mode == .published ? 998 : 999), (300, 300), (0, 0)] {
        list.apply(.jump(row: row))
        #expect(list.screen.first?.row == shown)
      }
    }
  }

  // MARK: The posted code's model

  @Test("The first screen has the start on top, except that days do not begin before row 0")
  func firstScreen() throws {
    for mode in StrategyMode.allCases {
      // N = 440 / 44 + 14 = 24 views; row 500 is "yesterday", so day 501 - 12 is the first.
      let list = try RecycledSubviewTests.thousandRows(mode)
      #expect(list.screen.first == VisibleRow(500, at: 0, height: 44))
      // The content is 1,056 pt high, its centre at (1,056 - 440) / 2 = 308 pt; view 11 is at
      // 484 pt. Three rows go from top to bottom: 484 - 3 x 44 = 352 is within 44 pt of it.
      #expect(list.boundRows == Array(492..<516))
      #expect(list.contentOffset == points(352))
      for start in [0, 3, 999] {
        let list = try RecycledSubviewTests.list(
          [Int](repeating: 44, count: 1_000), start: start, mode: mode)
        #expect(list.screen.contains { $0.row == start })
        #expect(list.boundRows.count == 24)
      }
    }
  }

  @Test("As posted, rows no higher than the buffer come to rest in two passes, in the right place")
  func equalRows() throws {
    let list = try RecycledSubviewTests.thousandRows(.published)
    let reference = RecycledSubviewTests.reference([Int](repeating: 44, count: 1_000), start: 500)
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      // Less than the 264 pt that are loaded on either side at least.
      let gesture = Gesture.scroll(
        LayoutUnit(rawValue: Int64(random.below(500 * 64)) - 250 * 64))
      let work = list.work { list.apply(gesture) }
      reference.apply(gesture)
      #expect(list.screen == reference.screen && work[.layoutPasses] <= 2)
    }
    #expect(list.store.counters[.layoutsCut] == 0)
    #expect(list.store.counters[.viewsCreated] > 1_000)
  }
}
