import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import IndexStrategies
@testable import PostStrategies

@Suite("TripleCopy")
struct TripleCopyTests {
  private static func list(
    _ count: Int, of height: Int, viewport: Int, mode: StrategyMode = .corrected,
    _ parameters: String = ""
  ) throws -> Trial {
    try equalRows(
      "triple-copy" + parameters, of: height, count: count, viewport: viewport, mode: mode)
  }

  /// A list of twenty 100 pt rows, so that a copy is 2,000 pt tall.
  private static func twenty(_ mode: StrategyMode = .corrected) throws -> Trial {
    try list(20, of: 100, viewport: 500, mode: mode)
  }

  @Test("Opening and every change request 3n heights, and the list takes 24 bytes per row")
  func threeCopies() throws {
    let list = try Self.list(1000, of: 100, viewport: 500)
    #expect(list.store.counters[.heightsAsked] == 3000)
    for (gesture, asked) in [
      (.scroll(points(70_000)), 0), (.resize(row: 5, height: points(30)), 3000),
      (.delete(row: 7), 2997),
    ] as [(Gesture, Int)] {
      #expect(list.asked(gesture) == asked)
    }
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
      let variant = try strategy("triple-copy:copies=\(copies)")
      let deviation = Deviation.measure(variant, mode: .corrected, script: script)
      #expect(deviation.showsTheSame == isExact, "\(copies) copies")
      let trial = variant.trial(on: .counting(heights), options: script.options)
      #expect(trial.store.counters[.heightsAsked] == 2 * copies)
    }
  }

  /// In 300 frames of 10 pt, three rows are configured initially, followed by thirty that enter the screen.
  /// `triple-copy` wraps at offset 0 when it opens, and then twice at 2,750 pt; each wrap moves the offset by
  /// the height of one or more copies. Between the two wraps at 2,750 pt, the list scrolls by the height of
  /// one copy. Both of these wraps reconfigure the three visible rows.
  @Test(
    "A wrap triggers a second layout pass and reconfigures the visible rows, but not in `cyclic`",
    arguments: [("triple-copy", 3 + 30 + 2 * 3, 301 + 3), ("cyclic", 3 + 30, 301)])
  func wrap(id: String, configured: Int, passes: Int) throws {
    let list = try equalRows(id, of: 100, count: 10, viewport: 250)
    for _ in 0..<300 { list.scroll(10) }
    #expect(list.store.counters[.layoutPasses] == passes)
    #expect(list.store.counters[.viewsConfigured] == configured)
    #expect(list.store.counters[.layoutsCut] == 0)
    guard id == "cyclic" else { return }
    #expect(list.store.counters[.viewsCreated] <= 4)
    for _ in 0..<300 { list.scroll(-10) }
    #expect(list.store.counters[.viewsConfigured] == 3 + 30 + 30)
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
  }

  @Test(
    "The list is circular if two copies are as tall as the viewport, but not if they are shorter")
  func halfAViewport() throws {
    let half = try Self.list(4, of: 60, viewport: 480)
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
    let less = try Self.list(4, of: 60, viewport: 481)
    for (distance, end) in [(5000, 720 - 481), (-5000, 0)] {
      less.scroll(distance)
      #expect(less.contentOffset == points(end))
    }
  }

  // MARK: Published

  @Test("Published mode loses motion beyond the top", arguments: StrategyMode.allCases)
  func overshoot(mode: StrategyMode) throws {
    let list = try Self.twenty(mode)
    for distance in [-1970, -100] { list.scroll(distance) }
    let row = mode == .published ? 0 : 19
    #expect(list.screen.first == VisibleRow(row, at: row == 0 ? 0 : -30, height: 100))
  }

  @Test("The offset is set back after two copies downwards and after one copy upwards")
  func periods() throws {
    let (list, corrected) = (try Self.twenty(.published), try Self.twenty())
    // Frames, numbered from 1, in which the offset is set back. Scrolling down goes from 2,000 pt to the
    // bottom at 5,500 pt, where the offset is set back to 1,500 pt. Scrolling up goes from 4,000 pt to the
    // top at 0 pt, where the offset is set back to 2,000 pt.
    for (step, resets) in [(100, [35, 75]), (-100, [40, 60, 80, 100])] {
      let found = (1...100).filter { _ in
        let work = list.work(.scroll(points(step)))
        corrected.scroll(step)
        // The list shows the correct rows after motions that end exactly at the top or bottom of the content.
        #expect(list.screen == corrected.screen)
        return work[.layoutPasses] == 2
      }
      #expect(found == resets)
    }
  }

  @Test("If V/2 <= c < V, the list jumps by V mod c at the bottom")
  func shortCopy() throws {
    let list = try Self.list(5, of: 100, viewport: 600, mode: .published)
    list.scroll(399)
    #expect(list.screen.first == VisibleRow(3, at: -99, height: 100))
    let work = list.work(.scroll(points(1)))
    // At the bottom, the published code sets the offset to -100 pt, where the guard counts five visible rows.
    // The content returns to its top, where the next pass sets the offset to 500 pt. The first visible row is
    // then row 0 instead of row 4.
    #expect(list.screen.first == VisibleRow(0, at: 0, height: 100))
    #expect(work[.layoutPasses] == 4 && list.contentOffset == points(500))
  }

  @Test(
    "With three or four short rows, the resets continue until the layout is stopped",
    arguments: [("", [1, 2, 5]), (":guard=0", [5])])
  func noRest(parameters: String, settling: [Int]) throws {
    for count in [1, 2, 3, 4, 5] where parameters.isEmpty || count > 2 {
      let list = try Self.list(count, of: 52, viewport: 480, mode: .published, parameters)
      let isCut = !settling.contains(count)
      #expect(list.store.counters[.layoutsCut] == (isCut ? 1 : 0), "\(count)")
      if isCut { #expect(list.store.counters[.layoutPasses] == 100, "\(count)") }
      #expect((.zero...max(.zero, list.contentHeight - points(480))).contains(list.contentOffset))
    }
  }

  @Test("A fling loses its motion past the top and continues in the second copy")
  func bounce() throws {
    let script = GestureScript(
      heights: [Int32](repeating: 6400, count: 20),
      options: LayoutOptions(viewport: points(500)), topology: .circular,
      gestures: [-1900, -300, -300, -300].map { .scroll(points($0)) } + [.settle])
    // The list moves from 2,000 pt to 100 pt and then to -200 pt. At -200 pt, only three rows are visible,
    // but the guard requires five, so the content returns to its top. Five rows are visible there, and the
    // next layout pass sets the offset to 2,000 pt.
    for id in ["triple-copy", "triple-copy:guard=0"] {
      let contender = try strategy(id)
      let deviation = Deviation.measure(contender, mode: .published, script: script)
      #expect(deviation.blank == 0 && deviation.layoutsCut == 0)
      #expect(deviation.stallFrames == 0 && deviation.lost == points(200))
      #expect(Deviation.measure(contender, mode: .corrected, script: script).isZero)
    }
  }

  @Test(
    "With or without the guard, a fling loses only the motion past an end",
    arguments: [(60, 4), (66, 52), (130, 394)])
  func steadyFling(distance: Int, lost: Int) throws {
    let script = GestureScript(
      heights: [Int32](repeating: 44 * 64, count: 60),
      options: LayoutOptions(viewport: points(844), start: 30), topology: .circular,
      gestures: Array(repeating: .scroll(points(distance)), count: 300))
    for id in ["triple-copy", "triple-copy:guard=0"] {
      let deviation = Deviation.measure(try strategy(id), mode: .published, script: script)
      #expect(deviation.lost == points(lost), "\(id)")
    }
  }

  @Test("If row 0 is shorter than the other rows, the guard always prevents the reset")
  func lowFirstRow() throws {
    let heights = [20] + [Int](repeating: 100, count: 20)
    let list = try BenchStrategiesTests.list(
      "triple-copy", heights, viewport: 500, mode: .published)
    #expect(list.contentOffset == .zero)
    for _ in 0..<100 { list.scroll(100) }
    list.settle()
    // The guard requires 25 visible rows for a reset, because it divides the 500 pt viewport by the height of
    // row 0, 20 pt.
    #expect(list.contentOffset == points(3 * 2020 - 500))
  }

  @Test("A list of one or two rows is shown three times and does not wrap", arguments: [1, 2])
  func oneOrTwoRows(count: Int) throws {
    let list = try Self.list(count, of: 52, viewport: 480, mode: .published)
    let screen = (0..<3 * count).map { VisibleRow($0 % count, at: 52 * $0, height: 52) }
    #expect(list.screen == screen)
    list.scroll(70)
    // The frame's second pass follows the return to the top.
    #expect(list.screen == screen && list.store.counters[.layoutPasses] == 1 + 2)
  }
}
