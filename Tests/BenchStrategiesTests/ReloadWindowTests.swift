import BenchReplaying
import ListLayout
import Testing

/// Tests of `reload-window`, a small table that shows a window of the list's rows. Most lists have 1,000 rows
/// of 10 pt and open at row 500 in a viewport of 200 pt.
struct ReloadWindowTests {
  private static func list(
    _ parameters: String = "", mode: StrategyMode = .corrected
  ) throws -> Trial {
    try equalRows(
      "reload-window" + parameters, of: 10, count: 1_000, viewport: 200, start: 500, mode: mode)
  }

  @Test(
    "The table has `window` rows, and the visible rows are in the middle of the table",
    arguments: [20, 21, 60, 400], StrategyMode.allCases)
  func window(rows: Int, mode: StrategyMode) throws {
    let list = try Self.list(":window=\(rows)", mode: mode)
    #expect(list.contentHeight == points(10 * rows))
    // The list stops at the table's first row.
    list.scroll(-5_000)
    #expect(list.screen.first == VisibleRow(500 - (rows - 20) / 2, at: 0, height: 10))
    list.apply(.jump(row: 700))
    #expect(list.screen.first == VisibleRow(700, at: 0, height: 10))
    list.apply(.jump(row: 999))
    #expect(list.screen.last == VisibleRow(999, at: 190, height: 10))
  }

  @Test(
    "Motion requests no heights; each settle requests the heights of the table's rows",
    arguments: [1_000, 1_000_000])
  func work(rows: Int) throws {
    let list = try equalRows("reload-window", count: rows, start: rows / 2)
    #expect(list.store.counters[.heightsAsked] == 200)
    let motion = list.work { for _ in 0..<40 { list.scroll(50) } }
    #expect(motion[.heightsAsked] == 0 && motion[.layoutPasses] == 40)
    #expect(motion[.viewsConfigured] == 45)
    for _ in 1...3 {
      let work = list.work(.settle)
      #expect(work[.heightsAsked] == 200 && work[.reloads] == 1)
    }
  }

  @Test("The table is reloaded once per frame if its rows change, but not if other rows change")
  func workOfChanges() throws {
    let list = try Self.list()
    let height = points(15)
    // After the first four changes, the table contains rows 411 to 610.
    for (change, asked) in [
      (.resize(row: 409, height: height), 0), (.resize(row: 610, height: height), 0),
      (.insert(row: 100, height: height), 0), (.delete(row: 800), 0),
      (.resize(row: 411, height: height), 200), (.resize(row: 610, height: height), 200),
      (.insert(row: 450, height: height), 200), (.delete(row: 450), 200),
      (.viewport(points(300)), 0), (.viewport(points(1_500)), 200),
    ] as [(Gesture, Int)] {
      #expect(list.asked(change) == asked, "\(change)")
    }
  }
}
