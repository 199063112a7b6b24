import Conformance
import ListLayout
import Replaying
import Strategies
import Testing

@Suite("on-demand")
struct OnDemandTests {
  /// A strategy and the reference, which receive the same gestures on rows of 110 pt, the average row height
  /// in the blog post about the strategy. At 60 frames per second, a load with a latency of 30 frames takes
  /// half a second.
  private struct Feed {
    let lockstep: Lockstep
    /// The number of frames in which the reference moved but the list did not.
    private(set) var stalls = 0
    /// The number of frames in which the list and the reference showed different rows.
    private(set) var wrong = 0

    /// Runs 600 frames, each of which scrolls by `distance` points.
    init(_ mode: StrategyMode, id: String = "on-demand", scrolling distance: Int) throws {
      lockstep = Lockstep(
        try #require(StrategyRegistry.all.named(id)), mode: mode,
        script: GestureScript(
          heights: [Int32](repeating: 110 * 64, count: 1000),
          options: LayoutOptions(viewport: points(844), start: 500, loadLatency: 30)))
      for _ in 0..<600 {
        lockstep.apply(.scroll(points(distance)))
        let deviation = FrameDeviation(lockstep)
        stalls += deviation.isStall ? 1 : 0
        wrong += deviation.showsOtherRows ? 1 : 0
      }
    }

    /// The number of loaded entries, including repeated rows.
    var entries: Int { Int(lockstep.now.contentHeight.points) / 110 }
  }

  // MARK: Corrected

  @Test("at 1,200 pt/s the list waits in 152 of 600 frames, but with a margin of 600 pt in none")
  func fastReader() throws {
    let feed = try Feed(.corrected, scrolling: 20)
    #expect(feed.stalls == 152)
    #expect(feed.entries == 30 + 6 * 10)
    #expect(try Feed(.corrected, id: "on-demand:below=20", scrolling: 20).stalls == 96)
    let margin = try Feed(.corrected, id: "on-demand:margin=600", scrolling: 20)
    #expect(margin.stalls == 0 && margin.wrong == 0)
    #expect(margin.entries == 30 + 9 * 10 + 5)
    for points in [3, -3] {
      let slow = try Feed(.corrected, scrolling: points)
      #expect(slow.stalls == 0 && slow.wrong == 0)
    }
  }

  /// A test case of several steps. Each step scrolls by `points`, runs `frames` frames, and then expects
  /// `rows` rows to be loaded. At first, rows 49..<79 are loaded, which have a total height of 1,320 pt; the
  /// part from 44 to 888 pt is on screen.
  struct Loads: CustomTestStringConvertible {
    var testDescription: String
    var mode: StrategyMode
    var steps: [(points: Int, frames: Int, rows: Int)]
    /// The expected distance in points between the start row and the viewport's top, after all steps.
    var position: Int
  }

  @Test(
    "loads start under the right condition and arrive after the latency",
    arguments: [
      Loads(
        testDescription: "ten rows below within 100 pt of the end, and not a point before",
        mode: .corrected, steps: [(331, 100, 30), (1, 59, 30), (0, 1, 40)], position: 332),
      Loads(
        testDescription: "five rows above within 100 pt of the top, and what is read stays",
        mode: .corrected, steps: [(57, 60, 30), (-1, 60, 35)], position: 56),
      Loads(
        testDescription: "published: when far from the end",
        mode: .published, steps: [(150, 60, 40)], position: 150),
      Loads(
        testDescription: "published: never when near",
        mode: .published, steps: [(400, 600, 30)] + Array(repeating: (10, 0, 30), count: 600),
        position: 1320 - 844 - 44),
      Loads(
        testDescription:
          "published: the first of two clears the flag, so one nobody asked for starts",
        mode: .published, steps: [(1, 59, 30), (0, 1, 45), (0, 60, 55)], position: 1),
    ])
  func loads(_ loads: Loads) throws {
    let rows = try equalRows("on-demand", count: 10_000, start: 50, mode: loads.mode)
    for step in loads.steps {
      if step.points != 0 { rows.scroll(step.points) }
      rows.settle(frames: step.frames)
      #expect(rows.contentHeight == points(step.rows * 44))
    }
    #expect(rows.position == 50 * 44 + loads.position)
  }

  @Test(
    "if both ends are near, it loads below, then above, one load at a time, without repeated rows")
  func oneLoadAtATime() throws {
    let rows = try equalRows("on-demand", count: 10_000, viewport: 1270, start: 50)
    var heights: [Int] = []
    for _ in 0..<181 {
      rows.scroll(1)
      heights.append(Int(rows.contentHeight.points) / 44)
    }
    #expect(heights[59] == 30 && heights[60] == 40 && heights[119] == 40 && heights[120] == 45)
    #expect(heights[180] == 45, "both ends are far now")
    // When the list reached the end of the loaded rows, it stopped until more rows arrived in frame 61.
    #expect(rows.position == 50 * 44 + 6 + 121)
  }

  @Test("the parameters set the margin and the number of rows per load")
  func batches() throws {
    let rows = try equalRows(
      "on-demand:below=7:above=3:margin=500", count: 1000, start: 500, latency: 0)
    // The first motion loads rows at the bottom; the second, with 45 pt left above the viewport, loads rows
    // at the top; the third loads rows at the bottom again.
    for (distance, loaded) in [(1, 37), (1, 40), (260, 47)] {
      rows.scroll(distance)
      #expect(rows.contentHeight == points(loaded * 44))
    }
  }

  @Test(
    "each load visits all loaded rows, and rows are never unloaded",
    arguments: StrategyMode.allCases)
  func reloadsWalkEverything(mode: StrategyMode) throws {
    let rows = try equalRows("on-demand", count: 10_000, start: 50, mode: mode, latency: 1)
    if mode == .published {
      rows.scroll(150)
      rows.settle()
    }
    var loaded = mode == .published ? 40 : 30
    for _ in 0..<50 {
      let work = rows.work {
        rows.scroll(mode == .published ? 1 : 440)
        rows.settle()
      }
      loaded += 10
      #expect(work[.reloads] == 1)
      // Loading ten rows scans these ten rows, and reloading the list scans all loaded rows.
      #expect(work[.rowsScanned] == 10 + loaded)
      if mode == .corrected { #expect(work[.heightsAsked] == 10) }
    }
    #expect(rows.contentHeight == points(loaded * 44))
  }

  // MARK: Published

  @Test("published: no load is cancelled, so an older jump replaces a newer one")
  func oldJumpWins() throws {
    let rows = try equalRows("on-demand", count: 10_000, start: 100, mode: .published)
    rows.apply(.jump(row: 9000))
    rows.apply(.jump(row: 105))
    #expect(rows.position == 105 * 44)
    rows.settle(frames: 59)
    #expect(rows.position == 9000 * 44)
    rows.scroll(1)
    rows.settle(frames: 60)
    #expect(rows.contentHeight == points(45 * 44), "the flag is down again")
  }

  @Test(
    "published: cached heights survive a change of width; an inserted row moves the visible rows",
    arguments: StrategyMode.allCases)
  func staleCache(mode: StrategyMode) throws {
    let rows = try turned("on-demand", count: 500, to: 60, start: 100, mode: mode)
    #expect(Set(rows.screen.map(\.height)) == [points(mode == .published ? 44 : 60)])
    rows.apply(.insert(row: 100, height: points(10)))
    #expect(rows.screen.first?.row == (mode == .published ? 100 : 101))
  }

  @Test("published: makes 20 loads in 10 s where 9 loads or none are needed")
  func loadsFarFromTheEnd() throws {
    for (points, needed) in [(20, 9), (3, 0)] {
      // At the end, 19 of the 20 requested loads have arrived.
      #expect(try Feed(.published, scrolling: points).entries == 30 + 19 * 10)
      let way = 110 + 600 * points + 844
      #expect((way - 30 * 110 + 1099) / 1100 == needed)
    }
  }

  @Test(
    "published: ten rows are loaded twice; so are later rows if the second load arrived later"
  )
  func rowsStandTwice() throws {
    for pause in [0, 7] {
      let rows = try equalRows("on-demand", count: 10_000, start: 50, mode: .published)
      func expect(entries: Int, before end: Int) {
        #expect(rows.contentHeight == points(entries * 44))
        #expect(rows.origin(of: 50) == 44 && rows.row(at: rows.contentHeight) == end - 1)
      }
      // After these steps, the rows requested at both ends have arrived, and a second load is pending.
      rows.scroll(1)
      rows.settle(frames: 59 + pause)
      rows.scroll(1)
      if pause == 0 {
        expect(entries: 45, before: 89)
        rows.settle(frames: 60)
        expect(entries: 65, before: 99)
        rows.apply(.jump(row: 89))
        #expect(rows.screen.map(\.row) == (89..<99).flatMap { [$0, $0] })
        // Rows 89 to 98 are the only repeated rows, because the two loads arrived in the same frame.
        for _ in 0..<600 { rows.apply(.scroll(LayoutUnit(rawValue: Int64(-1)))) }
        let end = rows.row(at: rows.contentHeight) + 1
        expect(entries: end - 44 + 10, before: end)
      } else {
        for _ in 0..<600 { rows.apply(.scroll(LayoutUnit(rawValue: Int64(1)))) }
        expect(entries: 45 + 2 * 100, before: 189)
      }
    }
  }

  @Test("published: scrolling upwards at 180 pt/s shows wrong rows in 554 of 600 frames")
  func wrongRows() throws {
    let feed = try Feed(.published, scrolling: -3)
    #expect(feed.wrong == 554)
    #expect(feed.stalls == 46)
  }
}
