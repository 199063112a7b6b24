import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@testable import Posts

/// Tests of the strategy `recycled-subview` in its published and corrected modes. The strategy has a constant
/// number of row views, which it moves from one end of the content to the other.
struct RecycledSubviewTests {
  static let viewport = points(440)

  // MARK: Corrected

  @Test("The screen is exact unless more than N rows would fit, and the layout settles in one pass")
  func exactUpToN() throws {
    var checked = 0
    RandomWalk.each(try #require(StrategyRegistry.all.named("recycled-subview")), lists: 200) {
      walk in
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
        // A list with more rows than views may still be too short for the viewport, so the test checks after
        // every gesture whether the list fills the viewport.
        let bottom = list.screen.last.map { $0.y + $0.height } ?? .zero
        if list.store.count <= views || bottom >= lockstep.viewport {
          #expect(work == WorkCounters())
        }
        checked += 1
        var gesture = walk.next()
        if case .scroll(let distance) = gesture {
          // The test limits each motion to the part of the list that has views.
          let room = max(.zero, list.contentHeight - lockstep.viewport) - list.contentOffset
          gesture = .scroll(min(max(distance, -list.contentOffset), max(.zero, room)))
        }
        lockstep.apply(gesture)
      }
    }
    #expect(checked > 2_000)
  }

  /// Returns the number of rows that must be loaded to show the reference's screen. The required rows are the
  /// rows on screen, the rows of height 0 between these rows, and the rows needed to detect the list's end.
  private static func rowsNeeded(by reference: Trial) -> Int {
    guard let first = reference.screen.first, let last = reference.screen.last else { return 0 }
    let heights = reference.store.heights()
    let endsHere = heights[(last.row + 1)...].allSatisfy { $0 == 0 }
    return (endsHere ? heights.count : last.row + 1) - first.row
  }

  @Test("There are always N views, and the viewport stays within a row height of their midpoint")
  func constantNumber() throws {
    var random = SplitMix64(seed: 13)
    for highest in [44, 88, 300] {
      let heights = (0..<5_000).map { _ in 44 + random.below(highest - 43) }
      let list = try Self.list(heights, start: 2_500)
      for _ in 0..<1_000 {
        list.apply(.scroll(LayoutUnit(rawValue: Int64(random.below(300 * 64) - 140 * 64))))
        #expect(list.boundRows.count == 24)
        let centre = (list.contentHeight - Self.viewport).points / 2
        #expect(abs(list.contentOffset.points - centre) <= max(44, Double(highest) / 2))
      }
      #expect(list.store.counters[.viewsCreated] == 24)
      #expect(list.store.counters[.layoutPasses] == 1_001)
    }
  }

  @Test(
    "A frame can scroll beyond its views, because rows move before the scroll view stops at an end")
  func beyondTheViews() throws {
    for mode in StrategyMode.allCases {
      for (distance, row, y) in [(1_000, 522, -32), (-1_000, 477, -12)] {
        let list = try Self.thousandRows(mode)
        list.scroll(distance)
        #expect(list.screen.first == VisibleRow(row, at: y, height: 44))
      }
    }
  }

  @Test(
    "If 24 views of low rows do not fill the viewport, the rest is blank and motion is by whole rows"
  )
  func lowRows() throws {
    let list = try Self.list([Int](repeating: 10, count: 1_000), start: 500)
    // If the list scrolls by less than the height of a row, the motion is lost.
    for (distance, first) in [(0, 500), (7, 500), (300, 530), (-200, 510)] {
      list.scroll(distance)
      #expect(list.boundRows == Array(first..<first + 24))
    }
    list.apply(.jump(row: 300))
    #expect(list.screen.first == VisibleRow(300, at: 0, height: 10))
    #expect(list.screen.last.map { $0.y + $0.height } == points(240))
    // The number of views is computed only once. After the viewport grows to 1,100 pt, there are still 24
    // rows of 44 pt, with a total height of 1,056 pt.
    let grown = try Self.thousandRows(.corrected)
    grown.apply(.viewport(points(1_100)))
    #expect(grown.screen.last.map { $0.y + $0.height } == points(1_056))
  }

  @Test(
    "By default, DEFAULT_ROW_HEIGHT is the typical row height, so lists of low rows have more views"
  )
  func typicalRow() throws {
    let heights = [Int32](repeating: 20 * 64, count: 1_000)
    var options = LayoutOptions(viewport: Self.viewport, start: 500)
    options.takeTypicalRowHeight(of: heights)
    #expect(options.typicalRowHeight == points(20))
    for (id, views) in [("recycled-subview", 22 + 14), ("recycled-subview:row=44", 10 + 14)] {
      let entry = try #require(StrategyRegistry.all.named(id))
      #expect(entry.trial(on: .counting(heights), options: options).boundRows.count == views)
    }
    // If all rows have height 0, the typical height does not change; an average height below 1 pt counts as 1
    // pt.
    options.takeTypicalRowHeight(of: [0, 0])
    #expect(options.typicalRowHeight == points(20))
    options.takeTypicalRowHeight(of: [1])
    #expect(options.typicalRowHeight == points(1))
  }

  @Test("N = V / row + extra; rows move when the midpoints are more than a row apart")
  func parameters() throws {
    for (id, views, apart) in [
      ("", 24, 44.0), (":extra=0", 10, nil), (":extra=100", 110, 44), (":row=88", 19, 88),
      (":row=1000:extra=0", 2, nil),
    ] {
      for mode in StrategyMode.allCases {
        let list = try equalRows(
          "recycled-subview" + id, count: 1_000, viewport: 440, start: 500, mode: mode)
        #expect(list.boundRows.count == views)
        var largest = 0.0
        for _ in 0..<400 {
          list.scroll(1)
          let centre = (list.contentHeight - Self.viewport).points / 2
          largest = max(largest, list.contentOffset.points - centre)
        }
        if let apart { #expect(largest == apart) }
      }
    }
  }

  // MARK: Jumps

  @Test("A jump to the first loaded row rebuilds all views only as published")
  func jumpToFirstRow() throws {
    for mode in StrategyMode.allCases {
      let list = try telephone(mode)
      let row = try #require(list.boundRows.first)
      let work = list.work { list.apply(.jump(row: row)) }
      #expect(list.screen.first == VisibleRow(row, at: 0, height: 44))
      #expect(work[.reloads] == (mode == .published ? 1 : 0))
    }
  }

  @Test("A far jump requests N rows, and then the rows that centre the viewport")
  func farJump() throws {
    for mode in StrategyMode.allCases {
      for row in [100, 900] {
        let list = try telephone(mode)
        let work = list.work { list.apply(.jump(row: row)) }
        #expect(list.screen.first == VisibleRow(row, at: 0, height: 44))
        #expect(work[.reloads] == 1 && work[.heightsAsked] == 33 + 9)
        #expect(work[.viewsCreated] == (mode == .published ? 42 : 0))
        #expect(work[.viewsConfigured] == (mode == .published ? 42 : 33))
      }
    }
  }

  /// Returns a list with 33 row views. When the viewport is centred in the content, 304 pt of the content are
  /// above it.
  private func telephone(_ mode: StrategyMode) throws -> Trial {
    try equalRows("recycled-subview", count: 1_000, start: 500, mode: mode)
  }

  // MARK: Lists

  static func list(
    _ heights: [Int], start: Int, mode: StrategyMode = .corrected
  ) throws -> Trial {
    try StrategiesTests.list(
      "recycled-subview", heights, viewport: 440, start: start, mode: mode)
  }

  /// Returns a list with 24 row views for row 492 and the rows after it. Of the total height of these 24
  /// rows, 352 pt are above the viewport and 264 pt below it.
  static func thousandRows(_ mode: StrategyMode) throws -> Trial {
    try list([Int](repeating: 44, count: 1_000), start: 500, mode: mode)
  }

  static func reference(_ heights: [Int], start: Int) -> Trial {
    Reference.trial(
      on: RowStore(heights: heights.map { Int32($0 * 64) }),
      options: LayoutOptions(viewport: viewport, start: start), topology: .linear)
  }
}
