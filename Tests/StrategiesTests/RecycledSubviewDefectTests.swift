import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Posts

/// Tests that measure the defects of the posted scroll view and compare the posted code with the corrected
/// code.
struct RecycledSubviewDefectTests {
  @Test(
    "Rows of up to 300 pt: in 344 of 1,000 frames, the posted layout does not settle; the fixed one does"
  )
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

  @Test(
    "Rows of up to 88 pt: 11 of 2,000 frames need over two passes because the midpoint is stale")
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

  @Test(
    "When six rows move in a frame, the posted code creates six views and shifts all views six times"
  )
  func oneShift() throws {
    for mode in StrategyMode.allCases {
      for distance in [300, -300] {
        let list = try RecycledSubviewTests.thousandRows(mode)
        // The list scrolls until the viewport is centred in the content, whose top is then 308 pt above the
        // viewport's top.
        list.apply(.scroll(points(308) - list.contentOffset))
        let work = list.work { list.scroll(distance) }
        #expect(work[.heightsAsked] == 6)
        #expect(work[.viewsConfigured] == 6)
        #expect(work[.viewsCreated] == (mode == .published ? 6 : 0))
        // If a new view is added at the bottom, the posted code shifts this view together with the others.
        #expect(work[.viewsMoved] == (mode == .corrected ? 18 : distance > 0 ? 6 * 24 : 6 * 23))
        #expect(work[.layoutPasses] == (mode == .published ? 2 : 1))
      }
    }
  }

  @Test(
    "A change above the viewport moves the visible rows as posted, but not as fixed",
    arguments: [(StrategyMode.published, 499, -24, 499), (.corrected, 500, 0, 501)])
  func anchor(mode: StrategyMode, row: Int, y: Int, after: Int) throws {
    let list = try RecycledSubviewTests.thousandRows(mode)
    for changed in [495, 100] {
      list.apply(.resize(row: changed, height: points(64)))
      #expect(list.screen.first == VisibleRow(row, at: y, height: 44))
    }
    list.apply(.insert(row: 0, height: points(30)))
    // After an insertion, the posted code creates views for the same row numbers as before, at the same
    // offset.
    #expect(list.screen.first?.row == after)
  }

  @Test(
    "After all heights changed, the posted code places the views anew but does not change the offset",
    arguments: StrategyMode.allCases)
  func layoutMeals(mode: StrategyMode) throws {
    let list = try turned("recycled-subview", count: 1_000, to: 40, start: 500, mode: mode)
    #expect(list.contentHeight == points(24 * 40))
    // The first view shows row 492, and the offset is 352 pt, which is the height of 8.8 rows of 40 pt.
    #expect(list.screen.first == VisibleRow(500, at: mode == .published ? -32 : 0, height: 40))
  }

  @Test(
    "If the first view loses its height, its neighbour does not move, because x is compared instead of y"
  )
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
      // The correct offset of row 493 is 0, because the first view's row, 492, now has height 0.
      let tops = [493, 494].map { list.offset(of: $0).points }
      #expect(tops == (mode == .published ? [44, 44] : [0, 44]))
    }
  }

  @Test("As posted, a jump never reaches the last row; as fixed, it reaches any row")
  func lastRow() throws {
    for mode in StrategyMode.allCases {
      // Each row is as tall as the viewport, so that the list's end does not limit a jump to the last row.
      let list = try RecycledSubviewTests.list(
        [Int](repeating: 440, count: 1_000), start: 500, mode: mode)
      for (row, shown) in [(999, mode == .published ? 998 : 999), (300, 300), (0, 0)] {
        list.apply(.jump(row: row))
        #expect(list.screen.first?.row == shown)
      }
    }
  }

  // MARK: The posted code's model

  @Test("The start row is at the top of the first screen, but the days do not begin before row 0")
  func firstScreen() throws {
    for mode in StrategyMode.allCases {
      // There are N = 440 / 44 + 14 = 24 views. In the post's terms, row 500 is "yesterday" and row 501
      // "today"; the first view shows the day twelve days before today.
      let list = try RecycledSubviewTests.thousandRows(mode)
      #expect(list.screen.first == VisibleRow(500, at: 0, height: 44))
      // The content has a height of 1,056 pt, and the viewport is centred at the offset (1,056 - 440) / 2 =
      // 308 pt. Row view 11 starts at y = 484 pt. Three row views move from the top to the bottom, because
      // 484 - 3 x 44 = 352 pt is within 44 pt of 308 pt.
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

  @Test("As posted, rows no higher than the buffer settle in two passes, at the right position")
  func equalRows() throws {
    let list = try RecycledSubviewTests.thousandRows(.published)
    let reference = RecycledSubviewTests.reference([Int](repeating: 44, count: 1_000), start: 500)
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      // The list scrolls by less than 264 pt, the total height of the rows that are always loaded on each
      // side of the viewport.
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
