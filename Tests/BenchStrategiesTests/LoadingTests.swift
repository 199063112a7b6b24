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
      // At this speed, the list loads five rows at a time above the viewport.
      Reader(speed: -3, stalls: 0, wrong: 0, entries: 30 + 4 * 5),
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

@Suite("prefetch")
struct PrefetchTests {
  @Test(
    "When scrolling at 4,800 pt/s, the list waits only once for rows and measures each only once")
  func fastReader() throws {
    let rows = try equalRows("prefetch", count: 10_000, start: 5000)
    let first = rows.origin(of: 5000)
    // From the anchor down, 39 rows with a total height of 1,716 pt are loaded.
    let slack = 1716 - 844
    #expect(rows.contentHeight - rows.contentOffset == points(1716))
    for _ in 1...60 { rows.scroll(40) }
    #expect(
      rows.position == 5000 * 44 + slack, "the list must wait because loading takes 60 frames")
    for frame in 1...1000 {
      rows.scroll(40)
      #expect(rows.position == 5000 * 44 + slack + frame * 40)
    }
    let last = rows.row(at: rows.contentHeight)
    #expect(rows.store.counters[.heightsAsked] == last - first + 1)
    #expect(rows.store.counters[.layoutPasses] == 1061)
  }

  @Test("The number of loaded rows is bounded")
  func bounded() throws {
    let rows = try equalRows("prefetch", count: 100_000, start: 50_000)
    func expectBound(speed: Int) {
      #expect(rows.contentHeight <= points(5 * 844 + 2 * speed * 60 + 15 * 44))
    }
    for frame in 0..<2000 {
      rows.scroll(frame % 1000 < 700 ? 100 : -100)
      expectBound(speed: 100)
    }
    for _ in 0..<500 {
      rows.apply(.insert(row: rows.screen.last?.row ?? 0, height: points(44)))
    }
    expectBound(speed: 0)
  }
}

@Suite struct LoadingTests {
  private static let ids = ["on-demand", "prefetch"]

  @Test(
    "During a jump, the list shows the old rows until the new ones have been loaded", arguments: ids
  )
  func jump(id: String) throws {
    let rows = try equalRows(id, count: 10_000, start: 100)
    let before = rows.screen
    rows.apply(.jump(row: 9000))
    rows.settle(frames: 59)
    rows.layout()
    #expect(rows.screen == before, "a layout pass without changes must not count as a frame")
    rows.settle()
    #expect(rows.position == 9000 * 44)
    rows.apply(.jump(row: 9001))
    #expect(rows.position == 9001 * 44, "the row is already loaded")
    rows.apply(.jump(row: 9999))
    rows.settle(frames: 60)
    #expect(rows.screen.last?.row == 9999)
    if id == "on-demand" { #expect(rows.contentHeight == points(30 * 44)) }
  }

  @Test(
    "Edits shift a pending jump's target row, and a later jump replaces an earlier one",
    arguments: ids)
  func jumpsInARow(id: String) throws {
    let rows = try equalRows(id, count: 10_000, start: 100, latency: 10)
    for gesture in [
      .jump(row: 5000), .jump(row: 6000), .jump(row: 7000), .insert(row: 0, height: points(44)),
      .delete(row: 4000), .delete(row: 6000),
    ] as [Gesture] {
      rows.apply(gesture)
    }
    rows.settle(frames: 5)
    #expect(rows.screen.first?.row == 5000)
    rows.settle(frames: 10)
    #expect(rows.screen.first?.row == 6999, "the jump to row 6000 was never requested")
    rows.apply(.jump(row: 100))
    rows.apply(.jump(row: 7001))
    rows.settle(frames: 100)
    #expect(rows.screen.first?.row == 7001, "a jump to loaded rows cancels a pending one")
  }
}
