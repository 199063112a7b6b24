import BenchReplaying
import BenchStrategies
import ListLayout
import Testing

@testable import BenchClaims

@Suite("Motion")
struct MotionTests {
  private let runner = ClaimRunner(StrategyRegistry.all, seed: 1)

  @Test("An exact list records no deviations", arguments: ["fenwick", "cyclic"])
  func exact(id: String) throws {
    let motion = Motion.fresh
    let record = try #require(
      try runner.records(of: id, .corrected, on: .chat, rows: 300, motion.singles(), motion).first)
    #expect(record.frames > 1000 && record.rough == 0 && record.stray == 0 && record.stalls == 0)
    #expect(record.lost == .zero && record.largestSlip == .zero && record.cutShort == 0)
  }

  @Test(
    "Frames in which a list jumps back are counted as stray, but not those in which it stops at its end"
  )
  func strayFrames() throws {
    // A pager with three pages stops at its first and last page. A list made of three copies of ten rows
    // jumps back, and shows different rows after the jump.
    let motion = Motion.recorded
    let stop = try runner.records(
      of: "three-view-pager", on: .pages, rows: 3, motion.pages(4), motion)
    #expect(stop.allSatisfy { $0.rough > 0 && $0.stray == 0 && $0.cutShort > 0 })
    let back = try runner.records(
      of: "triple-copy:guard=0", on: .rows44, rows: 10, motion.drag(at: 60, seconds: 16), motion)
    #expect(back.contains { $0.stray > 0 })
  }

  @Test(
    "All rows lie on a circle if the ellipse's radii are equal, but not if their ratio is 0.8",
    arguments: StrategyMode.allCases)
  func circle(mode: StrategyMode) throws {
    func distances(_ ratio: Int) throws -> [Double] {
      try runner.distancesFromCircle(mode, ratio: ratio, rowHeight: 44, .fresh)
    }
    #expect(try distances(100).allSatisfy { $0 < 1 })
    #expect(try distances(80).allSatisfy { $0 > 10 })
  }
}
