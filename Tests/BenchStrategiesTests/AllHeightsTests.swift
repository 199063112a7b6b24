import BenchReplaying
import ListLayout
import Testing

/// Tests of `all-heights`, which requests all heights when it opens and after each change. `PostTableTests`
/// checks how many heights published mode requests for jumps and offsets.
struct AllHeightsTests {
  @Test("Neither scrolling nor hit testing requests any height", arguments: StrategyMode.allCases)
  func motion(mode: StrategyMode) throws {
    let list = try list("all-heights", (0..<1_000).map { 20 + $0 % 50 }, viewport: 500, mode: mode)
    #expect(list.store.counters[.heightsAsked] == 1_000)
    let motion = list.work {
      for distance in [300, 5_000, -1_200, 1 << 30] { list.scroll(distance) }
      list.settle()
      _ = list.row(at: points(9_000))
    }
    #expect(motion[.heightsAsked] == 0 && list.screen.last?.row == 999)
    #expect(list.asked(.resize(row: 3, height: points(53))) == 1_000)
  }
}
