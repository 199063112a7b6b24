import BenchReplaying
import BenchStrategies
import ListLayout
import Testing

@testable import BenchClaims

@Suite("Motion")
struct MotionTests {
  private let runner = ClaimRunner(StrategyRegistry.all, seed: 1)

  @Test("Each motion has ten starts and 19 flings, and the two motions share none")
  func motions() {
    let (recorded, fresh) = (Motion.recorded, Motion.fresh)
    for motion in Motion.all {
      #expect(motion.starts.count == 10 && motion.flings.count == 19)
      #expect(motion.starts.allSatisfy { 0.04 < $0 && $0 < 0.96 })
      #expect(motion.pages(1)[0].points == ClaimRunner.viewport.points)
      #expect(motion.onwards().allSatisfy { $0.points > 0 })
      let single = motion.singles()
      #expect(motion.pairs.count == 19)
      for (index, pair) in motion.pairs.enumerated() {
        // The list comes to rest only once, after the second fling.
        #expect(pair.count { $0 == .settle } == 1 && pair.last == .settle)
        let (first, next) = (single[index].points, single[(index + 1) % 19].points)
        #expect((pair.points < 0) == (first < 0) && abs(pair.points) > abs(next))
      }
    }
    #expect(Set(recorded.flings).isDisjoint(with: fresh.flings))
    #expect(Set(recorded.starts).isDisjoint(with: fresh.starts))
  }

  @Test("An exact list records no deviations", arguments: ["fenwick", "cyclic"])
  func exact(id: String) throws {
    let motion = Motion.fresh
    let record = try #require(
      try runner.records(of: id, .corrected, on: .chat, rows: 300, motion.singles(), motion).first)
    #expect(record.frames > 1000 && record.rough == 0 && record.stray == 0 && record.stalls == 0)
    #expect(record.lost == .zero && record.largestSlip == .zero && record.cutShort == 0)
  }

  @Test("Stray frames occur when a list jumps back, but not when it stops at an end")
  func strayFrames() throws {
    // A pager with three pages stops at its first and last page. A list made of three copies of ten rows
    // jumps back, and shows different rows after the jump.
    let motion = Motion.recorded
    let stop = try runner.records(
      of: "three-view-pager", on: .pages, rows: 3, motion.pages(4), motion)
    #expect(stop.allSatisfy { $0.rough > 0 && $0.stray == 0 && $0.cutShort > 0 })
    let back = try runner.records(
      of: "triple-copy:guard=0", on: .rows44, rows: 10,
      motion.drag(at: 60, seconds: 16), motion)
    #expect(back.contains { $0.stray > 0 })
  }

  @Test(
    "With a ratio of 1, rows are on a circle wherever its centre is; with 0.8 they are not",
    arguments: StrategyMode.allCases)
  func circle(mode: StrategyMode) throws {
    func distances(_ ratio: Int) throws -> [Double] {
      try runner.distancesFromCircle(mode, ratio: ratio, rowHeight: 44, .fresh)
    }
    #expect(try distances(100).allSatisfy { $0 < 1 })
    #expect(try distances(80).allSatisfy { $0 > 10 })
  }
}

extension [Gesture] {
  /// Total scrolled distance in points.
  fileprivate var points: Double {
    reduce(0) { if case .scroll(let distance) = $1 { $0 + distance.points } else { $0 } }
  }
}
