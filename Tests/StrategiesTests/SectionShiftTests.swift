import Conformance
import ListLayout
import Replaying
import Testing

@testable import Strategies

/// Rows of 44 pt make sections of 6 rows, 264 pt: the window has 72 rows, 3,168 pt.
@Suite("section-shift")
struct SectionShiftTests {
  // MARK: Corrected

  @Test("it shows what the reference shows", arguments: GestureWalk.Kind.allCases)
  func exact(kind: GestureWalk.Kind) throws {
    try GestureWalk.expectReferenceScreens("section-shift", kind: kind, seeds: 50, gestures: 80)
  }

  @Test("several changes before a frame are one step")
  func severalChanges() throws {
    try GestureWalk.expectReferenceAfterManyChanges(SectionShift<PlainRows>.self)
  }

  @Test("published, it rests too")
  func rests() throws {
    try GestureWalk.expectRest("section-shift", mode: .published, latency: 0)
  }

  @Test("months for rows make sections of one row")
  func months() {
    func sectionRows(_ heights: [Int32]) -> Int {
      let store = RowStore(heights: heights)
      return withExtendedLifetime(store) {
        SectionShift(
          rows: store.rows, options: LayoutOptions(viewport: LayoutUnit(points: 844))
        ).sectionRows
      }
    }
    #expect(sectionRows([246, 292, 338, 292].map { $0 * 64 }) == 1)
    #expect(sectionRows([Int32](repeating: 44 * 64, count: 100)) == 6)
    #expect(sectionRows([Int32](repeating: 1, count: 10)) == 292)
    #expect(sectionRows([Int32](repeating: 25_000 * 64, count: 3)) == 1)
    #expect(sectionRows([0, 0]) == 6)
    #expect(sectionRows([]) == 6)
  }

  @Test("a shift asks for the new sections alone, and before the edge is reached")
  func batchUpdatePath() throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000, viewport: 700)
    // 1,584 pt lie below the viewport's top: 184 more than it and its margin need.
    #expect(rows.list.contentHeight == LayoutUnit(points: 3168))
    #expect(rows.work { rows.scroll(183) }[.heightsAsked] == 0)
    let work = rows.work { rows.scroll(1) }
    #expect(work[.heightsAsked] == 36)
    #expect(work[.reloads] == 0)
    #expect(work[.layoutPasses] == 1)
    #expect(rows.position == 5000 * 44 + 184)
  }

  @Test("every row that a reader passes is asked for once, and what is held stays bounded")
  func heightsAsked() throws {
    let rows = try EqualRows("section-shift", count: 100_000, start: 50_000)
    let first = rows.list.origin(of: 50_000)
    let before = rows.ledger.counters[.heightsAsked]
    let held = Int(rows.list.contentHeight.points) / 44
    for _ in 0..<3000 {
      rows.scroll(100)
      // The viewport, two margins of 844 pt and a batch on each side; two rows are cut in part.
      #expect(rows.list.contentHeight <= LayoutUnit(points: 5 * 844 + 2 * 36 * 44 + 2 * 44))
    }
    let last = rows.list.row(at: rows.list.contentHeight)
    #expect(rows.ledger.counters[.heightsAsked] - before == last - first + 1 - held)
  }

  @Test("motion to and fro around one place asks for one batch at most")
  func noThrashing() throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000)
    for place in 0..<40 {
      rows.scroll(97)
      for _ in 0..<2 {
        rows.scroll(-50)
        rows.scroll(50)
      }
      let work = rows.work {
        for _ in 0..<10 {
          rows.scroll(-400)
          rows.scroll(400)
        }
      }
      #expect(work[.heightsAsked] <= 36, "place \(place)")
    }
  }

  @Test("rows too small for twelve sections to cover the screen widen the window")
  func widerWindow() throws {
    // The first rows say 44 pt; the ones that are read have 1 pt.
    let heights =
      [Int32](repeating: 44 * 64, count: 64) + [Int32](repeating: 64, count: 20_000)
    let store = RowStore(heights: heights)
    let list = try GestureWalk.contender("section-shift").trial(
      on: store, options: LayoutOptions(viewport: LayoutUnit(points: 844), start: 10_000),
      script: .none)
    #expect(list.screen.count == 844)
    #expect(list.contentHeight >= LayoutUnit(points: 3 * 844))
    #expect(list.contentHeight <= LayoutUnit(points: 5 * 844 + 72))
  }

  @Test("twelve sections stay, however small the screen is")
  func twelveSections() throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000, viewport: 100)
    for frame in 0..<600 {
      rows.scroll(frame < 300 ? 70 : -70)
      #expect(rows.list.contentHeight >= LayoutUnit(points: 72 * 44))
    }
  }

  @Test("a frame costs the same in 1,000 and in 1,000,000 rows", arguments: StrategyMode.allCases)
  func frameCost(mode: StrategyMode) throws {
    func work(count: Int) throws -> WorkCounters {
      let rows = try EqualRows("section-shift", count: count, start: count / 2, mode: mode)
      return rows.work {
        for _ in 0..<300 { rows.scroll(20) }
        for _ in 0..<300 { rows.scroll(-20) }
      }
    }
    #expect(try work(count: 1000) == work(count: 1_000_000))
  }

  // MARK: Published

  @Test("published: nothing happens before the edge; then all twelve sections are laid out")
  func reloadPath() throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000, mode: .published)
    // y is 1,584; the greatest offset is 3,168 - 844 = 2,324.
    #expect(rows.work { rows.scroll(740) }[.heightsAsked] == 0)
    let work = rows.work { rows.scroll(1) }
    #expect(work[.heightsAsked] == 72)
    #expect(work[.reloads] == 1)
    #expect(work[.viewsConfigured] == rows.list.screen.count)
    #expect(rows.position == 5000 * 44 + 741)
  }

  @Test("published: a jump lays out twelve sections, even to a row on screen")
  func jump() throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000, mode: .published)
    for row in [5001, 9000] {
      #expect(rows.work { rows.list.apply(.jump(row: row)) }[.heightsAsked] == 72)
      #expect(rows.position == row * 44)
    }
  }

  @Test("published: a tick over more than six sections loses the rest")
  func oneShiftPerTick() throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000, mode: .published)
    rows.scroll(3000)
    // y 4,584 becomes 3,000 after the shift; the clamp leaves 2,324.
    #expect(rows.position == 5000 * 44 + 3000 - 676)
    rows.scroll(-5000)
    // y -2,676 becomes -1,092, then 0.
    #expect(rows.position == 5000 * 44 + 2324 - 5000 + 1092)
  }

  @Test("published: an anchor whose section leaves the window makes the content jump")
  func arbitraryAnchor() throws {
    // 2,000 pt show more than six sections; the screen starts as far down as the window lets it.
    let rows = try EqualRows(
      "section-shift", count: 10_000, start: 5000, mode: .published, viewport: 2000)
    #expect(rows.position == 4964 * 44 + 1168)
    rows.scroll(-1200)
    // The window is now 4,928 ..< 5,000. Row 5,030 was the anchor: it reads as 0.
    #expect(rows.position == 4928 * 44)
  }

  @Test("published: a window of rows without height is a trap")
  func noVisibleCells() throws {
    let heights = (0..<1000).map { Int32((400..<600).contains($0) ? 0 : 44 * 64) }
    func list(_ mode: StrategyMode) throws -> any Trial {
      try GestureWalk.contender("section-shift").trial(
        on: RowStore(heights: heights),
        options: LayoutOptions(viewport: LayoutUnit(points: 844), start: 500, mode: mode),
        script: .none)
    }
    let published = try list(.published)
    for _ in 0..<100 { published.apply(.scroll(LayoutUnit(points: 100))) }
    #expect(published.screen.isEmpty)
    #expect(try list(.corrected).screen.first?.row == 600)
  }

  @Test("published: a change above moves what is read", arguments: StrategyMode.allCases)
  func noAnchoring(mode: StrategyMode) throws {
    let rows = try EqualRows("section-shift", count: 10_000, start: 5000, mode: mode)
    rows.list.apply(.resize(row: 4990, height: LayoutUnit(points: 54)))
    let shift = mode == .published ? 10 : 0
    #expect(rows.list.screen.first { $0.row == 5000 }?.y == LayoutUnit(points: shift))
  }

  @Test("published: the window slides no further than the list")
  func listEnds() throws {
    let rows = try EqualRows("section-shift", count: 100, start: 50, mode: .published)
    for _ in 0..<200 { rows.scroll(50) }
    #expect(rows.position == 100 * 44 - 844)
    for _ in 0..<200 { rows.scroll(-50) }
    #expect(rows.position == 0)
  }
}
