import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Posts

/// Rows of 44 pt make sections of 7 rows, 308 pt: the window has 84 rows, 3,696 pt. Begun at row
/// 5000 it starts at row 4958, and the viewport of 844 pt at 1,848; 1,004 pt are left below it.
@Suite("section-shift")
struct SectionShiftTests {
  /// The strategy with other values for its parameters.
  struct Variant: CustomTestStringConvertible {
    var step = 6
    var path = 0

    var id: String { "section-shift:step=\(step):path=\(path)" }
    var testDescription: String { "step \(step), path \(path)" }

    /// The steps that the post names, on both of its paths.
    static let all = [1, 3, 6, 12].flatMap { step in
      [0, 1].map { Variant(step: step, path: $0) }
    }

    /// Heights that are asked for by shifts over so many rows, by so many shifts.
    func heightsAsked(over rows: Int, shifts: Int) -> Int { path == 0 ? 84 * shifts : rows }

    func rows(
      count: Int = 10_000, start: Int = 5000, mode: StrategyMode, viewport: Int = 844
    ) throws -> EqualRows {
      try EqualRows(id, count: count, start: start, mode: mode, viewport: viewport)
    }
  }

  private static let start = 5000 * 44

  // MARK: Sections

  @Test("a section is a calendar month of rows, rounded up; of months it is one")
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
    #expect(sectionRows([Int32](repeating: 160 * 64, count: 100)) == 2)
    #expect(sectionRows([Int32](repeating: 44 * 64, count: 100)) == 7)
    #expect(sectionRows([Int32](repeating: 1, count: 10)) == 292)
    #expect(sectionRows([Int32](repeating: 25_000 * 64, count: 3)) == 1)
    #expect(sectionRows([0, 0]) == 7)
    #expect(sectionRows([]) == 7)
  }

  @Test("the window has twelve sections, always", arguments: Variant.all, StrategyMode.allCases)
  func twelveSections(variant: Variant, mode: StrategyMode) throws {
    for viewport in [100, 844, 1600] {
      let rows = try variant.rows(mode: mode, viewport: viewport)
      for frame in 0..<300 {
        rows.scroll(frame < 150 ? 70 : -70)
        #expect(rows.list.contentHeight == LayoutUnit(points: 84 * 44))
      }
    }
  }

  @Test(
    "a shift comes with the overscroll: 12 sections anew, or those that the step brings",
    arguments: Variant.all, StrategyMode.allCases)
  func shift(variant: Variant, mode: StrategyMode) throws {
    for direction in [1, -1] {
      let rows = try variant.rows(mode: mode)
      let slack = direction > 0 ? 1004 : 1848
      let before = rows.work { rows.scroll(direction * slack) }
      #expect(before[.heightsAsked] == 0 && before[.reloads] == 0)
      #expect(rows.position == Self.start + direction * slack)
      let work = rows.work { rows.scroll(direction) }
      // Corrected, the three sections in sight stay, whatever the step.
      let sections = mode == .corrected ? min(variant.step, 9) : variant.step
      #expect(
        work[.heightsAsked] == variant.heightsAsked(over: 7 * sections, shifts: 1))
      #expect(work[.reloads] == 1 - variant.path)
      #expect(work[.layoutPasses] == 1)
      if mode == .corrected || variant.step < 12 {
        #expect(rows.position == Self.start + direction * (slack + 1))
        // The row that comes into sight, or every row that is.
        #expect(work[.viewsConfigured] == (variant.path == 0 ? rows.list.screen.count : 1))
      }
    }
  }

  @Test(
    "far away, every row costs 12 sections a step, or one height", arguments: Variant.all)
  func heightsAsked(variant: Variant) throws {
    let rows = try variant.rows(count: 100_000, start: 50_000, mode: .corrected)
    let first = rows.list.origin(of: 50_000)
    let work = rows.work { for _ in 0..<3000 { rows.scroll(100) } }
    #expect(rows.position == 50_000 * 44 + 300_000)
    let row = try #require(rows.list.screen.first?.row)
    let passed = rows.list.origin(of: row) - first
    let rowsInStep = 7 * min(variant.step, 9)
    #expect(passed > 6000 && passed % rowsInStep == 0)
    #expect(
      work[.heightsAsked]
        == variant.heightsAsked(over: passed, shifts: passed / rowsInStep))
  }

  @Test(
    "motion to and fro asks for nothing, unless a step leaves no room", arguments: Variant.all)
  func noThrashing(variant: Variant) throws {
    let rows = try variant.rows(mode: .corrected)
    rows.scroll(1005)
    let work = rows.work {
      for _ in 0..<10 {
        rows.scroll(-400)
        rows.scroll(400)
      }
    }
    // Two sections are in sight at each turn; the other ten go and come.
    let turns = variant.step == 12 ? 20 : 0
    #expect(work[.heightsAsked] == variant.heightsAsked(over: 70 * turns, shifts: turns))
  }

  @Test(
    "a jump lays out twelve sections, even to a row on screen", arguments: StrategyMode.allCases)
  func jump(mode: StrategyMode) throws {
    let rows = try Variant().rows(mode: mode)
    for row in [5001, 9000] {
      #expect(rows.work { rows.list.apply(.jump(row: row)) }[.heightsAsked] == 84)
      #expect(rows.position == row * 44)
    }
  }

  @Test("a frame costs the same in 1,000 and in 1,000,000 rows", arguments: StrategyMode.allCases)
  func frameCost(mode: StrategyMode) throws {
    // Published, a step of 12 leaps to the end of a short list.
    for variant in Variant.all where mode == .corrected || variant.step < 12 {
      func work(count: Int) throws -> WorkCounters {
        let rows = try variant.rows(count: count, start: count / 2, mode: mode)
        return rows.work {
          for _ in 0..<300 { rows.scroll(20) }
          for _ in 0..<300 { rows.scroll(-20) }
        }
      }
      #expect(try work(count: 1000) == work(count: 1_000_000))
    }
  }

  private func contender(_ variant: Variant) throws -> StrategyEntry {
    try #require(Roster.all.named(variant.id))
  }

  // MARK: Corrected

  @Test("every step and path breaks no law", arguments: Variant.all)
  func exact(variant: Variant) throws {
    let contender = try contender(variant)
    #expect(RandomWalk.brokenLaw(contender, seed: 3) == nil)
    #expect(RandomWalk.difference(contender, seed: 3) == nil)
  }

  @Test("rows that come or go leave twelve sections")
  func sectionsAfterEdits() throws {
    for variant in Variant.all {
      let rows = try variant.rows(count: 200, start: 150, mode: .corrected)
      for row in [150, 155, 100, 130] {
        rows.list.apply(.insert(row: row, height: LayoutUnit(points: 44)))
        #expect(rows.list.contentHeight == LayoutUnit(points: 84 * 44))
      }
      for _ in 0..<100 {
        rows.list.apply(.delete(row: 100))
        #expect(rows.list.contentHeight == LayoutUnit(points: 84 * 44))
      }
    }
  }

  @Test("rows too low for twelve sections to fill the screen make larger sections")
  func largerSections() throws {
    // The first rows say 44 pt; the ones that are read have 1 pt.
    let heights =
      [Int32](repeating: 44 * 64, count: 64) + [Int32](repeating: 64, count: 20_000)
    for variant in Variant.all {
      let list = try contender(variant).trial(
        on: RowStore(heights: heights),
        options: LayoutOptions(viewport: LayoutUnit(points: 844), start: 10_000), script: .none)
      // Of 7 x 2^4 rows: twelve of half as many have 672 pt.
      #expect(list.contentHeight == LayoutUnit(points: 12 * 112))
      for _ in 0..<100 {
        list.apply(.scroll(LayoutUnit(points: 50)))
        #expect(list.screen.count == 844)
        #expect(list.contentHeight == LayoutUnit(points: 12 * 112))
      }
      list.apply(.jump(row: 0))
      #expect(list.contentHeight == LayoutUnit(points: 64 * 44 + 20))
    }
  }

  @Test("screens higher than the step, or than twelve sections, are full", arguments: Variant.all)
  func highViewport(variant: Variant) throws {
    for viewport in [2000, 3500, 6000] {
      let rows = try variant.rows(mode: .corrected, viewport: viewport)
      var position = Self.start
      for distance in [0, -1700, 900, 3000, -5000, 60, -60] {
        rows.scroll(distance)
        position += distance
        #expect(rows.position == position)
        let bottom = try #require(rows.list.screen.last)
        #expect(bottom.y + bottom.height >= LayoutUnit(points: viewport))
      }
    }
  }

  // MARK: What is mended

  @Test(
    "a tick beyond the step: published loses the rest, corrected shifts again",
    arguments: Variant.all)
  func beyondTheStep(variant: Variant) throws {
    // y 5,848 is 2,996 beyond the end. Published with a step of 12 takes the missing section's top
    // for 0 and goes too far.
    let lost = [1: 2688, 3: 2072, 6: 1148, 12: -700][variant.step]
    let published = try variant.rows(mode: .published)
    let once = published.work { published.scroll(4000) }
    #expect(published.position == Self.start + 4000 - (lost ?? 0))
    #expect(
      once[.heightsAsked] == variant.heightsAsked(over: 7 * variant.step, shifts: 1))

    let shifts = [1: 10, 3: 4, 6: 2, 12: 1][variant.step] ?? 0
    let corrected = try variant.rows(mode: .corrected)
    let often = corrected.work { corrected.scroll(4000) }
    #expect(corrected.position == Self.start + 4000)
    #expect(
      often[.heightsAsked]
        == variant.heightsAsked(over: 7 * variant.step * shifts, shifts: shifts))
  }

  @Test("a step of 12 keeps no section: published leaps", arguments: [0, 1])
  func noCommonSection(path: Int) throws {
    let down = try Variant(step: 12, path: path).rows(mode: .published)
    down.scroll(1004)
    down.scroll(1)
    // Row 5,028 was the anchor's; the window now starts at row 5,042, nearly a screen below.
    #expect(down.position == 5042 * 44)
    #expect(5042 * 44 - (Self.start + 1005) == 843)

    let up = try Variant(step: 12, path: path).rows(mode: .published)
    up.scroll(-1848)
    up.scroll(-1)
    // Twelve sections further than asked.
    #expect(up.position == 4874 * 44)
    #expect(Self.start - 1849 - 4874 * 44 == 3695)
  }

  @Test(
    "an anchor whose section leaves the window makes published leap", arguments: [0, 1])
  func arbitraryAnchor(path: Int) throws {
    // 2,000 pt show more than six sections; without cells to hold on to, published starts as far
    // down as the window lets it.
    let variant = Variant(step: 6, path: path)
    let published = try variant.rows(mode: .published, viewport: 2000)
    #expect(published.position == Self.start - 152)
    published.scroll(-1700)
    // The window is now 4,916 ..< 5,000. The section of row 5,014 was the anchor: it reads as 0.
    #expect(published.position == 4916 * 44)
    #expect(Self.start - 152 - 1700 - 4916 * 44 == 1844)

    let corrected = try variant.rows(mode: .corrected, viewport: 2000)
    #expect(corrected.position == Self.start)
    corrected.scroll(-1700)
    #expect(corrected.position == Self.start - 1700)
  }

  @Test(
    "published holds on to cells of the last frame, whose section may leave",
    arguments: [0, 1])
  func lastCells(path: Int) throws {
    let variant = Variant(step: 6, path: path)
    let published = try variant.rows(mode: .published)
    published.scroll(-2000)
    // Overscrolled by 152 pt, six sections come in: 1,848 pt. Row 5,007, the anchor's, leaves.
    #expect(published.position == 4916 * 44)
    #expect(Self.start - 2000 - 4916 * 44 == 1696)

    let corrected = try variant.rows(mode: .corrected)
    corrected.scroll(-2000)
    #expect(corrected.position == Self.start - 2000)
  }

  @Test("a window of rows without height is a trap, as published", arguments: Variant.all)
  func noVisibleCells(variant: Variant) throws {
    let heights = (0..<1000).map { Int32((400..<600).contains($0) ? 0 : 44 * 64) }
    func list(_ mode: StrategyMode) throws -> any Trial {
      try contender(variant).trial(
        on: RowStore(heights: heights),
        options: LayoutOptions(viewport: LayoutUnit(points: 844), start: 500, mode: mode),
        script: .none)
    }
    let published = try list(.published)
    for _ in 0..<100 { published.apply(.scroll(LayoutUnit(points: 100))) }
    #expect(published.screen.isEmpty)
    #expect(try list(.corrected).screen.first?.row == 600)
  }

  @Test("published, a change above moves what is read", arguments: StrategyMode.allCases)
  func noAnchoring(mode: StrategyMode) throws {
    // Row 5,001 stands at 44 pt, and is then called what is said here.
    let changes: [(Gesture, row: Int, moved: Int)] = [
      (.resize(row: 4990, height: LayoutUnit(points: 54)), 5001, 10),
      (.insert(row: 4990, height: LayoutUnit(points: 30)), 5002, 30),
      (.delete(row: 4990), 5000, -44),
    ]
    for variant in Variant.all {
      for (change, row, moved) in changes {
        let rows = try variant.rows(mode: mode)
        rows.list.apply(change)
        let y = LayoutUnit(points: mode == .published ? 44 + moved : 44)
        #expect(rows.list.screen.first { $0.row == row }?.y == y)
      }
    }
  }

  @Test("the reload path shifts once in a pass, the batch updates once a test")
  func bothTests() throws {
    // 84 rows of 5 pt are lower than the screen: as soon as one test has shifted, the other wants
    // to shift back.
    let heights = [Int32](repeating: 44 * 64, count: 64) + [Int32](repeating: 5 * 64, count: 1000)
    for path in [0, 1] {
      let list = try contender(Variant(path: path)).trial(
        on: .counting(heights),
        options: LayoutOptions(
          viewport: LayoutUnit(points: 844), start: 500, mode: .published))
      let before = list.store.counters
      list.apply(.scroll(LayoutUnit(points: -10)))
      // Twelve sections once, or six twice.
      let work = list.store.counters - before
      #expect(work[.heightsAsked] == 84 && work[.reloads] == 1 - path)
      #expect(list.screen.first?.row == (path == 0 ? 416 : 458))
    }
  }

  // MARK: Published, on what the post shows

  @Test("published, it rests too", arguments: Variant.all)
  func rests(variant: Variant) throws {
    #expect(RandomWalk.unrest(try contender(variant), mode: .published, latency: 0) == nil)
  }

  @Test("published shows every frame of slow motion right, except with a step of 12")
  func slowMotion() throws {
    var random = SplitMix64(seed: 3, purpose: "slow motion")
    let months = (0..<400).map { _ in Int32((246 + 46 * random.below(3)) * 64) }
    let rows = (0..<1000).map { _ in Int32((20 + random.below(281)) * 64) }
    for heights in [months, rows] {
      var script = GestureScript(
        heights: heights,
        options: LayoutOptions(viewport: LayoutUnit(points: 844), start: 200, mode: .published),
        topology: .linear)
      for frame in 0..<1500 {
        script.gestures.append(.scroll(LayoutUnit(points: frame < 500 ? 40 : -39)))
      }
      for variant in Variant.all {
        let deviation = Deviation.measure(
          try contender(variant), mode: .published, script: script)
        #expect(deviation.isZero == (variant.step < 12))
        #expect((deviation.stray > .zero) == (variant.step == 12))
      }
    }
  }

  @Test("the window slides no further than the list", arguments: StrategyMode.allCases)
  func listEnds(mode: StrategyMode) throws {
    for variant in Variant.all {
      let rows = try variant.rows(count: 200, start: 50, mode: mode)
      for _ in 0..<300 { rows.scroll(50) }
      #expect(rows.position == 200 * 44 - 844)
      for _ in 0..<300 { rows.scroll(-50) }
      #expect(rows.position == 0)
    }
  }
}
