import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Indexes

@Suite("prefetch")
struct PrefetchTests {
  private func contender() throws -> StrategyEntry { try #require(Roster.all.named("prefetch")) }

  @Test("without latency it shows what the reference shows")
  func exactWithoutLatency() throws {
    #expect(RandomWalk.difference(try contender(), latency: 0) == nil)
  }

  @Test("it rests at every latency", arguments: [0, 1, 60])
  func rests(latency: Int) throws {
    #expect(RandomWalk.unrest(try contender(), mode: .corrected, latency: latency) == nil)
  }

  @Test("a reader of 1,200 pt/s never waits for a load of half a second")
  func slowReader() throws {
    let rows = try EqualRows("prefetch", count: 10_000, start: 5000)
    for frame in 1...1500 {
      rows.scroll(10)
      #expect(rows.position == 5000 * 44 + frame * 10)
    }
    for frame in 1...3000 {
      rows.scroll(-10)
      #expect(rows.position == 5000 * 44 + 15_000 - frame * 10)
    }
  }

  @Test("a reader of 4,800 pt/s waits once, for what was not there when the motion began")
  func fastReader() throws {
    let rows = try EqualRows("prefetch", count: 10_000, start: 5000)
    // 29 rows from the anchor on, and ten more for the margin: 1,716 pt.
    let slack = 1716 - 844
    #expect(rows.list.contentHeight - rows.list.contentOffset == LayoutUnit(points: 1716))
    for _ in 1...60 { rows.scroll(40) }
    #expect(rows.position == 5000 * 44 + slack, "the load is under way for 60 frames")
    for frame in 1...1000 {
      rows.scroll(40)
      #expect(rows.position == 5000 * 44 + slack + frame * 40)
    }
  }

  @Test("motion is lost only while a load of at most the latency is under way")
  func lossesAreWaits() {
    var random = SplitMix64(seed: 3)
    let count = 3000
    let heights = (0..<count).map { _ in Int32(random.below(150 * 64)) }
    var tops: [Int64] = [0]
    for height in heights { tops.append(tops[tops.count - 1] + Int64(height)) }
    let store = RowStore(heights: heights)
    defer { withExtendedLifetime(store) {} }
    let viewport = LayoutUnit(points: 600)
    var list = Prefetch(
      rows: store.rows, options: LayoutOptions(viewport: viewport, start: 1500, loadLatency: 30))
    list.layout()
    var position = tops[1500]
    var speed = 0
    var waits = 0
    for frame in 0..<6000 {
      if frame % 40 == 0 { speed = random.below(400 * 64) - 200 * 64 }
      list.scroll(by: LayoutUnit(rawValue: Int64(speed)))
      list.layout()
      let wanted = min(max(0, position + Int64(speed)), tops[count] - viewport.rawValue)
      position = tops[list.loaded.lowerBound] + list.contentOffset.rawValue
      guard position != wanted else { continue }
      waits += 1
      let load = speed > 0 ? list.below : list.above
      #expect(speed > 0 ? position < wanted : position > wanted)
      #expect(load.map { $0.due - list.frame <= 30 && $0.due > list.frame } == true)
    }
    #expect(waits > 0)
  }

  @Test("a jump keeps the old screen until the rows are there")
  func jump() throws {
    let rows = try EqualRows("prefetch", count: 10_000, start: 100)
    let before = rows.list.screen
    rows.list.apply(.jump(row: 9000))
    rows.settle(frames: 59)
    #expect(rows.list.screen == before)
    for _ in 0..<100 { rows.list.layout() }
    #expect(rows.list.screen == before, "a layout without a change takes no time")
    rows.settle()
    #expect(rows.position == 9000 * 44)
    rows.list.apply(.jump(row: 9001))
    #expect(rows.position == 9001 * 44, "it is loaded already")
  }

  @Test("one place is loaded at a time, and jumps follow their row")
  func jumpsInARow() throws {
    let rows = try EqualRows("prefetch", count: 10_000, start: 100, latency: 10)
    rows.list.apply(.jump(row: 5000))
    rows.list.apply(.jump(row: 6000))
    rows.list.apply(.jump(row: 7000))
    rows.list.apply(.insert(row: 0, height: LayoutUnit(points: 44)))
    rows.list.apply(.delete(row: 4000))
    rows.list.apply(.delete(row: 6000))
    rows.settle(frames: 4)
    #expect(rows.list.screen.first?.row == 101)
    rows.settle()
    #expect(rows.list.screen.first?.row == 5000)
    rows.settle(frames: 9)
    #expect(rows.list.screen.first?.row == 5000)
    rows.settle()
    #expect(rows.list.screen.first?.row == 6999, "the one between was never asked for")
  }

  @Test("a jump to loaded rows ends one that waits")
  func newJumpWins() throws {
    let rows = try EqualRows("prefetch", count: 10_000, start: 100)
    rows.list.apply(.jump(row: 9000))
    rows.list.apply(.jump(row: 105))
    rows.settle(frames: 100)
    #expect(rows.position == 105 * 44)
  }

  @Test("rows pushed at the end are shown at once")
  func push() throws {
    let rows = try EqualRows("prefetch", count: 3, start: 0)
    rows.list.apply(.insert(row: 3, height: LayoutUnit(points: 30)))
    #expect(rows.list.screen.map(\.row) == [0, 1, 2, 3])
    #expect(rows.list.screen.last?.height == LayoutUnit(points: 30))
  }

  @Test("what is loaded stays bounded")
  func bounded() throws {
    let rows = try EqualRows("prefetch", count: 100_000, start: 50_000)
    func expectBound(speed: Int) {
      let bound = 5 * 844 + 2 * speed * 60 + 15 * 44
      #expect(rows.list.contentHeight <= LayoutUnit(points: bound))
    }
    for frame in 0..<2000 {
      rows.scroll(frame % 1000 < 700 ? 100 : -100)
      expectBound(speed: 100)
    }
    // Rows pushed just below the screen.
    for _ in 0..<500 {
      let last = rows.list.screen.last?.row ?? 0
      rows.list.apply(.insert(row: last, height: LayoutUnit(points: 44)))
    }
    expectBound(speed: 0)
  }

  @Test("every row that a reader passes is asked for once")
  func heightsAsked() throws {
    let rows = try EqualRows("prefetch", count: 10_000, start: 5000)
    let first = rows.list.origin(of: 5000)
    for _ in 0..<2000 { rows.scroll(20) }
    let last = rows.list.row(at: rows.list.contentHeight)
    #expect(rows.list.store.counters[.heightsAsked] == last - first + 1)
    #expect(rows.list.store.counters[.layoutPasses] == 2001)
  }

  @Test("a frame costs the same in 1,000 and in 1,000,000 rows")
  func frameCost() throws {
    func work(count: Int) throws -> WorkCounters {
      let rows = try EqualRows("prefetch", count: count, start: count / 2)
      return rows.work {
        for _ in 0..<400 { rows.scroll(20) }
        for _ in 0..<400 { rows.scroll(-20) }
      }
    }
    #expect(try work(count: 1000) == work(count: 1_000_000))
  }
}
