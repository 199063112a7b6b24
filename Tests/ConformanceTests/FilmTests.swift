import BenchReplaying
import BenchStrategies
import Conformance
import ListLayout
import Testing

/// Tests films of lists that are so simple that their frames can be computed by hand.
@Suite struct FilmTests {
  @Test("Each frame lists its views with their positions and rows")
  func views() {
    let film = Film.record(
      flawless, mode: .corrected, script: script([60, 60, 60], [.scroll(points(70))]))
    #expect(film.frames.map(\.contentOffset) == [.zero, points(70)])
    #expect(film.frames.map { $0.views.map(\.row) } == [[0, 1], [1, 2]])
    #expect(film.frames[1].views.map(\.y) == [points(60), points(120)])
    // Row 1 keeps its view, and row 2 gets a different one.
    #expect(film.frames[0].views[1].id == film.frames[1].views[0].id)
    #expect(film.frames[1].expectedTop == points(70))
    #expect(film.summary.isExact && film.frames.allSatisfy { $0.correction == .zero })
  }

  @Test(
    "If a row is inserted above the screen, an unanchored list jumps, and an anchored one corrects its offset"
  )
  func insertion() throws {
    let script = script([60, 60, 60], [.insert(row: 0, height: points(20)), .settle])
    let jumping = Film.record(Flaw.noAnchor.contender, mode: .corrected, script: script)
    #expect(jumping.frames.map(\.jump) == [.zero, points(20), .zero])
    #expect(jumping.frames.map(\.deviation.lead) == [.zero, points(-20), points(-20)])
    #expect(jumping.summary.jumps == 1 && jumping.summary.largestJump == points(20))
    let fenwick = try #require(StrategyRegistry.all.named("fenwick"))
    let film = Film.record(fenwick, mode: .corrected, script: script)
    #expect(film.frames.map(\.correction) == [.zero, points(20), .zero])
    #expect(film.summary.isExact && film.summary.corrections == 1)
    #expect(film.frames.map(\.listHeight) == [points(180), points(200), points(200)])
  }

  @Test("Rows keep their identities through batches and moves, and inserted rows get new ones")
  func identities() {
    let height = points(20)
    let gestures: [Gesture] = [
      .scroll(points(40)),
      .batch([.insert(row: 0, height: height), .insert(row: 0, height: height)]),
      .move(from: 5, to: 0),
      .batch([.delete(row: 1), .resize(row: 0, height: height), .move(from: 0, to: 9), .follow]),
    ]
    let film = Film.record(
      flawless, mode: .corrected, script: script(Array(repeating: 20, count: 10), gestures))
    let identities = [
      Array(0..<10), Array(0..<10), [11, 10] + (0..<10), [3, 11, 10, 0, 1, 2] + (4..<10),
      [10, 0, 1, 2, 4, 5, 6, 7, 8, 3, 9],
    ]
    for (frame, rows) in zip(film.frames, identities) {
      #expect(!frame.views.isEmpty && frame.views.allSatisfy { $0.identity == rows[$0.row] })
    }
  }

  @Test("A window that stops at its edge counts as held, not as a jump")
  func held() throws {
    // The window has 200 rows of 10 pt, of which 950 pt are below the screen.
    let film = Film.record(
      try #require(StrategyRegistry.all.named("reload-window")), mode: .corrected,
      script: script(
        Array(repeating: 10, count: 1000), start: 500,
        [800, 200, 50].map { .scroll(points($0)) } + [.settle, .scroll(points(50))]))
    #expect(film.frames.map(\.isHeld) == [false, false, true, true, false, false])
    #expect(film.frames[2...3].allSatisfy { $0.deviation.slip == points(-50) })
    #expect(film.summary.jumps == 0 && film.summary.lost == points(100))
    #expect(film.frames.map(\.windowTop) == [405, 405, 405, 405, 500, 500].map { points($0 * 10) })
    // `settle` moved the window.
    #expect(film.frames[4].correction == points(-950))
  }
}
