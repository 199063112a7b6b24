import Conformance
import ListLayout
import Replaying
import Strategies
import Testing

@testable import Posts

@Suite("on-demand")
struct OnDemandTests {
  /// A strategy on rows of 110 pt, as its post's rows are high on average, at 60 frames a second with
  /// loads of half a second, beside the reference.
  private struct Feed {
    let list: any Trial
    let reference: TrialBox
    /// Frames in which the reference moved and the list did not.
    private(set) var stalls = 0
    /// Frames that showed other rows than the reference.
    private(set) var wrong = 0

    init(_ id: String, _ mode: StrategyMode, start: Int = 500) throws {
      let options = LayoutOptions(
        viewport: LayoutUnit(points: 844), start: start, mode: mode, loadLatency: 30)
      let heights = [Int32](repeating: 110 * 64, count: 1000)
      list = try #require(Roster.all.named(id)).trial(
        on: .counting(heights), options: options)
      reference = TrialBox(
        Reference<PlainRows>.self, store: RowStore(heights: heights), options: options)
    }

    /// The entries that are loaded; those that stand twice count twice.
    var entries: Int { Int(list.contentHeight.points) / 110 }

    mutating func scroll(_ points: Int, frames: Int) {
      for _ in 0..<frames {
        let (before, due) = (list.screen, reference.screen)
        list.apply(.scroll(LayoutUnit(points: points)))
        reference.apply(.scroll(LayoutUnit(points: points)))
        if reference.screen != due, list.screen == before { stalls += 1 }
        if list.screen.map(\.row) != reference.screen.map(\.row) { wrong += 1 }
      }
    }
  }

  // MARK: Corrected

  @Test("a reader of 1,200 pt/s waits in 152 of 600 frames, but not with a margin of 600 pt")
  func fastReader() throws {
    var feed = try Feed("on-demand", .corrected)
    feed.scroll(20, frames: 600)
    #expect(feed.stalls == 152)
    #expect(feed.entries == 30 + 6 * 10)
    var batches = try Feed("on-demand:below=20", .corrected)
    batches.scroll(20, frames: 600)
    #expect(batches.stalls == 96)
    var margin = try Feed("on-demand:margin=600", .corrected)
    margin.scroll(20, frames: 600)
    #expect(margin.stalls == 0 && margin.wrong == 0)
    #expect(margin.entries == 30 + 9 * 10 + 5)
  }

  @Test("a reader of 180 pt/s never waits, whichever way", arguments: [3, -3])
  func slowReader(points: Int) throws {
    var feed = try Feed("on-demand", .corrected)
    feed.scroll(points, frames: 600)
    #expect(feed.stalls == 0 && feed.wrong == 0)
  }

  @Test("it loads ten rows below within 100 pt of the end, and not a point before")
  func marginBelow() throws {
    // Loaded: rows 49..<79, 1,320 pt; the screen shows 44 ..< 888 of them.
    let rows = try EqualRows("on-demand", count: 10_000, start: 50)
    rows.scroll(331)
    rows.settle(frames: 100)
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44))
    rows.scroll(1)
    rows.settle(frames: 59)
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44))
    rows.settle()
    #expect(rows.list.contentHeight == LayoutUnit(points: 40 * 44))
    #expect(rows.position == 50 * 44 + 332)
  }

  @Test("it loads five rows above within 100 pt of the top, and what is read stays")
  func marginAbove() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 50)
    rows.scroll(57)
    rows.settle(frames: 60)
    #expect(rows.list.contentOffset == LayoutUnit(points: 101))
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44))
    rows.scroll(-1)
    rows.settle(frames: 60)
    #expect(rows.list.contentOffset == LayoutUnit(points: 100 + 5 * 44))
    #expect(rows.list.contentHeight == LayoutUnit(points: 35 * 44))
    #expect(rows.position == 50 * 44 + 56)
  }

  @Test("with both ends near it loads below, then above, one at a time; no row comes twice")
  func oneLoadAtATime() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 50, viewport: 1270)
    var heights: [Int] = []
    for _ in 0..<181 {
      rows.scroll(1)
      heights.append(Int(rows.list.contentHeight.points) / 44)
    }
    #expect(heights[59] == 30 && heights[60] == 40 && heights[119] == 40 && heights[120] == 45)
    #expect(heights[180] == 45, "both ends are far now")
    // It stood still at the end of what was loaded until frame 61.
    #expect(rows.position == 50 * 44 + 6 + 121)
  }

  @Test("parameters: other batches")
  func batches() throws {
    let named = try #require(Roster.all.named("on-demand:below=7:above=3:margin=500"))
    let list = named.trial(
      on: RowStore(heights: [Int32](repeating: 44 * 64, count: 1000)),
      options: LayoutOptions(viewport: LayoutUnit(points: 844), start: 500, loadLatency: 0),
      script: .none)
    list.apply(.scroll(LayoutUnit(points: 1)))
    #expect(list.contentHeight == LayoutUnit(points: 37 * 44))
    list.apply(.scroll(LayoutUnit(points: 1)))
    #expect(list.contentHeight == LayoutUnit(points: 40 * 44), "the top: 45 pt above the screen")
    list.apply(.scroll(LayoutUnit(points: 260)))
    #expect(list.contentHeight == LayoutUnit(points: 47 * 44), "below")
  }

  @Test("each load walks all rows ever loaded, each measured once; none is unloaded")
  func reloadsWalkEverything() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 50, latency: 1)
    #expect(rows.list.store.counters[.heightsAsked] == 30)
    for load in 1...50 {
      let work = rows.work {
        rows.scroll(440)
        rows.settle()
      }
      #expect(work[.reloads] == 1)
      // The ten that join, and the reload.
      #expect(work[.rowsScanned] == 10 + 30 + load * 10)
      #expect(work[.heightsAsked] == 10)
    }
    #expect(rows.list.contentHeight == LayoutUnit(points: 530 * 44))
  }

  @Test("a jump shows the old screen until the rows are there, then thirty rows")
  func jump() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 100)
    let before = rows.list.screen
    rows.list.apply(.jump(row: 9000))
    rows.settle(frames: 59)
    for _ in 0..<100 { rows.list.layout() }
    #expect(rows.list.screen == before, "a layout without a change takes no time")
    rows.settle()
    #expect(rows.position == 9000 * 44)
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44))
    rows.list.apply(.jump(row: 9001))
    #expect(rows.position == 9001 * 44, "it is loaded already")
    rows.list.apply(.jump(row: 9999))
    rows.settle(frames: 60)
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44), "the last thirty")
    #expect(rows.list.screen.last?.row == 9999)
  }

  @Test("jumps follow their row; of those that wait the last one follows the first")
  func jumpsInARow() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 100, latency: 10)
    for row in [5000, 6000, 7000] { rows.list.apply(.jump(row: row)) }
    rows.list.apply(.insert(row: 0, height: LayoutUnit(points: 44)))
    rows.list.apply(.delete(row: 4000))
    rows.list.apply(.delete(row: 6000))
    rows.settle(frames: 5)
    #expect(rows.list.screen.first?.row == 5000)
    rows.settle(frames: 10)
    #expect(rows.list.screen.first?.row == 6999, "the one between was never asked for")
    rows.list.apply(.jump(row: 100))
    rows.list.apply(.jump(row: 7001))
    rows.settle(frames: 100)
    #expect(rows.list.screen.first?.row == 7001, "a jump to loaded rows ends one that waits")
  }

  @Test("it rests at every latency", arguments: [0, 1, 60])
  func rests(latency: Int) throws {
    let contender = try #require(Roster.all.named("on-demand"))
    #expect(RandomWalk.unrest(contender, mode: .corrected, latency: latency) == nil)
  }

  // MARK: Both

  @Test("a frame costs the same in 1,000 and in 1,000,000 rows", arguments: StrategyMode.allCases)
  func frameCost(mode: StrategyMode) throws {
    func work(count: Int) throws -> WorkCounters {
      let rows = try EqualRows("on-demand", count: count, start: count / 2, mode: mode)
      return rows.work {
        for _ in 0..<400 { rows.scroll(20) }
        for _ in 0..<400 { rows.scroll(-20) }
      }
    }
    #expect(try work(count: 1000) == work(count: 1_000_000))
  }

  @Test("rows pushed at the end are shown at once", arguments: StrategyMode.allCases)
  func push(mode: StrategyMode) throws {
    for count in [0, 3] {
      let rows = try EqualRows("on-demand", count: count, start: 0, mode: mode)
      rows.list.apply(.insert(row: count, height: LayoutUnit(points: 30)))
      #expect(rows.list.screen.map(\.row) == Array(0...count))
      #expect(rows.list.screen.last?.height == LayoutUnit(points: 30))
    }
  }

  // MARK: Published

  @Test("published: it loads when far from the end, and never when near")
  func bottomTestReversed() throws {
    // Loaded: rows 49..<79, 1,320 pt; the screen shows 44 ..< 888 of them.
    let rows = try EqualRows("on-demand", count: 10_000, start: 50, mode: .published)
    let far = try EqualRows("on-demand", count: 10_000, start: 50, mode: .published)
    far.scroll(150)
    far.settle(frames: 60)
    #expect(far.list.contentHeight == LayoutUnit(points: 40 * 44))
    rows.scroll(400)
    rows.settle(frames: 600)
    for _ in 0..<600 { rows.scroll(10) }
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44))
    #expect(rows.position == 49 * 44 + 1320 - 844)
  }

  @Test("published: the first of two loads clears the flag, so a load starts that nobody asked for")
  func twoLoadsInFlight() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 50, mode: .published)
    rows.scroll(1)
    rows.settle(frames: 59)
    #expect(rows.list.contentHeight == LayoutUnit(points: 30 * 44))
    rows.settle()
    #expect(rows.list.contentHeight == LayoutUnit(points: 45 * 44))
    #expect(rows.position == 50 * 44 + 1)
    rows.settle(frames: 60)
    #expect(rows.list.contentHeight == LayoutUnit(points: 55 * 44))
  }

  @Test("published: no load is cancelled, so an old jump ends a newer one")
  func oldJumpWins() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 100, mode: .published)
    rows.list.apply(.jump(row: 9000))
    rows.list.apply(.jump(row: 105))
    #expect(rows.position == 105 * 44)
    rows.settle(frames: 59)
    #expect(rows.position == 9000 * 44)
    rows.scroll(1)
    rows.settle(frames: 60)
    #expect(rows.list.contentHeight == LayoutUnit(points: 45 * 44), "the flag is down again")
  }

  @Test("published: each batch walks all rows that were ever loaded, and none is unloaded")
  func reloadsWalkEverythingAsPublished() throws {
    let rows = try EqualRows("on-demand", count: 10_000, start: 50, mode: .published, latency: 1)
    rows.scroll(150)
    rows.settle()
    var loaded = 40
    for _ in 0..<50 {
      let work = rows.work {
        rows.scroll(1)
        rows.settle()
      }
      loaded += 10
      #expect(work[.reloads] == 1)
      // The ten that join, and the reload.
      #expect(work[.rowsScanned] == 10 + loaded)
    }
    #expect(rows.list.contentHeight == LayoutUnit(points: loaded * 44))
  }

  @Test("published: heights outlive a change of width; a push moves what is read")
  func staleCache() {
    func shown(_ mode: StrategyMode) -> (heights: Set<LayoutUnit>, top: Int?) {
      let store = RowStore(
        heights: [Int32](repeating: 44 * 64, count: 500),
        alternate: [Int32](repeating: 60 * 64, count: 500))
      defer { withExtendedLifetime(store) {} }
      var list = OnDemand(
        rows: store.rows,
        options: LayoutOptions(viewport: LayoutUnit(points: 440), start: 100, mode: mode))
      list.layout()
      store.flip()
      list.heightsChanged()
      list.layout()
      var heights: Set<LayoutUnit> = []
      list.visitVisible { heights.insert($0.height) }
      store.insert(10 * 64, at: 100)
      list.inserted(100..<101)
      list.layout()
      var top: Int?
      list.visitVisible { top = top ?? $0.row }
      return (heights, top)
    }
    #expect(shown(.published).heights == [LayoutUnit(points: 44)])
    #expect(shown(.corrected).heights == [LayoutUnit(points: 60)])
    #expect(shown(.published).top == 100, "the new row")
    #expect(shown(.corrected).top == 101, "the row that was read")
  }

  @Test("published: 20 loads asked for in 10 s where 9 are needed, and where none is")
  func loadsFarFromTheEnd() throws {
    for (points, needed) in [(20, 9), (3, 0)] {
      var feed = try Feed("on-demand", .published)
      feed.scroll(points, frames: 600)
      // The last one is under way.
      #expect(feed.entries == 30 + 19 * 10)
      let way = 110 + 600 * points + 844
      #expect((way - 30 * 110 + 1099) / 1100 == needed)
    }
  }

  /// A list on whose rows 89..<99 a second load is under way; latency 60, and one motion when the
  /// loads at both ends have arrived and after some frames.
  private func listLoadingTwice(after pause: Int) -> Driven<OnDemand<PlainRows>> {
    let driven = Driven(
      OnDemand<PlainRows>.self, heights: [Int](repeating: 44, count: 10_000), viewport: 844,
      start: 50, mode: .published)
    driven.apply(.scroll(LayoutUnit(points: 1)))
    for _ in 0..<59 + pause { driven.apply(.settle) }
    driven.apply(.scroll(LayoutUnit(points: 1)))
    return driven
  }

  private func entries(_ driven: Driven<OnDemand<PlainRows>>) -> Int {
    Int(driven.list.contentHeight.points) / 44
  }

  @Test("published: the same ten rows are loaded twice and stand twice, side by side")
  func rowsStandTwice() {
    let driven = listLoadingTwice(after: 0)
    #expect(entries(driven) == 45)
    for _ in 0..<60 { driven.apply(.settle) }
    #expect(driven.list.loaded == 44..<99)
    #expect(entries(driven) == 65)
    driven.apply(.jump(row: 89))
    #expect(driven.screen.map(\.row) == (89..<99).flatMap { [$0, $0] })
    // And no more of them: the two came together.
    for _ in 0..<600 { driven.apply(.scroll(LayoutUnit(rawValue: Int64(-1)))) }
    #expect(entries(driven) - driven.list.loaded.count == 10)
  }

  @Test("published: a second load that comes later has every later load doubled")
  func everyLoadDoubled() {
    let driven = listLoadingTwice(after: 7)
    for _ in 0..<600 { driven.apply(.scroll(LayoutUnit(rawValue: Int64(1)))) }
    #expect(driven.list.loaded == 44..<189)
    #expect(entries(driven) == 45 + 2 * 100)
  }

  @Test("published: what stands twice follows its row through changes")
  func changesOfRowsTwice() {
    let driven = listLoadingTwice(after: 0)
    for _ in 0..<60 { driven.apply(.settle) }
    driven.apply(.viewport(LayoutUnit(points: 440)), .jump(row: 89))
    func rows(_ count: Int) -> [Int] { driven.screen.prefix(count).map(\.row) }
    driven.apply(.delete(row: 89))
    #expect(rows(4) == [89, 89, 90, 90])
    driven.apply(.insert(row: 90, height: LayoutUnit(points: 44)))
    #expect(rows(7) == [89, 89, 90, 91, 91, 92, 92])
    driven.apply(.insert(row: 0, height: LayoutUnit(points: 44)), .delete(row: 5000))
    #expect(rows(4) == [90, 90, 91, 92])
    driven.apply(.resize(row: 90, height: LayoutUnit(points: 10)))
    #expect(driven.screen.prefix(3).map(\.y.points) == [0, 10, 20])
    driven.apply(.delete(row: 0))
    #expect(rows(4) == [89, 89, 90, 91])
  }

  @Test("published: a load under way brings its rows, wherever changes have moved them")
  func changesUnderALoad() {
    let driven = listLoadingTwice(after: 0)
    driven.apply(.insert(row: 0, height: LayoutUnit(points: 44)))
    driven.apply(.delete(row: 60))
    driven.apply(.delete(row: 60))
    for _ in 0..<60 { driven.apply(.settle) }
    #expect(driven.list.loaded == 45..<98)
    #expect(entries(driven) == 43 + 20)
  }

  @Test("published: a reader upwards at 180 pt/s sees wrong rows in 554 of 600 frames")
  func wrongRows() throws {
    var feed = try Feed("on-demand", .published)
    feed.scroll(-3, frames: 600)
    #expect(feed.wrong == 554)
    #expect(feed.stalls == 46)
  }

  @Test("published: a minute at the top loads rows twice, and no more than frames allow")
  func growthIsBounded() {
    let driven = Driven(
      OnDemand<PlainRows>.self, heights: [Int](repeating: 44, count: 100_000), viewport: 844,
      start: 50_000, mode: .published)
    for frame in 0..<7200 {
      let points = frame / 60 % 2 == 0 ? -40 : 36
      driven.apply(.scroll(LayoutUnit(points: points)))
      #expect(driven.list.postedLoads.count <= 4)
    }
    #expect(driven.list.loaded.count == 1515)
    #expect(entries(driven) == 2105)
  }

  @Test("published: it rests at every latency, and tiles what it has", arguments: [0, 1, 60])
  func restsAsPublished(latency: Int) throws {
    let contender = try #require(Roster.all.named("on-demand"))
    #expect(RandomWalk.unrest(contender, mode: .published, latency: latency) == nil)
  }

  @Test("published: a cell measures the row that its height was asked for already")
  func measuredTwice() throws {
    func heights(_ mode: StrategyMode) throws -> Int {
      try EqualRows("on-demand", count: 1000, start: 50, mode: mode).list.store.counters[
        .heightsAsked]
    }
    #expect(try heights(.corrected) == 30)
    #expect(try heights(.published) == 30 + 20)
  }
}
