import Conformance
import ListLayout
import Replaying
import Testing

@testable import Posts

/// Every height asked up front, and for each jump again as published.
struct AllHeightsTests {
  private let heights = (0..<1_000).map { 20 + $0 % 50 }

  private func list(_ mode: StrategyMode) -> Driven<AllHeights<PlainRows>> {
    Driven(AllHeights<PlainRows>.self, heights: heights, viewport: 500, mode: mode)
  }

  private func asked(of list: Driven<AllHeights<PlainRows>>, _ action: () -> Void) -> Int {
    let before = list.store.counters[.heightsAsked]
    action()
    return list.store.counters[.heightsAsked] - before
  }

  @Test("Opening asks for all heights, once", arguments: StrategyMode.allCases)
  func opening(mode: StrategyMode) {
    #expect(list(mode).store.counters[.heightsAsked] == 1_000)
  }

  @Test("Published: a jump asks for each preceding row's height; corrected has them")
  func jump() {
    let published = list(.published)
    let corrected = list(.corrected)
    for row in [0, 1, 600, 20, 600, 950] {
      #expect(asked(of: published) { published.apply(.jump(row: row)) } == row)
      #expect(asked(of: corrected) { corrected.apply(.jump(row: row)) } == 0)
      #expect(published.screen == corrected.screen)
    }
    #expect(published.screen.first?.row == 950)
  }

  @Test("Published: so does the question where a row is")
  func offset() {
    let published = list(.published)
    let corrected = list(.corrected)
    for row in [0, 700, 1_000] {
      var offsets: [LayoutUnit] = []
      #expect(asked(of: published) { offsets.append(published.list.offset(of: row)) } == row)
      #expect(asked(of: corrected) { offsets.append(corrected.list.offset(of: row)) } == 0)
      #expect(offsets == Array(repeating: points(heights[..<row].reduce(0, +)), count: 2))
    }
  }

  @Test("Motion and the row at a point ask for nothing", arguments: StrategyMode.allCases)
  func motion(mode: StrategyMode) {
    let list = list(mode)
    let asked = asked(of: list) {
      for distance in [300, 5_000, -1_200, 1 << 30] { list.apply(.scroll(points(distance))) }
      list.apply(.settle)
      _ = list.list.row(at: points(9_000))
    }
    #expect(asked == 0)
    #expect(list.screen.last?.row == 999)
  }

  @Test("A change asks for all heights again; above the viewport, published moves what is read")
  func change() {
    let published = list(.published)
    let corrected = list(.corrected)
    published.apply(.jump(row: 600))
    corrected.apply(.jump(row: 600))
    let change = Gesture.resize(row: 3, height: points(heights[3] + 30))
    #expect(asked(of: published) { published.apply(change) } == 1_000)
    #expect(asked(of: corrected) { corrected.apply(change) } == 1_000)
    // Row 599 is 69 pt high; 30 of them have come down into sight.
    #expect(published.screen.first == VisibleRow(599, at: -39, height: 69))
    #expect(corrected.screen.first == VisibleRow(600, at: 0, height: 20))
  }
}

private func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }
