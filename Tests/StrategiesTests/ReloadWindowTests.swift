import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Conformance

/// Tests of a small table that shows a window of the list's rows.
struct ReloadWindowTests {
  @Test("A list of at most 200 rows is exact under all gestures and any motion")
  func shortListsAreExact() throws {
    RandomWalk.each(try contender()) { walk in
      // A short list stays short, because the gestures add few rows; all rows of the list always fit in the
      // table.
      guard walk.lockstep.count < 100 else { return }
      #expect(walk.violation(of: [.sameScreen]) == nil)
    }
  }

  @Test("A long list is exact while motion stays inside a table that fills the viewport")
  func motionInsideTheTableIsExact() throws {
    var random = SplitMix64(seed: 4)
    RandomWalk.each(try contender(window: 1_000)) { walk in
      let lockstep = walk.lockstep
      for _ in 0..<40 {
        var gesture = walk.next()
        if case .scroll = gesture {
          let room = max(.zero, lockstep.list.contentHeight - lockstep.viewport)
          let goal = LayoutUnit(rawValue: Int64(random.below(Int(room.rawValue) + 1)))
          gesture = .scroll(goal - lockstep.list.contentOffset)
        }
        lockstep.apply(gesture)
        guard lockstep.now.screen == lockstep.now.expected else {
          Issue.record("\(gesture)")
          return
        }
      }
    }
  }

  @Test("Motion beyond the table is lost, and only that, until the gesture ends")
  func lostMotion() throws {
    // Row 500 is at the top and 20 rows of 10 pt are on screen, so the table has 90 rows above and 90 rows
    // below them.
    let list = try Self.list(rows: 1_000, height: 10, viewport: 200, start: 500)
    #expect(list.contentOffset == points(900))
    #expect(list.contentHeight == points(2_000))
    list.scroll(905)
    #expect(list.screen.first == VisibleRow(590, at: 0, height: 10))
    list.scroll(300)
    #expect(list.screen.first?.row == 590)
    list.scroll(-5)
    list.apply(.settle)
    #expect(list.screen.first == VisibleRow(589, at: -5, height: 10))
    // At this offset, 21 of the table's 200 rows are on screen, so 89 rows are above the screen.
    #expect(list.origin(of: 589) == 500)
    list.apply(.scroll(points(-1_006)))
    #expect(list.screen.first == VisibleRow(500, at: 0, height: 10))
  }

  @Test(
    "The parameter sets the number of rows in the table, and the visible rows are in its middle",
    arguments: [20, 21, 60, 400], StrategyMode.allCases)
  func window(rows: Int, mode: StrategyMode) throws {
    let list = try Self.list(
      rows: 1_000, height: 10, viewport: 200, start: 500, mode: mode,
      id: "reload-window:window=\(rows)")
    #expect(list.contentHeight == points(10 * rows))
    // Of the table's rows that are off screen, half are above the screen. The list stops at the first row of
    // the table, so the remaining motion is lost.
    list.apply(.scroll(points(-5_000)))
    #expect(list.screen.first == VisibleRow(500 - (rows - 20) / 2, at: 0, height: 10))
    list.apply(.jump(row: 700))
    #expect(list.screen.first == VisibleRow(700, at: 0, height: 10))
    list.apply(.jump(row: 999))
    #expect(list.screen.last == VisibleRow(999, at: 190, height: 10))
  }

  @Test(
    "If the table is lower than the viewport, the rest is blank and the table does not move",
    arguments: StrategyMode.allCases)
  func lowTable(mode: StrategyMode) throws {
    // The table has 200 rows of 1 pt in a viewport of 400 pt.
    let list = try Self.list(rows: 1_000, height: 1, viewport: 400, start: 500, mode: mode)
    for gesture in [.settle, .scroll(points(50)), .settle] as [Gesture] {
      #expect(list.screen.first == VisibleRow(500, at: 0, height: 1))
      #expect(list.screen.last == VisibleRow(699, at: 199, height: 1))
      list.apply(gesture)
    }
  }

  @Test(
    "Motion requests no heights; each settle requests the heights of the table's rows",
    arguments: [1_000, 1_000_000])
  func work(rows: Int) throws {
    let list = try Self.list(rows: rows, height: 44, viewport: 844, start: rows / 2)
    #expect(list.store.counters[.heightsAsked] == 200)
    list.store.counters = WorkCounters()
    for _ in 0..<40 { list.apply(.scroll(points(50))) }
    #expect(list.store.counters[.heightsAsked] == 0)
    // The motion of 2,000 pt is 20 pt longer than 45 rows, so 45 rows enter the screen.
    #expect(list.store.counters[.viewsConfigured] == 45)
    #expect(list.store.counters[.layoutPasses] == 40)
    for settles in 1...3 {
      list.apply(.settle)
      #expect(list.store.counters[.heightsAsked] == 200 * settles)
      #expect(list.store.counters[.reloads] == settles)
    }
    let before = list.store.counters
    list.layout()
    var work = list.store.counters - before
    work[.layoutPasses] = 0
    #expect(work == WorkCounters())
  }

  @Test("Changes of rows in the table reload it once per frame; other changes do not reload it")
  func workOfChanges() throws {
    let list = try Self.list(rows: 1_000, height: 10, viewport: 200, start: 500)
    let height = points(15)
    // After the first four changes, the table has rows 411 to 610. A viewport of 1,500 pt is taller than the
    // part of the table that starts at row 501.
    for (change, asked) in [
      (.resize(row: 409, height: height), 0), (.resize(row: 610, height: height), 0),
      (.insert(row: 100, height: height), 0), (.delete(row: 800), 0),
      (.resize(row: 411, height: height), 200), (.resize(row: 610, height: height), 200),
      (.insert(row: 450, height: height), 200), (.delete(row: 450), 200),
      (.viewport(points(300)), 0), (.viewport(points(1_500)), 200),
    ] as [(Gesture, Int)] {
      #expect(list.asked(change) == asked, "\(change)")
    }
    #expect(list.screen.first == VisibleRow(501, at: 0, height: 10))
    // Two of the visible rows are 15 pt tall and the others 10 pt, so 149 rows fill the viewport of 1,500 pt.
    #expect(list.screen.count == 149)
  }

  @Test("A change above the viewport moves the visible rows as published, but not as corrected")
  func changesAbove() throws {
    let published = try Self.list(
      rows: 1_000, height: 10, viewport: 200, start: 500, mode: .published)
    let corrected = try Self.list(rows: 1_000, height: 10, viewport: 200, start: 500)
    // In the published mode, the first change moves the visible rows down by 25 pt. The later changes
    // renumber the rows that were visible, but the published mode shows the old row numbers at the old
    // positions.
    for (gesture, kept) in [
      (.resize(row: 450, height: points(35)), 500), (.insert(row: 10, height: points(10)), 501),
      (.delete(row: 20), 500), (.delete(row: 449), 499), (.viewport(points(300)), 499),
    ] as [(Gesture, Int)] {
      published.apply(gesture)
      corrected.apply(gesture)
      #expect(published.screen.first == VisibleRow(497, at: -5, height: 10))
      #expect(corrected.screen.first == VisibleRow(kept, at: 0, height: 10))
    }
  }

  @Test("Tables with fewer rows satisfy their bounds", arguments: [3, 10, 12, 40])
  func bounds(window: Int) throws {
    let contender = try #require(StrategyRegistry.all.named("reload-window:window=\(window)"))
    for mode in StrategyMode.allCases {
      let verification = Verification.run(contender, mode: mode, gestures: 2_000, seed: 5)
      #expect(verification.failure == nil)
      for result in verification.results {
        #expect(result.isHeld, "\(mode) \(result.scenario): \(result.deviation)")
      }
    }
  }

  private func contender(window: Int = 200) throws -> StrategyEntry {
    try #require(StrategyRegistry.all.named("reload-window:window=\(window)"))
  }

  private static func list(
    rows: Int, height: Int, viewport: Int, start: Int, mode: StrategyMode = .corrected,
    id: String = "reload-window"
  ) throws -> Trial {
    try StrategiesTests.list(
      id, Array(repeating: height, count: rows), viewport: viewport, start: start, mode: mode)
  }
}
