import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Indexes
@testable import Posts

@Suite("TripleCopy")
struct TripleCopyTests {
  @Test("It opens with 3n heights, asks for all again after a change, and keeps 24 bytes a row")
  func threeCopies() {
    let list = Driven(
      TripleCopy<PlainRows>.self, heights: [Int](repeating: 100, count: 1000), viewport: 500)
    #expect(list.store.counters[.heightsAsked] == 3000)
    list.apply(.scroll(LayoutUnit(points: 70_000)))
    #expect(list.store.counters[.heightsAsked] == 3000)
    list.apply(.resize(row: 5, height: LayoutUnit(points: 30)))
    #expect(list.store.counters[.heightsAsked] == 6000)
    list.apply(.delete(row: 7))
    #expect(list.store.counters[.heightsAsked] == 6000 + 2997)
    let store = RowStore(heights: [Int32](repeating: 6400, count: 10_000))
    if let bytes = liveBytes(of: { AllHeightsIndex(rows: CopiedRows(store.rows, times: 3)) }) {
      #expect((240_000..<250_000).contains(bytes))
    }
  }

  @Test("With more copies lower content goes round: from V / (copies - 1) on, each asked for")
  func moreCopies() throws {
    let heights = [Int32](repeating: 100 * 64, count: 2)
    let script = GestureScript(
      heights: heights, options: LayoutOptions(viewport: LayoutUnit(points: 500)),
      topology: .circular,
      gestures: Array(repeating: .scroll(LayoutUnit(points: 37)), count: 100)
        + Array(repeating: .scroll(LayoutUnit(points: -53)), count: 150))
    let list = try #require(Roster.all.named("triple-copy"))
    for (copies, isExact) in [(2, false), (3, false), (4, true), (9, true)] {
      let variant = try #require(try list.named("triple-copy:copies=\(copies)"))
      let deviation = Deviation.measure(variant, mode: .corrected, script: script)
      #expect(deviation.showsTheSame == isExact, "\(copies) copies")
      let trial = variant.trial(on: .counting(heights), options: script.options)
      #expect(trial.store.counters[.heightsAsked] == 2 * copies)
    }
  }

  @Test("A wrap is a second pass and configures the visible rows again")
  func wrap() {
    let list = Driven(
      TripleCopy<PlainRows>.self, heights: [Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { list.apply(.scroll(LayoutUnit(points: 10))) }
    // At 0 in the beginning, then at 2,750 twice: the way from there is one copy long.
    #expect(list.store.counters[.layoutPasses] == 301 + 3)
    // Three rows at first and thirty on the way; after a wrap the three in sight again.
    #expect(list.store.counters[.viewsConfigured] == 3 + 30 + 2 * 3)
    #expect(list.store.counters[.layoutsCut] == 0)
  }

  @Test("What a tick goes beyond an end is kept, whole copies as often as it takes")
  func residual() {
    let list = Driven(
      TripleCopy<PlainRows>.self, heights: [Int](repeating: 100, count: 20), viewport: 500)
    #expect(list.list.contentOffset == LayoutUnit(points: 2000))
    // 5,500 is the end itself: from there on a copy less.
    for (distance, offset) in [(-2070, 1930), (3570, 3500), (20_010, 3510), (-20_000, 1510)] {
      list.apply(.scroll(LayoutUnit(points: distance)))
      #expect(list.list.contentOffset == LayoutUnit(points: offset))
    }
  }

  @Test("Two copies as high as the viewport are endless and at rest; a point less is not endless")
  func halfAViewport() {
    func list(_ viewport: Int) -> Driven<TripleCopy<PlainRows>> {
      Driven(TripleCopy<PlainRows>.self, heights: [60, 60, 60, 60], viewport: viewport)
    }
    let half = list(480)
    let script = [100, 140, 13, -13, -240, -1, 241, 5000, -4999]
    var due = 0
    for distance in script {
      half.apply(.scroll(LayoutUnit(points: distance)))
      due = ((due + distance) % 240 + 240) % 240
      let offset = half.list.contentOffset
      #expect(offset.wrapped(around: LayoutUnit(points: 240)) == LayoutUnit(points: due))
      #expect(half.screen.last.map { $0.y + $0.height >= LayoutUnit(points: 480) } == true)
      half.layout()
      #expect(half.list.contentOffset == offset)
    }
    let less = list(481)
    less.apply(.scroll(LayoutUnit(points: 5000)))
    #expect(less.list.contentOffset == LayoutUnit(points: 720 - 481))
    less.apply(.scroll(LayoutUnit(points: -5000)))
    #expect(less.list.contentOffset == .zero)
  }

  @Test("Three or four rows of 52 pt on 480 pt stop at the copies' ends", arguments: [3, 4])
  func fewRows(count: Int) {
    let list = Driven(
      TripleCopy<PlainRows>.self, heights: [Int](repeating: 52, count: count), viewport: 480)
    for distance in [70, 1000, -2000] { list.apply(.scroll(LayoutUnit(points: distance))) }
    #expect(list.store.counters[.layoutPasses] == 4)
    // Nine rows are 468 pt high: 12 pt stay blank. Twelve fill the viewport.
    #expect(list.screen.count == (count == 3 ? 9 : 10))
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 52))
  }

  @Test(
    "The other circular list has a seam: views keep their rows: each that comes into sight is configured once"
  )
  func seam() {
    let list = Driven(
      Cyclic<PlainRows>.self, heights: [Int](repeating: 100, count: 10), viewport: 250)
    for _ in 0..<300 { list.apply(.scroll(LayoutUnit(points: 10))) }
    // Three rows at first; then one for each 100 pt of three revolutions, at 60, 160, ... pt.
    #expect(list.store.counters[.viewsConfigured] == 3 + 30)
    #expect(list.store.counters[.viewsCreated] <= 4)
    #expect(list.store.counters[.layoutPasses] == 301)
    for _ in 0..<300 { list.apply(.scroll(LayoutUnit(points: -10))) }
    #expect(list.store.counters[.viewsConfigured] == 3 + 30 + 30)
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
  }
}

@Suite("TripleCopy as published")
struct PublishedTripleCopyTests {
  private static let twenty = [Int](repeating: 100, count: 20)

  private static func list(_ heights: [Int], viewport: Int) -> Driven<TripleCopy<PlainRows>> {
    Driven(TripleCopy<PlainRows>.self, heights: heights, viewport: viewport, mode: .published)
  }

  @Test("What a tick goes beyond the top is lost")
  func overshoot() {
    let published = Self.list(Self.twenty, viewport: 500)
    let corrected = Driven(TripleCopy<PlainRows>.self, heights: Self.twenty, viewport: 500)
    #expect(published.screen == corrected.screen)
    for distance in [-1970, -100] {
      published.apply(.scroll(LayoutUnit(points: distance)))
      corrected.apply(.scroll(LayoutUnit(points: distance)))
    }
    #expect(published.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(corrected.screen.first == VisibleRow(19, at: -30, height: 100))
  }

  @Test("The way down is two copies long, the way up one")
  func periods() {
    let list = Self.list(Self.twenty, viewport: 500)
    let corrected = Driven(TripleCopy<PlainRows>.self, heights: Self.twenty, viewport: 500)
    /// The frames in which the offset was put back.
    func resets(step: Int) -> [Int] {
      (1...100).filter { _ in
        let before = list.store.counters[.layoutPasses]
        list.apply(.scroll(LayoutUnit(points: step)))
        corrected.apply(.scroll(LayoutUnit(points: step)))
        // Ticks that end exactly at the ends are seamless.
        #expect(list.screen == corrected.screen)
        return list.store.counters[.layoutPasses] - before == 2
      }
    }
    // From 2,000 to the bottom at 5,500, then from 1,500.
    #expect(resets(step: 100) == [35, 75])
    // From 4,000 to the top, then from 2,000.
    #expect(resets(step: -100) == [40, 60, 80, 100])
  }

  @Test("Copies between half a viewport and a viewport jump by V mod c at the bottom")
  func shortCopy() {
    let list = Self.list([100, 100, 100, 100, 100], viewport: 600)
    list.apply(.scroll(LayoutUnit(points: 399)))
    #expect(list.screen.first == VisibleRow(3, at: -99, height: 100))
    let passes = list.store.counters[.layoutPasses]
    list.apply(.scroll(LayoutUnit(points: 1)))
    // The bottom's rule, the top's rule, and the pass that finds nothing to do; row 4 was due.
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(list.store.counters[.layoutPasses] - passes == 3)
  }

  @Test("Three or four rows of 52 pt on 480 pt never come to rest; five do", arguments: [3, 4, 5])
  func livelock(count: Int) {
    let list = Self.list([Int](repeating: 52, count: count), viewport: 480)
    guard count < 5 else {
      #expect(list.store.counters[.layoutPasses] == 2 && list.store.counters[.layoutsCut] == 0)
      return
    }
    #expect(list.store.counters[.layoutPasses] == 100)
    #expect(list.store.counters[.layoutsCut] == 1)
    let screen = list.screen
    list.layout()
    #expect(list.store.counters[.layoutPasses] == 200)
    #expect(list.store.counters[.layoutsCut] == 2)
    #expect(list.screen == screen)
    // Nor do two copies as high as the viewport.
    let high = Self.list([60, 60, 60, 60], viewport: 480)
    #expect(high.store.counters[.layoutsCut] == 1)
  }

  @Test("A fling that goes a whole row beyond an end stalls there, partly blank")
  func bounce() {
    let script = GestureScript(
      heights: [Int32](repeating: 6400, count: 20),
      options: LayoutOptions(viewport: LayoutUnit(points: 500)), topology: .circular,
      gestures: [-1900, -300, -300, -300].map { .scroll(LayoutUnit(points: $0)) } + [.settle])
    // From 2,000 to 100 and to -200: three rows where five would allow the reset. Back at 0, the
    // next ticks lead to -300 twice; then the fling is over and 0 becomes 2,000.
    let contender = StrategyEntry(TripleCopy.self)
    let deviation = Deviation.measure(contender, mode: .published, script: script)
    #expect(deviation.blank == (200 + 300 + 300) * 64)
    #expect(deviation.stallFrames == 1)
    #expect(deviation.lost == LayoutUnit(points: 0 + 200 + 300))
    #expect(deviation.layoutsCut == 0)
    // Nothing of that is left when corrected.
    #expect(Deviation.measure(contender, mode: .corrected, script: script).isZero)
  }

  @Test("A first row lower than the others: so many never are in sight, and the list ends")
  func lowFirstRow() {
    let list = Self.list([20] + Self.twenty, viewport: 500)
    #expect(list.list.contentOffset == .zero)
    for _ in 0..<100 { list.apply(.scroll(LayoutUnit(points: 100))) }
    list.apply(.settle)
    // 25 rows of 20 pt would have to be visible.
    #expect(list.list.contentOffset == LayoutUnit(points: 3 * 2020 - 500))
  }

  @Test("One or two rows show three times and do not wrap", arguments: [1, 2])
  func fewRows(count: Int) {
    let list = Self.list([Int](repeating: 52, count: count), viewport: 480)
    let screen = (0..<3 * count).map { VisibleRow($0 % count, at: 52 * $0, height: 52) }
    #expect(list.screen == screen)
    list.apply(.scroll(LayoutUnit(points: 70)))
    #expect(list.screen.last?.y == LayoutUnit(points: 52 * (3 * count - 1) - 70))
    list.apply(.settle)
    #expect(list.screen == screen)
    #expect(list.store.counters[.layoutPasses] == 3)
  }

  @Test("A change above keeps the offset and moves what is read")
  func reload() {
    let list = Self.list(Self.twenty, viewport: 500)
    list.apply(.scroll(LayoutUnit(points: 450)))
    #expect(list.screen.first == VisibleRow(4, at: -50, height: 100))
    list.apply(.resize(row: 0, height: LayoutUnit(points: 130)))
    // 2,450 in copies of 2,030: 420 into the second, where row 3 starts at 330.
    #expect(list.screen.first == VisibleRow(3, at: -90, height: 100))
  }
}
