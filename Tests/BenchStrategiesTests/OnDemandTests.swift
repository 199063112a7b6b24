import BenchReplaying
import Conformance
import ListLayout
import Testing

/// Tests of `on-demand`, whose rows arrive several frames after the request.
@Suite("on-demand")
struct OnDemandTests {
  /// 600 frames of a list with rows of 110 pt, the post's average row height. At 60 frames per second, a load
  /// with a latency of 30 frames takes half a second; multiply `speed` (pt per frame) by 60 for pt/s.
  struct Reader: CustomTestStringConvertible {
    var testDescription: String
    var mode = StrategyMode.corrected
    var parameters = ""
    var speed: Int
    /// Number of frames in which the reference moved but the list did not.
    var stalls: Int?
    /// Number of frames in which the list and the reference showed different rows.
    var wrong: Int?
    /// Number of loaded entries at the end, including repeated rows.
    var entries: Int?
  }

  @Test(
    "At constant speed, the list waits for loads or shows incorrect rows",
    arguments: [
      Reader(testDescription: "1,200 pt/s", speed: 20, stalls: 152, entries: 30 + 6 * 10),
      Reader(testDescription: "more rows per load", parameters: ":below=20", speed: 20, stalls: 96),
      Reader(
        testDescription: "a larger margin", parameters: ":margin=600", speed: 20, stalls: 0,
        wrong: 0, entries: 30 + 9 * 10 + 5),
      Reader(testDescription: "180 pt/s", speed: 3, stalls: 0, wrong: 0),
      Reader(testDescription: "180 pt/s upwards", speed: -3, stalls: 0, wrong: 0),
      // In both cases, 19 of the 20 requested loads have arrived. Scrolling through 12,954 pt requires 9
      // loads in addition to the first 30 rows; scrolling through 2,754 pt requires none.
      Reader(
        testDescription: "published, 1,200 pt/s", mode: .published, speed: 20, entries: 30 + 19 * 10
      ),
      Reader(
        testDescription: "published, 180 pt/s", mode: .published, speed: 3, entries: 30 + 19 * 10),
      Reader(
        testDescription: "published, 180 pt/s upwards", mode: .published, speed: -3, stalls: 46,
        wrong: 554),
    ])
  func reader(_ reader: Reader) throws {
    let lockstep = Lockstep(
      try strategy("on-demand" + reader.parameters), mode: reader.mode,
      script: GestureScript(
        heights: [Int32](repeating: 110 * 64, count: 1000),
        options: LayoutOptions(viewport: points(844), start: 500, loadLatency: 30)))
    var (stalls, wrong) = (0, 0)
    for _ in 0..<600 {
      lockstep.apply(.scroll(points(reader.speed)))
      let deviation = FrameDeviation(lockstep)
      stalls += deviation.isStall ? 1 : 0
      wrong += deviation.showsOtherRows ? 1 : 0
    }
    let entries = Int(lockstep.now.contentHeight.points) / 110
    #expect(stalls == reader.stalls ?? stalls)
    #expect(wrong == reader.wrong ?? wrong)
    #expect(entries == reader.entries ?? entries)
  }

  /// A multi-step test case. Each step scrolls by `points`, runs `frames` frames, and then expects `rows`
  /// rows to be loaded. Initially, rows 49..<79 are loaded, with a total height of 1,320 pt, of which the
  /// part from 44 to 888 pt is on screen.
  struct Loads: CustomTestStringConvertible {
    var testDescription: String
    var mode = StrategyMode.published
    var steps: [(points: Int, frames: Int, rows: Int)]
    /// Expected distance in points between the start row and the viewport's top after all steps.
    var position: Int
  }

  @Test(
    "loads start under the documented condition and arrive after the latency",
    arguments: [
      Loads(
        testDescription: "loads ten rows below within 100 pt of the end, and not a point earlier",
        mode: .corrected, steps: [(331, 100, 30), (1, 59, 30), (0, 1, 40)], position: 332),
      Loads(
        testDescription:
          "loads five rows above within 100 pt of the top, and the visible rows stay",
        mode: .corrected, steps: [(57, 60, 30), (-1, 60, 35)], position: 56),
      Loads(
        testDescription: "published: when far from the end", steps: [(150, 60, 40)], position: 150),
      Loads(
        testDescription: "published: never when near",
        steps: [(400, 600, 30)] + Array(repeating: (10, 0, 30), count: 600),
        position: 1320 - 844 - 44),
      Loads(
        testDescription:
          "published: the first of two loads clears the flag, so an unneeded one starts",
        steps: [(1, 59, 30), (0, 1, 45), (0, 60, 55)], position: 1),
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

  @Test("with both ends near, it loads below and then above, and no row twice")
  func oneLoadAtATime() throws {
    let rows = try equalRows("on-demand", count: 10_000, viewport: 1270, start: 50)
    let loaded = (0..<181).map { _ in
      rows.scroll(1)
      return Int(rows.contentHeight.points) / 44
    }
    #expect([59, 60, 119, 120, 180].map { loaded[$0] } == [30, 40, 40, 45, 45])
    // When the list reached the end of the loaded rows, it stopped until more rows arrived in frame 61.
    #expect(rows.position == 50 * 44 + 6 + 121)
  }

  @Test("parameters set the margin and the number of rows per load")
  func batches() throws {
    let rows = try equalRows(
      "on-demand:below=7:above=3:margin=500", count: 1000, start: 500, latency: 0)
    // The first motion loads rows at the bottom. The second one, which leaves 45 pt above the viewport, loads
    // rows at the top. The third loads rows at the bottom again.
    for (distance, loaded) in [(1, 37), (1, 40), (260, 47)] {
      rows.scroll(distance)
      #expect(rows.contentHeight == points(loaded * 44))
    }
  }

  @Test(
    "each load visits all loaded rows, and rows are never unloaded",
    arguments: StrategyMode.allCases)
  func reloadsWalkEverything(mode: StrategyMode) throws {
    let isPublished = mode == .published
    let rows = try equalRows("on-demand", count: 10_000, start: 50, mode: mode, latency: 1)
    if isPublished {
      rows.scroll(150)
      rows.settle()
    }
    for loaded in stride(from: isPublished ? 50 : 40, through: 530, by: 10) {
      let work = rows.work {
        rows.scroll(isPublished ? 1 : 440)
        rows.settle()
      }
      // Loading ten rows scans those ten, and reloading the list scans all loaded rows.
      #expect(work[.reloads] == 1 && work[.rowsScanned] == 10 + loaded)
      if !isPublished { #expect(work[.heightsAsked] == 10) }
      #expect(rows.contentHeight == points(loaded * 44))
    }
  }

  // MARK: Published

  @Test("published: loads are never cancelled, so an older jump overrides a newer one")
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

  @Test("published: ten rows are loaded twice, and later rows too if the second load is late")
  func rowsStandTwice() throws {
    for pause in [0, 7] {
      let rows = try equalRows("on-demand", count: 10_000, start: 50, mode: .published)
      func expect(entries: Int, before end: Int) {
        #expect(rows.contentHeight == points(entries * 44))
        #expect(rows.origin(of: 50) == 44 && rows.row(at: rows.contentHeight) == end - 1)
      }
      // At this point, the rows requested at both ends have arrived, and a second load is pending.
      rows.scroll(1)
      rows.settle(frames: 59 + pause)
      rows.scroll(1)
      guard pause == 0 else {
        for _ in 0..<600 { rows.apply(.scroll(least)) }
        expect(entries: 45 + 2 * 100, before: 189)
        continue
      }
      expect(entries: 45, before: 89)
      rows.settle(frames: 60)
      expect(entries: 65, before: 99)
      rows.apply(.jump(row: 89))
      #expect(rows.screen.map(\.row) == (89..<99).flatMap { [$0, $0] })
      // Only rows 89 to 98 are repeated, because the two loads arrived in the same frame.
      for _ in 0..<600 { rows.apply(.scroll(-least)) }
      let end = rows.row(at: rows.contentHeight) + 1
      expect(entries: end - 44 + 10, before: end)
    }
  }
}
