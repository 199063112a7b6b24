import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import PostStrategies

/// Tests of `section-shift`. With rows of 44 pt, a section has 7 rows (308 pt) and the window has 84 rows
/// (3,696 pt). A list of such rows that opens at row 5000 has a window starting at row 4958. The 844 pt
/// viewport is 1,848 pt below the window's top and 1,004 pt above its bottom.
@Suite("section-shift")
struct SectionShiftTests {
  /// Parameter values for one test case.
  struct Variant: CustomTestStringConvertible {
    var step = 6
    var path = 0

    var id: String { "section-shift:step=\(step):path=\(path)" }
    var testDescription: String { "step \(step), path \(path)" }

    /// All combinations of steps 1, 3, 6 and 12 with the post's two code paths.
    static let all = [1, 3, 6, 12].flatMap { step in
      [0, 1].map { Variant(step: step, path: $0) }
    }

    /// Returns the number of heights requested by `shifts` shifts that move the window by `rows` rows in
    /// total.
    func heightsAsked(over rows: Int, shifts: Int) -> Int { path == 0 ? 84 * shifts : rows }

    func rows(
      count: Int = 10_000, start: Int = 5000, mode: StrategyMode, viewport: Int = 844
    ) throws -> Trial {
      try equalRows(id, count: count, viewport: viewport, start: start, mode: mode)
    }
  }

  private static let start = 5000 * 44

  @Test("a section has as many rows as a calendar month, rounded up")
  func months() {
    let lists: [([Int32], Int)] = [
      ([246, 292, 338, 292].map { $0 * 64 }, 1), ([Int32](repeating: 160 * 64, count: 100), 2),
      ([Int32](repeating: 44 * 64, count: 100), 7), ([Int32](repeating: 1, count: 10), 292),
      ([Int32](repeating: 25_000 * 64, count: 3), 1), ([0, 0], 7), ([], 7),
    ]
    for (heights, rows) in lists {
      let store = RowStore.counting(heights)
      let list = SectionShift(
        rows: store.rows, options: LayoutOptions(viewport: points(844)))
      #expect(list.sectionRows == rows)
      #expect(store.counters[.heightsAsked] == min(12 * rows, heights.count))
      withExtendedLifetime(store) {}
    }
  }

  @Test(
    "scrolling beyond an end lays out all 12 sections or only the new ones",
    arguments: Variant.all, StrategyMode.allCases)
  func shift(variant: Variant, mode: StrategyMode) throws {
    for (direction, slack) in [(1, 1004), (-1, 1848)] {
      let rows = try variant.rows(mode: mode)
      let before = rows.work(.scroll(points(direction * slack)))
      #expect(before[.heightsAsked] == 0 && before[.reloads] == 0)
      #expect(rows.position == Self.start + direction * slack)
      let work = rows.work(.scroll(points(direction)))
      if mode == .published, variant.path == 1, direction > 0 {
        // The batch update deletes some sections and then inserts others at index 12 and above. By then,
        // there are fewer than 12 sections, so UIKit throws an exception and the app terminates.
        #expect(rows.screen.isEmpty && work[.heightsAsked] == 0)
        rows.scroll(-10)
        #expect(rows.screen.isEmpty)
        continue
      }
      // In corrected mode, the three visible sections stay in the window whatever the `step`.
      let sections = mode == .corrected ? min(variant.step, 9) : variant.step
      // In published mode, shifting by 12 sections leaves none of the old ones in the window and triggers
      // another shift.
      if mode == .published, variant.step == 12 { continue }
      #expect(work[.heightsAsked] == variant.heightsAsked(over: 7 * sections, shifts: 1))
      #expect(work[.reloads] == 1 - variant.path)
      // Shifting the window sets the content offset, which triggers a second layout pass.
      #expect(work[.layoutPasses] == 2)
      #expect(rows.position == Self.start + direction * (slack + 1))
      // Batch updates configure only the row that enters the screen; a reload configures every visible row.
      #expect(work[.viewsConfigured] == (variant.path == 0 ? rows.screen.count : 1))
    }
  }

  @Test(
    "scrolling back and forth requests no heights unless the step is too large",
    arguments: Variant.all)
  func noThrashing(variant: Variant) throws {
    let rows = try variant.rows(mode: .corrected)
    rows.scroll(1005)
    let work = rows.work { for turn in 0..<20 { rows.scroll(turn % 2 == 0 ? -400 : 400) } }
    // When the direction changes, two of the twelve sections are visible. With a step of 12, shifting the
    // window replaces the other ten.
    let turns = variant.step == 12 ? 20 : 0
    #expect(work[.heightsAsked] == variant.heightsAsked(over: 70 * turns, shifts: turns))
  }

  @Test(
    "a jump lays out twelve sections, even to a visible row; changing a row in the window reloads them",
    arguments: StrategyMode.allCases)
  func jump(mode: StrategyMode) throws {
    let rows = try Variant().rows(mode: mode)
    #expect(rows.asked(.resize(row: 5001, height: points(50))) == 1 + 84)
    #expect(rows.asked(.resize(row: 100, height: points(50))) == 0)
    for row in [5001, 9000] {
      #expect(rows.asked(.jump(row: row)) == 84)
      #expect(rows.screen.first?.row == row && rows.screen.first?.y == .zero)
    }
  }

  @Test("the window still has twelve sections after insertions and deletions")
  func sectionsAfterEdits() throws {
    let edits =
      [150, 155, 100, 130].map { Gesture.insert(row: $0, height: points(44)) }
      + Array(repeating: .delete(row: 100), count: 100)
    for variant in Variant.all {
      let rows = try variant.rows(count: 200, start: 150, mode: .corrected)
      for edit in edits {
        rows.apply(edit)
        #expect(rows.contentHeight == points(84 * 44))
      }
    }
  }

  @Test("if rows are shorter than the first rows, twelve sections may not fill the screen")
  func lowRows() throws {
    // The window always has 84 rows, because the list's first rows are 44 pt tall. Rows on screen are only 1
    // pt tall, so the window is 84 pt tall.
    let heights = [Int](repeating: 44, count: 64) + [Int](repeating: 1, count: 20_000)
    for variant in Variant.all {
      let rows = try list(variant.id, heights, start: 10_000)
      // The window shifts by whole sections.
      for (distance, first) in [(0, 10_000), (-50, 10_000), (50, 10_049)] {
        rows.scroll(distance)
        #expect(rows.screen.map(\.row) == Array(first..<first + 84))
      }
    }
  }

  // MARK: Defects and fixes

  @Test(
    "motion beyond one step is lost in published mode; corrected mode shifts again",
    arguments: [(1, 2688, 10), (3, 2072, 4), (6, 1148, 2), (12, -1848, 1)])
  func beyondTheStep(step: Int, lost: Int, shifts: Int) throws {
    // Offset 5,848 is 2,996 pt beyond the end of the window, so the second layout pass finds no visible cells
    // to compute a new offset from. With a step of 12, published mode takes 0 as the top of a section that
    // has left the window. After two shifts, the viewport is 1,848 pt too far down.
    let publishedShifts = step == 12 ? 2 : 1
    for (mode, shifts, lost) in [
      (StrategyMode.published, publishedShifts, lost), (.corrected, shifts, 0),
    ] {
      let rows = try Variant(step: step).rows(mode: mode)
      #expect(rows.asked(.scroll(points(4000))) == 84 * shifts)
      #expect(rows.position == Self.start + 4000 - lost)
    }
  }

  @Test("a step of 12 keeps no section, so the published code shifts to the list's start")
  func noCommonSection() throws {
    for (slack, tick) in [(1004, 1), (-1848, -1)] {
      let rows = try Variant(step: 12).rows(mode: .published)
      rows.scroll(slack)
      let work = rows.work(.scroll(points(tick)))
      #expect(rows.position == 0 && work[.layoutPasses] > 50)
    }
  }

  @Test(
    "the published code jumps too far if the anchor's section leaves the window", arguments: [0, 1])
  func sectionLeaves(path: Int) throws {
    // In the first case, the viewport of 2,000 pt shows more than six sections. There are no cells before the
    // first layout, so a list in published mode starts as far down as its window allows. The anchor is the
    // section of row 5,014. This section leaves the window, so published mode takes 0 as its top. In the
    // second case, with a viewport of 844 pt, the motion ends 152 pt beyond the window's top, and six
    // sections (1,848 pt) are inserted there. The anchor is the section of row 5,007, which also leaves the
    // window. Published mode jumps 1,844 and 1,696 pt too far, respectively.
    for (viewport, start, distance) in [(2000, -152, -1700), (844, 0, -2000)] {
      for (mode, start, end) in [
        (.published, Self.start + start, 4916 * 44),
        (.corrected, Self.start, Self.start + distance),
      ] as [(StrategyMode, Int, Int)] {
        let rows = try Variant(path: path).rows(mode: mode, viewport: viewport)
        #expect(rows.position == start)
        rows.scroll(distance)
        #expect(rows.position == end)
      }
    }
  }

  @Test(
    "the published code cannot scroll past a window of zero-height rows",
    arguments: Variant.all)
  func noVisibleCells(variant: Variant) throws {
    let heights = (0..<1000).map { (400..<600).contains($0) ? 0 : 44 }
    let published = try list(variant.id, heights, start: 500, mode: .published)
    for _ in 0..<100 { published.scroll(100) }
    #expect(published.screen.isEmpty)
    #expect(try list(variant.id, heights, start: 500).screen.first?.row == 600)
  }

  @Test("reloads shift once per pass; batch updates try to shift back and throw")
  func bothTests() throws {
    // The window's 84 rows of 5 pt do not fill the screen. When either of the post's two conditions is met,
    // the window shifts. That makes the other condition true, so the window immediately shifts back.
    let heights = [Int](repeating: 44, count: 64) + [Int](repeating: 5, count: 1000)
    for path in [0, 1] {
      let rows = try list(Variant(path: path).id, heights, start: 500, mode: .published)
      let work = rows.work(.scroll(points(-10)))
      #expect(work[.reloads] == (path == 0 ? work[.layoutPasses] - 1 : 0))
      #expect(rows.screen.isEmpty == (path == 1))
    }
  }
  @Test("the published code shows slow motion correctly, except with a step of 12")
  func slowMotion() throws {
    var random = SplitMix64(seed: 3, purpose: "slow motion")
    let months = (0..<400).map { _ in Int32((246 + 46 * random.below(3)) * 64) }
    let rows = (0..<1000).map { _ in Int32((20 + random.below(281)) * 64) }
    for heights in [months, rows] {
      let script = GestureScript(
        heights: heights, options: LayoutOptions(viewport: points(844), start: 200),
        gestures: Array(repeating: .scroll(points(40)), count: 500)
          + Array(repeating: .scroll(points(-39)), count: 1000))
      for variant in Variant.all where variant.path == 0 {
        let deviation = Deviation.measure(
          try strategy(variant.id), mode: .published, script: script)
        #expect(deviation.isZero == (variant.step < 12))
        #expect((deviation.stray > .zero) == (variant.step == 12))
      }
    }
  }
}
