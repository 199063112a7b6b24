import ListLayout
import Replaying
import Testing

/// Tests of `all-heights`, which requests all heights when it opens. The published mode requests heights
/// again for each jump.
struct AllHeightsTests {
  private let heights = (0..<1_000).map { 20 + $0 % 50 }

  private func list(_ mode: StrategyMode) throws -> Trial {
    try StrategiesTests.list("all-heights", heights, viewport: 500, start: 0, mode: mode)
  }

  @Test(
    "Published: a jump or a row's offset requests each preceding row's height; corrected requests none",
    arguments: StrategyMode.allCases)
  func jump(mode: StrategyMode) throws {
    let list = try list(mode)
    for row in [0, 1, 600, 20, 600, 950] {
      #expect(list.asked(.jump(row: row)) == (mode == .published ? row : 0))
      #expect(list.screen.first == VisibleRow(row, at: 0, height: heights[row]))
    }
    for row in [0, 700, 1_000] {
      var offset = LayoutUnit.zero
      let work = list.work { offset = list.offset(of: row) }
      #expect(work[.heightsAsked] == (mode == .published ? row : 0))
      #expect(offset == points(heights[..<row].reduce(0, +)))
    }
  }

  @Test(
    "Opening requests all heights; motion and the row at a point request none",
    arguments: StrategyMode.allCases)
  func motion(mode: StrategyMode) throws {
    let list = try list(mode)
    #expect(list.store.counters[.heightsAsked] == 1_000)
    let work = list.work {
      for distance in [300, 5_000, -1_200, 1 << 30] { list.apply(.scroll(points(distance))) }
      list.apply(.settle)
      _ = list.row(at: points(9_000))
    }
    #expect(work[.heightsAsked] == 0)
    #expect(list.screen.last?.row == 999)
  }

  @Test(
    "A change requests all heights again; if it is above the viewport, published moves visible rows"
  )
  func change() throws {
    let published = try list(.published)
    let corrected = try list(.corrected)
    published.apply(.jump(row: 600))
    corrected.apply(.jump(row: 600))
    let change = Gesture.resize(row: 3, height: points(heights[3] + 30))
    #expect(published.asked(change) == 1_000)
    #expect(corrected.asked(change) == 1_000)
    // After the change, the bottom 30 pt of row 599, which is 69 pt tall, are on screen in the published
    // mode.
    #expect(published.screen.first == VisibleRow(599, at: -39, height: 69))
    #expect(corrected.screen.first == VisibleRow(600, at: 0, height: 20))
  }
}
