import BenchReplaying
import Conformance
import ListLayout
import Testing

@Suite("on-demand")
struct OnDemandTests {
  /// Scrolls through 1,000 rows for 600 frames. Each row is 110 pt tall, which is the average height in the
  /// post. If an expected result is nil, it isn't checked.
  struct Reader {
    var mode = StrategyMode.corrected
    var parameters = ""
    /// Points per frame. There are 60 frames per second, and a load takes half a second.
    var speed: Int
    /// Number of frames in which the reference moved but the list did not.
    var stalls: Int?
    /// Number of frames in which the list and the reference showed different rows.
    var wrong: Int?
    /// Number of loaded rows after the last frame. A row that was loaded twice is counted twice.
    var entries: Int?
  }

  @Test(
    "Scrolling at constant speed causes the expected number of stalls and incorrect rows",
    arguments: [
      Reader(speed: 20, stalls: 152, entries: 30 + 6 * 10),
      Reader(parameters: ":below=20", speed: 20, stalls: 96),
      Reader(parameters: ":margin=600", speed: 20, stalls: 0, wrong: 0, entries: 30 + 9 * 10 + 5),
      Reader(speed: -3, stalls: 0, wrong: 0),
      // In both cases, 19 of the 20 requested loads have arrived.
      Reader(mode: .published, speed: 20, entries: 30 + 19 * 10),
      Reader(mode: .published, speed: 3, entries: 30 + 19 * 10),
      Reader(mode: .published, speed: -3, stalls: 46, wrong: 554),
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

  /// Each step scrolls by `points`, runs `frames` frames, and then expects `rows` loaded rows. Initially,
  /// rows 49..<79 are loaded, and the viewport covers 44 to 888 pt.
  struct Loads: CustomTestStringConvertible {
    var testDescription: String
    var mode = StrategyMode.corrected
    var steps: [(points: Int, frames: Int, rows: Int)]
    /// Distance in points from the start row to the top of the viewport after all steps.
    var position: Int
  }

  @Test(
    "Rows start loading at the documented distance and arrive after the load latency",
    arguments: [
      Loads(
        testDescription: "within 100 pt of the end, ten rows are loaded below",
        steps: [(331, 100, 30), (1, 59, 30), (0, 1, 40)], position: 332),
      Loads(
        testDescription: "within 100 pt of the top, five rows are loaded above, and no row moves",
        steps: [(57, 60, 30), (-1, 60, 35)], position: 56),
      Loads(
        testDescription: "published: no rows are loaded near the end", mode: .published,
        steps: [(400, 600, 30), (10, 600, 30)], position: 410),
      Loads(
        testDescription: "published: one load clears `isLoading` for both, so a third load starts",
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

  @Test("Each load visits all loaded rows, and rows are never unloaded")
  func reloadsWalkEverything() throws {
    let rows = try equalRows("on-demand", count: 10_000, start: 50, latency: 1)
    for loaded in stride(from: 40, through: 530, by: 10) {
      let work = rows.work {
        rows.scroll(440)
        rows.settle()
      }
      // Loading ten rows scans those ten, and reloading the list scans all loaded rows.
      #expect(work[.reloads] == 1 && work[.rowsScanned] == 10 + loaded)
      #expect(work[.heightsAsked] == 10 && rows.contentHeight == points(loaded * 44))
    }
  }

  @Test("Published: loads are never cancelled, so an older jump overrides a newer one")
  func oldJumpWins() throws {
    let rows = try equalRows("on-demand", count: 10_000, start: 100, mode: .published)
    for row in [9000, 105] { rows.apply(.jump(row: row)) }
    #expect(rows.position == 105 * 44)
    rows.settle(frames: 59)
    #expect(rows.position == 9000 * 44)
  }

  @Test(
    "Published: ten rows are loaded twice, and if the second load arrives late, so are all rows after them",
    arguments: [0, 7])
  func repeatedRows(pause: Int) throws {
    let rows = try equalRows("on-demand", count: 10_000, start: 50, mode: .published)
    // After these steps, the rows requested at both ends have arrived, and another load is pending.
    rows.scroll(1)
    rows.settle(frames: 59 + pause)
    rows.scroll(1)
    if pause == 0 {
      rows.settle(frames: 60)
      #expect(rows.contentHeight == points(65 * 44))
      rows.apply(.jump(row: 89))
      #expect(rows.screen.map(\.row) == (89..<99).flatMap { [$0, $0] })
    } else {
      for _ in 0..<600 { rows.apply(.scroll(least)) }
      #expect(rows.contentHeight == points((45 + 2 * 100) * 44))
      #expect(rows.row(at: rows.contentHeight) == 188)
    }
  }
}
