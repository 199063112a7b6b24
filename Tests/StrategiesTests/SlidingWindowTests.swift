import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Indexes

/// As many own row views as the viewport and a margin need.
struct SlidingWindowTests {
  @Test(
    "A frame is one pass, and a second layout finds nothing to do")
  func secondLayoutDoesNothing() throws {
    RandomWalk.each(try #require(Roster.all.named("sliding-window"))) { walk in
      let list = walk.list
      for _ in 0..<40 {
        let before = list.store.counters
        walk.apply(walk.next())
        let after = list.store.counters
        #expect(after[.layoutPasses] - before[.layoutPasses] == 1)
        let screen = list.screen
        list.layout()
        var work = list.store.counters - after
        work[.layoutPasses] -= 1
        #expect(work == WorkCounters())
        #expect(list.screen == screen)
      }
    }
  }

  @Test("A frame of motion asks for the heights of the rows that enter, and for no others")
  func onlyEnteringRowsAreAsked() {
    var random = SplitMix64(seed: 12)
    let heights = (0..<5_000).map { _ in Int32(random.below(150 * 64)) }
    let options = LayoutOptions(viewport: LayoutUnit(points: 700), start: 2_500)
    let list = Self.list(on: RowStore(heights: heights), options)
    var loaded = Self.boundRows(of: list)
    var entered = 0
    for _ in 0..<2_000 {
      let before = list.store.counters
      list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(600 * 64) - 300 * 64))))
      let now = Self.boundRows(of: list)
      let entering = now.subtracting(loaded).count
      let work = list.store.counters - before
      #expect(work[.heightsAsked] == entering)
      #expect(work[.viewsConfigured] == entering)
      loaded = now
      entered += entering
    }
    #expect(entered > 1_000)
  }

  @Test("At least a week of rows, 308 pt, is loaded at both ends, and views are reused")
  func slackAndReuse() {
    var random = SplitMix64(seed: 13)
    let heights = (0..<5_000).map { _ in Int32((20 + random.below(60)) * 64) }
    let viewport = LayoutUnit(points: 700)
    let options = LayoutOptions(viewport: viewport, start: 2_500)
    let list = Self.list(on: RowStore(heights: heights), options)
    for _ in 0..<2_000 {
      list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(300 * 64) - 140 * 64))))
      let below = list.contentHeight - viewport - list.contentOffset
      for slack in [list.contentOffset, below] {
        #expect(slack >= LayoutUnit(points: 308))
        #expect(slack < LayoutUnit(points: 616 + 80))
      }
    }
    // At 20 pt a row, no more than the viewport and two weeks at both ends can be bound at once.
    #expect(list.store.counters[.viewsCreated] <= (700 + 2 * 616) / 20 + 2)
    #expect(list.store.counters[.viewsConfigured] > 500)
  }

  @Test("Motion, changes, edits and jumps cost the same in 1,000 rows and in a million")
  func costDoesNotDependOnTheCount() {
    let costs = [1_000, 1_000_000].map { rows -> WorkCounters in
      let heights = (0..<rows).map { Int32((20 + $0 % 10 * 9) * 64) }
      let middle = rows / 2
      let options = LayoutOptions(viewport: LayoutUnit(points: 844), start: middle)
      let list = Self.list(on: RowStore(heights: heights), options)
      for frame in 0..<600 {
        list.apply(.scroll(LayoutUnit(points: frame < 300 ? 90 : -90)))
      }
      list.apply(.resize(row: middle - 100, height: LayoutUnit(points: 10)))
      list.apply(.resize(row: middle + 3, height: LayoutUnit(points: 10)))
      list.apply(.insert(row: middle, height: LayoutUnit(points: 10)))
      list.apply(.delete(row: 0))
      list.apply(.jump(row: middle + 200))
      _ = list.offset(of: middle - 200)
      return list.store.counters
    }
    #expect(costs[0] == costs[1])
    #expect(costs[0][.heightsAsked] < 2_000)
  }

  @Test("A row outside is answered with the rows that would be loaded around it")
  func questions() {
    let heights = [Int32](repeating: 44 * 64, count: 1_000)
    let options = LayoutOptions(viewport: LayoutUnit(points: 440), start: 500)
    let list = Self.list(on: RowStore(heights: heights), options)
    // Seven rows above row 500, and its top at the viewport's.
    #expect(list.contentOffset == LayoutUnit(points: 308))
    #expect(list.origin(of: 500) == 493)
    #expect(list.offset(of: 495) == LayoutUnit(points: 88))
    let before = list.store.counters
    let screen = list.screen
    #expect(list.offset(of: 100) == LayoutUnit(points: 308))
    // Seven above, ten in the viewport, seven below.
    #expect((list.store.counters - before)[.heightsAsked] == 24)
    #expect(list.origin(of: 100) == 93)
    #expect(list.offset(of: 3) == LayoutUnit(points: 132))
    #expect(list.origin(of: 3) == 0)
    #expect(list.row(at: LayoutUnit(points: 88)) == 495)
    #expect(list.row(at: LayoutUnit(points: -1)) == 493)
    #expect(list.row(at: LayoutUnit(points: 99_999)) == 516)
    list.layout()
    #expect(list.screen == screen)
  }

  @Test("A jump to a row that is loaded asks for the rows that enter only")
  func shortJump() {
    let heights = [Int32](repeating: 44 * 64, count: 1_000)
    let options = LayoutOptions(viewport: LayoutUnit(points: 440), start: 500)
    let list = Self.list(on: RowStore(heights: heights), options)
    list.store.counters = WorkCounters()
    list.apply(.jump(row: 507))
    #expect(list.screen.first?.row == 507)
    #expect(list.store.counters[.heightsAsked] == 7)
    #expect(list.store.counters[.viewsConfigured] == 7)
    #expect(list.store.counters[.reloads] == 0)
  }

  @Test("A long way asks for the rows that it crosses, but neither loads nor shows them")
  func longWay() {
    for distance in [4_000 * 44, -4_000 * 44] {
      let heights = [Int32](repeating: 44 * 64, count: 10_000)
      let options = LayoutOptions(viewport: LayoutUnit(points: 440), start: 5_000)
      let list = Self.list(on: RowStore(heights: heights), options)
      list.store.counters = WorkCounters()
      list.apply(.scroll(LayoutUnit(points: distance)))
      #expect(list.screen.first?.row == 5_000 + distance / 44)
      #expect(list.store.counters[.heightsAsked] < 4_050)
      #expect(list.store.counters[.viewsConfigured] == 24)
      // The first screen's views are enough.
      #expect(list.store.counters[.viewsCreated] == 0)
    }
  }

  @Test("A long batch in the middle of the screen is not asked for but where it is loaded")
  func longBatch() {
    for row in [500, 503] {
      let store = RowStore.counting([Int32](repeating: 44 * 64, count: 1_000))
      let options = LayoutOptions(viewport: LayoutUnit(points: 440), start: 500)
      var list = SlidingWindow(rows: store.rows, options: options)
      list.layout()
      store.counters = WorkCounters()
      let batch = [Int32](repeating: 22 * 64, count: 10_000)
      batch.withUnsafeBufferPointer { store.insert($0, at: row) }
      list.inserted(row..<row + 10_000)
      list.layout()
      var screen: [VisibleRow] = []
      list.visitVisible { screen.append($0) }
      // Row 500 stays at the viewport's top; at its index the new rows go above it.
      #expect(screen.first?.row == (row == 500 ? 10_500 : 500))
      #expect(screen.first?.y == .zero)
      #expect(store.counters[.heightsAsked] < 50)
    }
  }

  private static func boundRows(of list: any Trial) -> Set<Int> {
    var rows: [Int] = []
    list.visitViews { rows.append($0.row) }
    let different = Set(rows)
    #expect(different.count == rows.count)
    return different
  }

  static func list(on store: RowStore, _ options: LayoutOptions) -> any Trial {
    store.isCounting = true
    return TrialBox(SlidingWindow<PlainRows>.self, store: store, options: options)
  }
}
