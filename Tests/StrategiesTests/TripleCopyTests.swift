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
  @Test("It opens with 3n heights, asks for all again after a change, and keeps 24 bytes a row")
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

  @Test("With more copies lower content goes round: from V / (copies - 1) on, each asked for")
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

  @Test("A wrap is a second pass and configures the visible rows again")
  func wrap() throws {
    let list = try copies([Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { list.scroll(10) }
    // At 0 in the beginning, then at 2,750 twice: the way from there is one copy long.
    #expect(list.store.counters[.layoutPasses] == 301 + 3)
    // Three rows at first and thirty on the way; after a wrap the three in sight again.
    #expect(list.store.counters[.viewsConfigured] == 3 + 30 + 2 * 3)
    #expect(list.store.counters[.layoutsCut] == 0)
  }

  @Test("What a tick goes beyond an end is kept, whole copies as often as it takes")
  func residual() throws {
    let list = try copies(twenty, viewport: 500)
    #expect(list.contentOffset == points(2000))
    // 5,500 is the end itself: from there on a copy less.
    for (distance, offset) in [(-2070, 1930), (3570, 3500), (20_010, 3510), (-20_000, 1510)] {
      list.scroll(distance)
      #expect(list.contentOffset == points(offset))
    }
  }

  @Test("Two copies as high as the viewport are endless and at rest; a point less is not endless")
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

  @Test("Three or four rows of 52 pt on 480 pt stop at the copies' ends", arguments: [3, 4])
  func fewRows(count: Int) throws {
    let list = try copies([Int](repeating: 52, count: count), viewport: 480)
    for distance in [70, 1000, -2000] { list.scroll(distance) }
    #expect(list.store.counters[.layoutPasses] == 4)
    // Nine rows are 468 pt high: 12 pt stay blank. Twelve fill the viewport.
    #expect(list.screen.count == (count == 3 ? 9 : 10))
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 52))
  }

  @Test("The other circular list has a seam: a row that comes into sight is configured once")
  func seam() throws {
    let cyclic = try list("cyclic", [Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { cyclic.scroll(10) }
    // Three rows at first; then one for each 100 pt of three revolutions, at 60, 160, ... pt.
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

  @Test("What a tick goes beyond the top is lost", arguments: StrategyMode.allCases)
  func overshoot(mode: StrategyMode) throws {
    let list = try copies(twenty, viewport: 500, mode: mode)
    for distance in [-1970, -100] { list.scroll(distance) }
    let row = mode == .published ? 0 : 19
    #expect(list.screen.first == VisibleRow(row, at: row == 0 ? 0 : -30, height: 100))
  }

  @Test("The way down is two copies long, the way up one")
  func periods() throws {
    let list = try Self.list(twenty, viewport: 500)
    let corrected = try copies(twenty, viewport: 500)
    /// The frames in which the offset was put back.
    func resets(step: Int) -> [Int] {
      (1...100).filter { _ in
        let work = list.work { list.scroll(step) }
        corrected.scroll(step)
        // Ticks that end exactly at the ends are seamless.
        #expect(list.screen == corrected.screen)
        return work[.layoutPasses] == 2
      }
    }
    // From 2,000 to the bottom at 5,500, then from 1,500.
    #expect(resets(step: 100) == [35, 75])
    // From 4,000 to the top, then from 2,000.
    #expect(resets(step: -100) == [40, 60, 80, 100])
  }

  @Test("Copies between half a viewport and a viewport jump by V mod c at the bottom")
  func shortCopy() throws {
    let list = try Self.list([100, 100, 100, 100, 100], viewport: 600)
    list.scroll(399)
    #expect(list.screen.first == VisibleRow(3, at: -99, height: 100))
    let work = list.work { list.scroll(1) }
    // The bottom's rule leads to -100, where the guard sees five rows; row 4 was due.
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(work[.layoutPasses] == 2)
  }

  @Test("Four rows of 52 pt on 480 pt are at the other end with each layout; five come to rest")
  func noRest() throws {
    for (count, isAtRest) in [(4, false), (5, true)] {
      let list = try Self.list([Int](repeating: 52, count: count), viewport: 480)
      let first = list.screen
      list.layout()
      #expect((list.screen == first) == isAtRest)
      #expect(list.store.counters[.layoutsCut] == 0)
    }
  }

  @Test("Without the repository's guard each end leads to the other, and the layout is cut")
  func withoutGuard() throws {
    for (count, height, isCut) in [(3, 52, true), (4, 52, true), (4, 60, true), (5, 52, false)] {
      let list = try StrategiesTests.list(
        "triple-copy:guard=0", [Int](repeating: height, count: count), viewport: 480,
        mode: .published)
      #expect(list.store.counters[.layoutsCut] == (isCut ? 1 : 0))
      #expect(list.store.counters[.layoutPasses] == (isCut ? 100 : 2))
    }
  }

  @Test("A fling that goes a whole row beyond an end stalls there")
  func bounce() throws {
    let script = GestureScript(
      heights: [Int32](repeating: 6400, count: 20),
      options: LayoutOptions(viewport: points(500)), topology: .circular,
      gestures: [-1900, -300, -300, -300].map { .scroll(points($0)) } + [.settle])
    // From 2,000 to 100 and to -200: three rows where five would allow the reset, so the list stops at
    // 0. The next ticks lead to -300 twice; then the fling is over and 0 becomes 2,000.
    let contender = try #require(StrategyRegistry.all.named("triple-copy"))
    let deviation = Deviation.measure(contender, mode: .published, script: script)
    #expect(deviation.blank == 0)
    #expect(deviation.stallFrames == 2)
    #expect(deviation.lost == points(200 + 300 + 300))
    #expect(deviation.layoutsCut == 0)
    // Nothing of that is left when corrected.
    #expect(Deviation.measure(contender, mode: .corrected, script: script).isZero)
  }

  @Test("With a first row lower than the others the guard never lets the list go round")
  func lowFirstRow() throws {
    let list = try Self.list([20] + twenty, viewport: 500)
    #expect(list.contentOffset == .zero)
    for _ in 0..<100 { list.scroll(100) }
    list.settle()
    // 25 rows of 20 pt would have to be visible.
    #expect(list.contentOffset == points(3 * 2020 - 500))
  }

  @Test("One or two rows show three times and do not wrap", arguments: [1, 2])
  func fewRows(count: Int) throws {
    let list = try Self.list([Int](repeating: 52, count: count), viewport: 480)
    let screen = (0..<3 * count).map { VisibleRow($0 % count, at: 52 * $0, height: 52) }
    #expect(list.screen == screen)
    list.scroll(70)
    #expect(list.screen == screen)
    #expect(list.store.counters[.layoutPasses] == 2)
  }

  @Test("A change above keeps the offset and moves what is read")
  func reload() throws {
    let list = try Self.list(twenty, viewport: 500)
    list.scroll(450)
    #expect(list.screen.first == VisibleRow(4, at: -50, height: 100))
    list.apply(.resize(row: 0, height: points(130)))
    // 2,450 in copies of 2,030: 420 into the second, where row 3 starts at 330.
    #expect(list.screen.first == VisibleRow(3, at: -90, height: 100))
  }
}
