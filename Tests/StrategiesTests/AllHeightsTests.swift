import ListLayout
import Replaying
import Testing

/// Tests of `all-heights`, which requests all heights when it opens and after each change. The published mode
/// requests heights again for each jump.
struct AllHeightsTests {
  private let heights = (0..<1_000).map { 20 + $0 % 50 }

  @Test(
    "Published: a jump or a row's offset requests each preceding row's height; corrected requests none",
    arguments: StrategyMode.allCases)
  func jump(mode: StrategyMode) throws {
    let list = try list("all-heights", heights, viewport: 500, mode: mode)
    #expect(list.store.counters[.heightsAsked] == 1_000)
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
    let motion = list.work {
      for distance in [300, 5_000, -1_200, 1 << 30] { list.scroll(distance) }
      list.settle()
      _ = list.row(at: points(9_000))
    }
    #expect(motion[.heightsAsked] == 0 && list.screen.last?.row == 999)
    #expect(list.asked(.resize(row: 3, height: points(53))) == 1_000)
  }
}
