import ListLayout
import Replaying
import Testing

/// Every height asked up front, and for each jump again as published.
struct AllHeightsTests {
  private let heights = (0..<1_000).map { 20 + $0 % 50 }

  private func list(_ mode: StrategyMode) throws -> Trial {
    try StrategiesTests.list("all-heights", heights, viewport: 500, start: 0, mode: mode)
  }

  @Test("Published: a jump asks for each preceding row's height; corrected has them")
  func jump() throws {
    let published = try list(.published)
    let corrected = try list(.corrected)
    for row in [0, 1, 600, 20, 600, 950] {
      #expect(published.asked(.jump(row: row)) == row)
      #expect(corrected.asked(.jump(row: row)) == 0)
      #expect(published.screen == corrected.screen)
    }
    #expect(published.screen.first?.row == 950)
  }

  @Test("Published: so does the question where a row is")
  func offset() throws {
    let published = try list(.published)
    let corrected = try list(.corrected)
    for row in [0, 700, 1_000] {
      var offsets: [LayoutUnit] = []
      let work = [published, corrected].map { list in
        list.work { offsets.append(list.offset(of: row)) }
      }
      #expect(work.map { $0[.heightsAsked] } == [row, 0])
      #expect(offsets == Array(repeating: points(heights[..<row].reduce(0, +)), count: 2))
    }
  }

  @Test(
    "Opening asks for all heights; motion and the row at a point for none",
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

  @Test("A change asks for all heights again; above the viewport, published moves what is read")
  func change() throws {
    let published = try list(.published)
    let corrected = try list(.corrected)
    published.apply(.jump(row: 600))
    corrected.apply(.jump(row: 600))
    let change = Gesture.resize(row: 3, height: points(heights[3] + 30))
    #expect(published.asked(change) == 1_000)
    #expect(corrected.asked(change) == 1_000)
    // Row 599 is 69 pt high; 30 of them have come down into sight.
    #expect(published.screen.first == VisibleRow(599, at: -39, height: 69))
    #expect(corrected.screen.first == VisibleRow(600, at: 0, height: 20))
  }
}

private func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }
