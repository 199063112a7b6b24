import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Indexes
@testable import Posts

/// As many own row views as the viewport and a margin need.
struct SlidingWindowTests {
  @Test("A frame of motion asks for the heights of the rows that enter, and for no others")
  func onlyEnteringRowsAreAsked() {
    var random = SplitMix64(seed: 12)
    let heights = (0..<5_000).map { _ in Int32(random.below(150 * 64)) }
    let options = LayoutOptions(viewport: LayoutUnit(points: 700), start: 2_500)
    let list = Self.list(RowStore(heights: heights), options)
    var loaded = Set(list.boundRows)
    var entered = 0
    for _ in 0..<2_000 {
      let before = list.store.counters
      list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(600 * 64) - 300 * 64))))
      let now = Set(list.boundRows)
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
    let list = Self.list(RowStore(heights: heights), options)
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

  @Test("A jump to a row that is loaded asks for the rows that enter only")
  func shortJump() throws {
    let list = try equalRows("sliding-window", count: 1_000, viewport: 440, start: 500)
    let work = list.work { list.apply(.jump(row: 507)) }
    #expect(list.screen.first?.row == 507)
    #expect(work[.heightsAsked] == 7)
    #expect(work[.viewsConfigured] == 7)
    #expect(work[.reloads] == 0)
  }

  private static func list(_ store: RowStore, _ options: LayoutOptions) -> Trial {
    store.isCounting = true
    return Trial(SlidingWindow<PlainRows>.self, store: store, options: options)
  }
}

/// What lists do that hold a few rows around the viewport.
@Suite struct WindowTests {
  @Test(
    "Motion, changes, edits and jumps cost the same in 1,000 rows and in a million",
    arguments: [
      "recycled-subview", "sliding-window", "on-demand", "prefetch", "section-shift",
      "section-shift:step=3:path=1",
    ])
  func costDoesNotDependOnTheCount(id: String) throws {
    for mode in try #require(Roster.all.named(id)).card.modes {
      let costs = try [1_000, 1_000_000].map { count in
        let rows = try equalRows(id, count: count, start: count / 2, mode: mode)
        for frame in 0..<600 { rows.scroll(frame < 300 ? 20 : -20) }
        if mode == .corrected {
          rows.apply(.resize(row: count / 2 - 100, height: LayoutUnit(points: 10)))
          rows.apply(.resize(row: count / 2 + 3, height: LayoutUnit(points: 10)))
          rows.apply(.insert(row: count / 2, height: LayoutUnit(points: 10)))
          rows.apply(.delete(row: 0))
          rows.apply(.jump(row: count / 2 + 200))
          _ = rows.offset(of: count / 2 - 200)
        }
        return rows.store.counters
      }
      #expect(costs[0] == costs[1])
    }
  }

  /// - Parameter loaded: rows that are loaded in all, above the viewport at first, and above a row that
  ///   is asked about.
  @Test(
    "A row outside is answered with the rows that would be loaded around it",
    arguments: [
      ("recycled-subview", (24, 8, 12)), ("sliding-window", (24, 7, 7)),
      ("reload-window", (200, 95, 95)),
    ])
  func questions(id: String, loaded: (all: Int, above: Int, then: Int)) throws {
    let list = try equalRows(id, count: 1_000, viewport: 440, start: 500)
    let screen = list.screen
    let first = 500 - loaded.above
    #expect(list.origin(of: 500) == first)
    #expect(list.offset(of: 495) == LayoutUnit(points: (495 - first) * 44))
    let work = list.work {
      #expect(list.offset(of: 100) == LayoutUnit(points: loaded.then * 44))
    }
    #expect(work[.heightsAsked] == loaded.all)
    #expect(list.origin(of: 100) == 100 - loaded.then)
    #expect(list.offset(of: 3) == LayoutUnit(points: 132))
    #expect(list.origin(of: 3) == 0)
    for (point, row) in [(88, first + 2), (-1, first), (99_999, first + loaded.all - 1)] {
      #expect(list.row(at: LayoutUnit(points: point)) == row)
    }
    list.layout()
    #expect(list.screen == screen)
  }

  @Test(
    "A long way asks for the rows that it crosses, but neither loads nor shows them",
    arguments: [4_000, -4_000])
  func longWay(rows: Int) throws {
    let list = try equalRows("sliding-window", count: 10_000, viewport: 440, start: 5_000)
    let work = list.work { list.scroll(rows * 44) }
    #expect(list.screen.first == VisibleRow(5_000 + rows, at: 0, height: 44))
    #expect((3_950..<4_050).contains(work[.heightsAsked]))
    #expect(work[.viewsConfigured] == 24)
    // The first screen's views are enough.
    #expect(work[.viewsCreated] == 0)
  }

  @Test("A long batch in the middle of the screen is not asked for but where it is loaded")
  func longBatch() {
    expectLongBatch(RecycledSubview<PlainRows>.self)
    expectLongBatch(SlidingWindow<PlainRows>.self)
  }

  private func expectLongBatch<S: LayoutStrategy<PlainRows> & ~Copyable>(_: S.Type) {
    for row in [500, 503] {
      let list = Driven(
        S.self, heights: [Int](repeating: 44, count: 1_000), viewport: 440, start: 500)
      list.store.counters = WorkCounters()
      let batch = [Int32](repeating: 22 * 64, count: 10_000)
      batch.withUnsafeBufferPointer { list.store.insert($0, at: row) }
      list.list.inserted(row..<row + 10_000)
      list.layout()
      // Row 500 stays at the viewport's top; at its index the new rows go above it.
      #expect(list.screen.first == VisibleRow(row == 500 ? 10_500 : 500, at: 0, height: 44))
      #expect(list.store.counters[.heightsAsked] < 50)
    }
  }
}
