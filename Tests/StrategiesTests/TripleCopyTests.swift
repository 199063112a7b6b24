import Conformance
import ListLayout
import Strategies
import Testing

@testable import Indexes
@testable import Posts

private let twenty = [Int](repeating: 100, count: 20)

private func copies(
  _ heights: [Int], viewport: Int, mode: StrategyMode = .corrected
) throws -> Trial {
  try list("triple-copy", heights, viewport: viewport, mode: mode)
}

@Suite("TripleCopy")
struct TripleCopyTests {
  @Test("Opening and each change request 3n heights, and the list needs 24 bytes per row")
  func threeCopies() throws {
    let list = try copies([Int](repeating: 100, count: 1000), viewport: 500)
    #expect(list.store.counters[.heightsAsked] == 3000)
    #expect(list.asked(.scroll(points(70_000))) == 0)
    #expect(list.asked(.resize(row: 5, height: points(30))) == 3000)
    #expect(list.asked(.delete(row: 7)) == 2997)
    let store = RowStore(heights: [Int32](repeating: 6400, count: 10_000))
    if let bytes = liveBytes(of: { AllHeightsIndex(rows: CopiedRows(store.rows, times: 3)) }) {
      #expect((240_000..<250_000).contains(bytes))
    }
  }

  @Test("Content of at least V / (copies - 1) is circular, and each copy requests all heights")
  func moreCopies() throws {
    let heights = [Int32](repeating: 100 * 64, count: 2)
    let script = GestureScript(
      heights: heights, options: LayoutOptions(viewport: points(500)), topology: .circular,
      gestures: Array(repeating: .scroll(points(37)), count: 100)
        + Array(repeating: .scroll(points(-53)), count: 150))
    for (copies, isExact) in [(2, false), (3, false), (4, true), (9, true)] {
      let variant = try #require(StrategyRegistry.all.named("triple-copy:copies=\(copies)"))
      let deviation = Deviation.measure(variant, mode: .corrected, script: script)
      #expect(deviation.showsTheSame == isExact, "\(copies) copies")
      let trial = variant.trial(on: .counting(heights), options: script.options)
      #expect(trial.store.counters[.heightsAsked] == 2 * copies)
    }
  }

  @Test("A wrap causes a second layout pass and configures the visible rows again")
  func wrap() throws {
    let list = try copies([Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { list.scroll(10) }
    // The list wraps at the offset 0 when it opens, and then twice at 2,750 pt; each wrap moves the offset by
    // the height of one or more whole copies. Between the two wraps at 2,750 pt, the list scrolls by the
    // height of one copy.
    #expect(list.store.counters[.layoutPasses] == 301 + 3)
    // The list configures three rows when it opens, thirty rows that enter during the motion, and the three
    // visible rows again after each of two wraps.
    #expect(list.store.counters[.viewsConfigured] == 3 + 30 + 2 * 3)
    #expect(list.store.counters[.layoutsCut] == 0)
  }

  @Test("Motion beyond an end is kept; the offset moves by as many whole copies as necessary")
  func residual() throws {
    let list = try copies(twenty, viewport: 500)
    #expect(list.contentOffset == points(2000))
    // The content ends at the offset 5,500 pt. If the offset reaches or exceeds the end of the content, the
    // list subtracts the height of one or more whole copies from the offset.
    for (distance, offset) in [(-2070, 1930), (3570, 3500), (20_010, 3510), (-20_000, 1510)] {
      list.scroll(distance)
      #expect(list.contentOffset == points(offset))
    }
  }

  @Test(
    "The list is circular and settles if two copies are as high as the viewport, but not if they are lower"
  )
  func halfAViewport() throws {
    let half = try copies([60, 60, 60, 60], viewport: 480)
    var due = 0
    for distance in [100, 140, 13, -13, -240, -1, 241, 5000, -4999] {
      half.scroll(distance)
      due = ((due + distance) % 240 + 240) % 240
      let offset = half.contentOffset
      #expect(offset.wrapped(around: points(240)) == points(due))
      #expect(half.screen.last.map { $0.y + $0.height >= points(480) } == true)
      half.layout()
      #expect(half.contentOffset == offset)
    }
    let less = try copies([60, 60, 60, 60], viewport: 481)
    less.scroll(5000)
    #expect(less.contentOffset == points(720 - 481))
    less.scroll(-5000)
    #expect(less.contentOffset == .zero)
  }

  @Test(
    "With three or four rows of 52 pt in 480 pt, the list stops at the ends of the copies",
    arguments: [3, 4])
  func fewRows(count: Int) throws {
    let list = try copies([Int](repeating: 52, count: count), viewport: 480)
    for distance in [70, 1000, -2000] { list.scroll(distance) }
    #expect(list.store.counters[.layoutPasses] == 4)
    // Three copies of three rows have a total height of 468 pt and leave 12 pt of the viewport blank. Three
    // copies of four rows fill the viewport.
    #expect(list.screen.count == (count == 3 ? 9 : 10))
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 52))
  }

  @Test("In `cyclic`, a row that enters the screen is configured once, even where the list wraps")
  func seam() throws {
    let cyclic = try list("cyclic", [Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { cyclic.scroll(10) }
    // The list configures three rows at first. During three revolutions, the list then configures one row for
    // each 100 pt of motion: at 60 pt, at 160 pt, and so on.
    #expect(cyclic.store.counters[.viewsConfigured] == 3 + 30)
    #expect(cyclic.store.counters[.viewsCreated] <= 4)
    #expect(cyclic.store.counters[.layoutPasses] == 301)
    for _ in 0..<300 { cyclic.scroll(-10) }
    #expect(cyclic.store.counters[.viewsConfigured] == 3 + 30 + 30)
    #expect(cyclic.screen.first == VisibleRow(0, at: 0, height: 100))
  }
}

@Suite("TripleCopy as published")
struct PublishedTripleCopyTests {
  private static func list(_ heights: [Int], viewport: Int) throws -> Trial {
    try copies(heights, viewport: viewport, mode: .published)
  }

  @Test("Motion beyond the top is lost", arguments: StrategyMode.allCases)
  func overshoot(mode: StrategyMode) throws {
    let list = try copies(twenty, viewport: 500, mode: mode)
    for distance in [-1970, -100] { list.scroll(distance) }
    let row = mode == .published ? 0 : 19
    #expect(list.screen.first == VisibleRow(row, at: row == 0 ? 0 : -30, height: 100))
  }

  @Test("Downwards, the offset is set back after two copies; upwards, after one copy")
  func periods() throws {
    let list = try Self.list(twenty, viewport: 500)
    let corrected = try copies(twenty, viewport: 500)
    /// Returns the frames, numbered from 1, in which the offset was set back.
    func resets(step: Int) -> [Int] {
      (1...100).filter { _ in
        let work = list.work { list.scroll(step) }
        corrected.scroll(step)
        // After motions that end exactly at the top or the bottom of the content, the list shows the right
        // rows.
        #expect(list.screen == corrected.screen)
        return work[.layoutPasses] == 2
      }
    }
    // Downwards, the list moves from 2,000 pt to the bottom at 5,500 pt, where the offset is set back to
    // 1,500 pt.
    #expect(resets(step: 100) == [35, 75])
    // Upwards, the list moves from 4,000 pt to the top at 0 pt, where the offset is set back to 2,000 pt.
    #expect(resets(step: -100) == [40, 60, 80, 100])
  }

  @Test("If V/2 <= c < V, the list jumps by V mod c at the bottom")
  func shortCopy() throws {
    let list = try Self.list([100, 100, 100, 100, 100], viewport: 600)
    list.scroll(399)
    #expect(list.screen.first == VisibleRow(3, at: -99, height: 100))
    let work = list.work { list.scroll(1) }
    // At the bottom, the published code sets the offset to -100 pt, where the guard counts five visible rows.
    // The first visible row is then row 0, but should be row 4.
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(work[.layoutPasses] == 2)
  }

  @Test(
    "With four rows of 52 pt in 480 pt, each layout jumps to the other end; with five rows, it settles"
  )
  func noRest() throws {
    for (count, isAtRest) in [(4, false), (5, true)] {
      let list = try Self.list([Int](repeating: 52, count: count), viewport: 480)
      let first = list.screen
      list.layout()
      #expect((list.screen == first) == isAtRest)
      #expect(list.store.counters[.layoutsCut] == 0)
    }
  }

  @Test("Without the guard, each end sets the offset to the other end until the layout is stopped")
  func withoutGuard() throws {
    for (count, height, isCut) in [(3, 52, true), (4, 52, true), (4, 60, true), (5, 52, false)] {
      let list = try StrategiesTests.list(
        "triple-copy:guard=0", [Int](repeating: height, count: count), viewport: 480,
        mode: .published)
      #expect(list.store.counters[.layoutsCut] == (isCut ? 1 : 0))
      #expect(list.store.counters[.layoutPasses] == (isCut ? 100 : 2))
    }
  }

  @Test("A fling that moves a whole row beyond an end stalls there")
  func bounce() throws {
    let script = GestureScript(
      heights: [Int32](repeating: 6400, count: 20),
      options: LayoutOptions(viewport: points(500)), topology: .circular,
      gestures: [-1900, -300, -300, -300].map { .scroll(points($0)) } + [.settle])
    // The list moves from 2,000 pt to 100 pt and then to -200 pt. At -200 pt, three rows are visible, but the
    // guard requires five, so the list stops at the offset 0. Each of the next two frames moves the list to
    // -300 pt with the same result. When the fling has ended, the list moves the content offset from 0 pt to
    // 2,000 pt at once.
    let contender = try #require(StrategyRegistry.all.named("triple-copy"))
    let deviation = Deviation.measure(contender, mode: .published, script: script)
    #expect(deviation.blank == 0)
    #expect(deviation.stallFrames == 2)
    #expect(deviation.lost == points(200 + 300 + 300))
    #expect(deviation.layoutsCut == 0)
    // With the same gestures, the corrected mode does not deviate from the reference list.
    #expect(Deviation.measure(contender, mode: .corrected, script: script).isZero)
  }

  @Test("If row 0 is lower than the other rows, the guard always prevents the reset")
  func lowFirstRow() throws {
    let list = try Self.list([20] + twenty, viewport: 500)
    #expect(list.contentOffset == .zero)
    for _ in 0..<100 { list.scroll(100) }
    list.settle()
    // The guard requires 25 visible rows for a reset: it divides the viewport of 500 pt by the height of row
    // 0, 20 pt.
    #expect(list.contentOffset == points(3 * 2020 - 500))
  }

  @Test("A list of one or two rows is shown three times and does not wrap", arguments: [1, 2])
  func fewRows(count: Int) throws {
    let list = try Self.list([Int](repeating: 52, count: count), viewport: 480)
    let screen = (0..<3 * count).map { VisibleRow($0 % count, at: 52 * $0, height: 52) }
    #expect(list.screen == screen)
    list.scroll(70)
    #expect(list.screen == screen)
    #expect(list.store.counters[.layoutPasses] == 2)
  }

  @Test("A change above the viewport does not change the offset, so the visible rows move")
  func reload() throws {
    let list = try Self.list(twenty, viewport: 500)
    list.scroll(450)
    #expect(list.screen.first == VisibleRow(4, at: -50, height: 100))
    list.apply(.resize(row: 0, height: points(130)))
    // With copies of 2,030 pt, the offset 2,450 pt is 420 pt below the top of the second copy, in which row 3
    // starts at 330 pt.
    #expect(list.screen.first == VisibleRow(3, at: -90, height: 100))
  }
}
