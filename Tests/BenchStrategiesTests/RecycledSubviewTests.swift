import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import PostStrategies

/// Tests of `recycled-subview`, which moves a constant number of row views from one end of the content to the
/// other.
struct RecycledSubviewTests {
  private static let viewport = points(440)

  private static func list(
    _ heights: [Int], start: Int, mode: StrategyMode = .corrected, _ parameters: String = ""
  ) throws -> Trial {
    try BenchStrategiesTests.list(
      "recycled-subview" + parameters, heights, viewport: 440, start: start, mode: mode)
  }

  /// Returns a list with 24 row views, starting with row 492. Of their total height, 352 pt are above the
  /// viewport and 264 pt below it.
  private static func thousandRows(_ mode: StrategyMode) throws -> Trial {
    try list([Int](repeating: 44, count: 1_000), start: 500, mode: mode)
  }

  // MARK: Views

  @Test("The screen is exact unless more than N rows would fit, and layout settles in one pass")
  func exactUpToN() throws {
    var checked = 0
    RandomWalk.each(try strategy("recycled-subview"), lists: 200) { walk in
      let (lockstep, list) = (walk.lockstep, walk.lockstep.list)
      let views = Int(lockstep.viewport.rawValue + 22 * 64) / (44 * 64) + 14
      for step in 0..<40 {
        guard Self.rowsNeeded(by: lockstep.reference) <= views else { break }
        guard lockstep.now.screen == lockstep.now.expected else {
          Issue.record("before step \(step)")
          return
        }
        var work = list.work { list.layout() }
        #expect(work[.layoutPasses] == 1)
        work[.layoutPasses] = 0
        // Even a list with more rows than views may be too short for the viewport, so check after every
        // gesture whether the viewport is filled.
        let bottom = list.screen.last.map { $0.y + $0.height } ?? .zero
        if list.store.count <= views || bottom >= lockstep.viewport {
          #expect(work == WorkCounters())
        }
        checked += 1
        var gesture = walk.next()
        if case .scroll(let distance) = gesture {
          // Limit each motion to the part of the list that has views.
          let room = max(.zero, list.contentHeight - lockstep.viewport) - list.contentOffset
          gesture = .scroll(min(max(distance, -list.contentOffset), max(.zero, room)))
        }
        lockstep.apply(gesture)
      }
    }
    #expect(checked > 2_000)
  }

  /// Returns the number of rows that must be loaded to match the reference on screen. This includes the rows
  /// on screen, zero-height rows between them, and the rows needed to detect the end of the list.
  private static func rowsNeeded(by reference: Trial) -> Int {
    guard let first = reference.screen.first, let last = reference.screen.last else { return 0 }
    let heights = reference.store.heights()
    let endsHere = heights[(last.row + 1)...].allSatisfy { $0 == 0 }
    return (endsHere ? heights.count : last.row + 1) - first.row
  }

  @Test("There are always N views, whose midpoint stays within a row height of the viewport's")
  func constantNumber() throws {
    var random = SplitMix64(seed: 13)
    for highest in [44, 88, 300] {
      let heights = (0..<5_000).map { _ in 44 + random.below(highest - 43) }
      let list = try Self.list(heights, start: 2_500, ":row=44")
      var first = list.boundRows.first
      for _ in 0..<1_000 {
        let work = list.work(
          .scroll(LayoutUnit(rawValue: Int64(random.below(300 * 64) - 140 * 64))))
        #expect(list.boundRows.count == 24)
        // Moving rows sets the content offset, which triggers another pass.
        #expect(work[.layoutPasses] == (list.boundRows.first == first ? 1 : 2))
        first = list.boundRows.first
        let centre = (list.contentHeight - Self.viewport).points / 2
        #expect(abs(list.contentOffset.points - centre) <= max(44, Double(highest) / 2))
      }
      #expect(list.store.counters[.viewsCreated] == 24)
    }
  }

  @Test("If 24 short rows do not fill the viewport, the rest is blank and motion is by whole rows")
  func lowRows() throws {
    let list = try Self.list([Int](repeating: 10, count: 1_000), start: 500, ":row=44")
    // Scrolling by less than a row's height is lost.
    for (distance, first) in [(0, 500), (7, 500), (300, 530), (-200, 510)] {
      list.scroll(distance)
      #expect(list.boundRows == Array(first..<first + 24))
    }
    list.apply(.jump(row: 300))
    #expect(list.screen.first == VisibleRow(300, at: 0, height: 10))
    #expect(list.screen.last.map { $0.y + $0.height } == points(240))
    // The number of views is computed only once, so a viewport that grows to 1,100 pt still has 24 rows of 44
    // pt, or 1,056 pt.
    let grown = try Self.thousandRows(.corrected)
    grown.apply(.viewport(points(1_100)))
    #expect(grown.screen.last.map { $0.y + $0.height } == points(1_056))
  }

  @Test("By default, DEFAULT_ROW_HEIGHT is the typical row height, so short rows get more views")
  func typicalRow() throws {
    let heights = [Int32](repeating: 20 * 64, count: 1_000)
    var options = LayoutOptions(viewport: Self.viewport, start: 500)
    options.takeTypicalRowHeight(of: heights)
    for (id, views) in [("recycled-subview", 22 + 14), ("recycled-subview:row=44", 10 + 14)] {
      let list = try strategy(id).trial(on: .counting(heights), options: options)
      #expect(list.boundRows.count == views)
    }
    // If all rows have height 0, the typical height keeps its default; any other average below 1 pt counts as
    // 1 pt.
    for (heights, typical) in [([0, 0], 20), ([1], 1)] as [([Int32], Int)] {
      options.takeTypicalRowHeight(of: heights)
      #expect(options.typicalRowHeight == points(typical))
    }
  }

  @Test("N = V / row + extra, and rows move when the midpoints are more than a row apart")
  func parameters() throws {
    for (parameters, views, apart) in [
      ("", 24, 44.0), (":extra=0", 10, nil), (":extra=100", 110, 44), (":row=88", 19, 88),
      (":row=1000:extra=0", 2, nil),
    ] {
      for mode in StrategyMode.allCases {
        let list = try equalRows(
          "recycled-subview" + parameters, count: 1_000, viewport: 440, start: 500, mode: mode)
        #expect(list.boundRows.count == views)
        let distances = (0..<400).map { _ in
          list.scroll(1)
          return list.contentOffset.points - (list.contentHeight - Self.viewport).points / 2
        }
        if let apart { #expect(distances.max() == apart) }
      }
    }
  }

  @Test("The start row is at the top of the first screen")
  func firstScreen() throws {
    for mode in StrategyMode.allCases {
      // There are N = 440 / 44 + 14 = 24 views. In the post's terms, row 500 is "yesterday" and row 501 is
      // "today". The first view shows the day twelve days before today.
      let list = try Self.thousandRows(mode)
      #expect(list.screen.first == VisibleRow(500, at: 0, height: 44))
      // The content is 1,056 pt tall, so the viewport is centred at an offset of (1,056 - 440) / 2 = 308 pt.
      // Row view 11 starts at y = 484 pt. Three row views move to the bottom, because 484 - 3 x 44 = 352 pt
      // is within 44 pt of 308 pt.
      #expect(list.boundRows == Array(492..<516) && list.contentOffset == points(352))
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

  /// Scrolls a list by at most 40 pt in each of 1,000 frames.
  struct Uneven: CustomTestStringConvertible {
    var testDescription: String
    var parameters = ""
    /// Row height in points for a random number from 0 to 99.
    var height: @Sendable (Int) -> Int
    /// Number of frames whose layout does not settle.
    var cut: Int
  }

  @Test(
    "With rows taller than twice DEFAULT_ROW_HEIGHT, only the fixed layout settles",
    arguments: [
      Uneven(testDescription: "1 to 300 pt, 150 pt on average", height: { 1 + 3 * $0 }, cut: 0),
      Uneven(
        testDescription: "44 pt, one row in ten 300 pt, 70 pt on average",
        height: { $0 < 10 ? 300 : 44 }, cut: 266),
      Uneven(
        testDescription: "1 to 300 pt, DEFAULT_ROW_HEIGHT 44 pt", parameters: ":row=44",
        height: { 1 + 3 * $0 }, cut: 334),
    ])
  func livelock(list: Uneven) throws {
    var random = SplitMix64(seed: 2)
    let heights = (0..<5_000).map { _ in Int32(list.height(random.below(100))) * 64 }
    var options = LayoutOptions(viewport: Self.viewport, start: 2_500)
    options.takeTypicalRowHeight(of: heights)
    let script = GestureScript(
      heights: heights, options: options,
      gestures: (0..<1_000).map { _ in
        .scroll(LayoutUnit(rawValue: Int64(random.below(80 * 64)) - 40 * 64))
      })
    let strategy = try strategy("recycled-subview" + list.parameters)
    let published = Deviation.measure(strategy, mode: .published, script: script)
    #expect(published.layoutsCut == list.cut)
    #expect(Deviation.measure(strategy, mode: .corrected, script: script).isZero)
  }

  @Test("With rows of up to 88 pt, a stale midpoint costs 11 of 2,000 frames more than two passes")
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
        // Scroll until the viewport is centred, with the content's top 308 pt above the viewport's.
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

  @Test("If the first view shrinks to 0, its neighbour stays, because the code compares x")
  func comparesWithX() {
    for mode in StrategyMode.allCases {
      let heights = [Int32](repeating: 44 * 64, count: 1_000)
      var other = heights
      other[492] = 0
      let store = RowStore(heights: heights, alternate: other)
      let options = LayoutOptions(viewport: Self.viewport, start: 500, mode: mode)
      var list = RecycledSubview(rows: store.rows, options: options)
      list.layout()
      #expect(list.origin(of: 493) == 492)
      store.flip()
      list.heightsChanged()
      // Row 493 belongs at offset 0, because row 492, shown by the first view, now has height 0.
      let tops = [493, 494].map { list.offset(of: $0).points }
      #expect(tops == (mode == .published ? [44, 44] : [0, 44]))
    }
  }

  @Test("The posted jump never reaches the last row; the fixed one reaches any row")
  func lastRow() throws {
    for mode in StrategyMode.allCases {
      // Rows are as tall as the viewport, so that a jump can put the last row at the top.
      let list = try Self.list([Int](repeating: 440, count: 1_000), start: 500, mode: mode)
      for (row, shown) in [(999, mode == .published ? 998 : 999), (300, 300), (0, 0)] {
        list.apply(.jump(row: row))
        #expect(list.screen.first?.row == shown)
      }
    }
  }
}
