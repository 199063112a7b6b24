import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import PostStrategies

struct RecycledSubviewTests {
  private static let viewport = points(440)

  private static func list(
    _ heights: [Int], start: Int, mode: StrategyMode = .corrected, _ parameters: String = ""
  ) throws -> Trial {
    try BenchStrategiesTests.list(
      "recycled-subview" + parameters, heights, viewport: 440, start: start, mode: mode)
  }

  /// A list with views for rows 492 to 515. The views extend 352 pt above the viewport and 264 pt below it.
  private static func thousandRows(_ mode: StrategyMode) throws -> Trial {
    try list([Int](repeating: 44, count: 1_000), start: 500, mode: mode)
  }

  @Test(
    "If 24 short rows do not fill the viewport, the rest stays blank and the list moves by whole rows"
  )
  func lowRows() throws {
    let list = try Self.list([Int](repeating: 10, count: 1_000), start: 500, ":row=44")
    for (distance, first) in [(0, 500), (7, 500), (300, 530), (-200, 510)] {
      list.scroll(distance)
      #expect(list.boundRows == Array(first..<first + 24))
    }
    #expect(list.screen.last.map { $0.y + $0.height } == points(240))
    // The number of views depends on the initial viewport, so it does not increase when the viewport grows.
    let grown = try Self.thousandRows(.corrected)
    grown.apply(.viewport(points(1_100)))
    #expect(grown.boundRows.count == 24)
  }

  @Test(
    "`row` and `extra` set the number of views, and `row` also sets when views move to the other end",
    arguments: [
      ("", 44, 24, 44), (":extra=0", 44, 10, nil), (":extra=100", 44, 110, 44),
      (":row=88", 44, 19, 88), (":row=1000:extra=0", 44, 2, nil),
      // By default, `row` is the typical row height.
      ("", 20, 22 + 14, 20), (":row=44", 20, 10 + 14, nil),
    ] as [(String, Int, Int, Double?)])
  func parameters(parameters: String, height: Int, views: Int, apart: Double?) throws {
    for mode in StrategyMode.allCases {
      let list = try equalRows(
        "recycled-subview" + parameters, of: height, count: 1_000, viewport: 440, start: 500,
        mode: mode)
      #expect(list.boundRows.count == views)
      let distances = (0..<400).map { _ in
        list.scroll(1)
        return list.contentOffset.points - (list.contentHeight - Self.viewport).points / 2
      }
      if let apart { #expect(distances.max() == apart) }
    }
  }

  @Test("A jump to the first loaded row rebuilds all views only in published mode")
  func jumpToFirstRow() throws {
    for (mode, reloads) in [(StrategyMode.published, 1), (.corrected, 0)] {
      let list = try equalRows("recycled-subview", count: 1_000, start: 500, mode: mode)
      let row = try #require(list.boundRows.first)
      #expect(list.work(.jump(row: row))[.reloads] == reloads)
      #expect(list.screen.first == VisibleRow(row, at: 0, height: 44))
    }
  }

  // MARK: Defects of the posted code

  /// Row heights range from 1 to 300 pt if `isUneven` is true. Otherwise, one row in ten is 300 pt tall and
  /// all others are 44 pt tall. Each of the 1,000 frames scrolls by at most 40 pt.
  ///
  /// - Parameter cut: number of frames in which published mode's layout does not settle.
  @Test(
    "Rows taller than twice DEFAULT_ROW_HEIGHT can keep the published layout from settling",
    arguments: [("", false, 266), ("", true, 0), (":row=44", true, 334)])
  func livelock(parameters: String, isUneven: Bool, cut: Int) throws {
    var random = SplitMix64(seed: 2)
    let heights = (0..<5_000).map { _ -> Int32 in
      let number = random.below(100)
      return Int32(isUneven ? 1 + 3 * number : number < 10 ? 300 : 44) * 64
    }
    var options = LayoutOptions(viewport: Self.viewport, start: 2_500)
    options.takeTypicalRowHeight(of: heights)
    let script = GestureScript(
      heights: heights, options: options,
      gestures: (0..<1_000).map { _ in
        .scroll(LayoutUnit(rawValue: Int64(random.below(80 * 64)) - 40 * 64))
      })
    let strategy = try strategy("recycled-subview" + parameters)
    let published = Deviation.measure(strategy, mode: .published, script: script)
    #expect(published.layoutsCut == cut)
    #expect(Deviation.measure(strategy, mode: .corrected, script: script).isZero)
  }

  @Test("With rows of up to 88 pt, 11 of 2,000 frames need more than two layout passes")
  func staleMiddle() throws {
    var random = SplitMix64(seed: 3)
    let heights = (0..<5_000).map { _ in 1 + random.below(88) }
    let list = try Self.list(heights, start: 2_500, mode: .published)
    let slow = (0..<2_000).count { _ in
      list.work(.scroll(points(random.below(120) - 60)))[.layoutPasses] > 2
    }
    #expect(slow == 11 && list.store.counters[.layoutsCut] == 0)
  }

  @Test(
    "When six rows move in a frame, the posted code creates six views and shifts all views six times"
  )
  func oneShift() throws {
    for mode in StrategyMode.allCases {
      for distance in [300, -300] {
        let list = try Self.thousandRows(mode)
        // Centre the viewport in the content, so that the content's top is 308 pt above the viewport.
        list.apply(.scroll(points(308) - list.contentOffset))
        let work = list.work(.scroll(points(distance)))
        #expect(work[.heightsAsked] == 6 && work[.viewsConfigured] == 6)
        #expect(work[.viewsCreated] == (mode == .published ? 6 : 0))
        // The posted code also shifts a view that it has just added at the bottom.
        #expect(work[.viewsMoved] == (mode == .corrected ? 18 : distance > 0 ? 6 * 24 : 6 * 23))
        #expect(work[.layoutPasses] == 2)
      }
    }
  }

  @Test("If the first view shrinks to height 0, the published code does not move the next view")
  func comparesWithX() {
    for mode in StrategyMode.allCases {
      var other = [Int32](repeating: 44 * 64, count: 1_000)
      other[492] = 0
      let store = RowStore(heights: other.map { _ in 44 * 64 }, alternate: other)
      let options = LayoutOptions(viewport: Self.viewport, start: 500, mode: mode)
      var list = RecycledSubview(rows: store.rows, options: options)
      list.layout()
      store.flip()
      list.heightsChanged()
      let tops = [493, 494].map { list.offset(of: $0).points }
      #expect(tops == (mode == .published ? [44, 44] : [0, 44]))
    }
  }
}
