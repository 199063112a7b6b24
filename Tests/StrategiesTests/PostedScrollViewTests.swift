import Conformance
import ListLayout
import Measuring
import Replaying
import Testing

@testable import Strategies

/// The recycled-subview technique as it was posted.
struct PostedScrollViewTests {
  private let viewport = LayoutUnit(points: 440)

  @Test("The first screen has the start on top, except that days do not begin before row 0")
  func firstScreen() {
    // N = 440 / 44 + 14 = 24 views; row 500 is "yesterday", so day 501 - 12 is the first.
    let list = list([Int32](repeating: 44 * 64, count: 1_000), start: 500)
    #expect(list.screen.first == VisibleRow(row: 500, y: .zero, height: LayoutUnit(points: 44)))
    // The content is 1,056 pt high, its centre at (1,056 - 440) / 2 = 308 pt; view 11 stands at
    // 484 pt. Three rows go from top to bottom: 484 - 3 x 44 = 352 is within 44 pt of it.
    #expect(Self.boundRows(of: list) == Array(492..<516))
    #expect(list.contentOffset == LayoutUnit(points: 352))
    for start in [0, 3, 999] {
      let list = self.list([Int32](repeating: 44 * 64, count: 1_000), start: start)
      #expect(list.screen.contains { $0.row == start })
      #expect(Self.boundRows(of: list).count == 24)
    }
  }

  @Test("Rows no higher than the buffer come to rest in two passes, where the reference has them")
  func equalRows() {
    let heights = [Int32](repeating: 44 * 64, count: 1_000)
    let ledger = WorkLedger()
    let list = list(heights, start: 500, ledger)
    let reference = TrialBox(
      Reference<PlainRows>.self, store: RowStore(heights: heights),
      options: LayoutOptions(viewport: viewport, start: 500))
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      let before = ledger.counters[.layoutPasses]
      // Less than the 264 pt that are loaded on either side at least.
      let gesture = Gesture.scroll(
        LayoutUnit(rawValue: Int64(random.below(500 * 64)) - 250 * 64))
      list.apply(gesture)
      reference.apply(gesture)
      #expect(list.screen == reference.screen)
      #expect(ledger.counters[.layoutPasses] - before <= 2)
    }
    #expect(ledger.counters[.layoutsCut] == 0)
    #expect(ledger.counters[.viewsCreated] > 1_000)
  }

  @Test("Rows of up to 300 pt go back and forth for ever; a frame is cut after 100 passes")
  func livelock() {
    var random = SplitMix64(seed: 2)
    let heights = (0..<5_000).map { _ in Int32((1 + random.below(300)) * 64) }
    let ledger = WorkLedger()
    let list = list(heights, start: 2_500, ledger)
    var cut = 0
    for _ in 0..<1_000 {
      let before = ledger.counters
      list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(80 * 64)) - 40 * 64)))
      let work = ledger.counters - before
      #expect(work[.layoutPasses] <= 100)
      #expect((work[.layoutsCut] == 1) == (work[.layoutPasses] == 100))
      cut += work[.layoutsCut]
    }
    #expect(cut > 0)
    #expect(cut < 1_000)
  }

  @Test("A change above the viewport moves what is read")
  func noAnchor() {
    let list = list([Int32](repeating: 44 * 64, count: 1_000), start: 500)
    list.apply(.resize(row: 495, height: LayoutUnit(points: 64)))
    #expect(list.screen.first?.row == 499)
    #expect(list.screen.first?.y == LayoutUnit(points: -24))
    list.apply(.resize(row: 100, height: LayoutUnit(points: 64)))
    #expect(list.screen.first?.y == LayoutUnit(points: -24))
  }

  @Test("A jump never reaches the last row")
  func lastRow() {
    let list = list([Int32](repeating: 44 * 64, count: 1_000), start: 500)
    list.apply(.jump(row: 999))
    #expect(list.screen.first?.row == 998)
    list.apply(.jump(row: 300))
    #expect(list.screen.first?.row == 300)
  }

  @Test("After every height changed, the views are stacked anew at the same offset")
  func layoutMeals() {
    let store = RowStore(
      heights: [Int32](repeating: 44 * 64, count: 1_000),
      alternate: [Int32](repeating: 40 * 64, count: 1_000))
    var list = PostedScrollView(rows: store.rows, viewport: viewport)
    list.begin(at: 500)
    list.layout()
    store.flip()
    list.layoutMeals()
    #expect(list.contentHeight == LayoutUnit(points: 24 * 40))
    #expect(list.contentOffset == LayoutUnit(points: 352))
    #expect(list.offset(of: 493) == LayoutUnit(points: 40))
  }

  @Test("A first view without a height keeps its neighbour where it was: x is compared for y")
  func comparesWithX() {
    var other = [Int32](repeating: 44 * 64, count: 1_000)
    other[489] = 0
    let store = RowStore(heights: [Int32](repeating: 44 * 64, count: 1_000), alternate: other)
    var list = PostedScrollView(rows: store.rows, viewport: viewport)
    list.begin(at: 500)
    store.flip()
    list.layoutMeals()
    // Row 490 belongs at 0, where row 489 has left its place to it.
    #expect(list.offset(of: 490) == LayoutUnit(points: 44))
    #expect(list.offset(of: 491) == LayoutUnit(points: 44))
  }

  @Test("No gesture traps or hangs, and the same gestures give the same screens")
  func anyGesture() {
    for round in 0..<20 {
      var gestures = WindowedGestures(seed: UInt64(round), rows: round % 2 == 0 ? 40 : 300)
      let pair = gestures.pair(RecycledSubview<PlainRows>.self)
      var options = pair.options
      options.mode = .published
      let ledger = WorkLedger()
      let heights = pair.store.heights()
      let list = RecycledSubviewTests.list(on: RowStore(heights: heights), options, ledger)
      let twin = RecycledSubviewTests.list(
        on: RowStore(heights: heights), options, WorkLedger())
      for _ in 0..<40 {
        let gesture = gestures.next(on: list.store)
        let before = ledger.counters[.layoutPasses]
        list.apply(gesture)
        twin.apply(gesture)
        #expect(ledger.counters[.layoutPasses] - before <= 100)
        #expect(list.screen == twin.screen)
        let rows = Self.boundRows(of: list)
        #expect(rows.allSatisfy { (0..<list.store.count).contains($0) })
      }
    }
  }

  private func list(
    _ heights: [Int32], start: Int, _ ledger: WorkLedger = WorkLedger()
  ) -> any Trial {
    RecycledSubviewTests.list(
      on: RowStore(heights: heights),
      LayoutOptions(viewport: viewport, start: start, mode: .published), ledger)
  }

  private static func boundRows(of list: any Trial) -> [Int] {
    var rows: [Int] = []
    list.visitViews { rows.append($0.row) }
    return rows
  }
}
