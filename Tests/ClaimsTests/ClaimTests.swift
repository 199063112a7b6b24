import Conformance
import ListLayout
import Replaying
import Strategies
import Testing

@testable import claims

@Suite("The claims")
struct ClaimTests {
  private let runner = ClaimRunner(Roster.all, seed: 1)

  @Test("each has a name of its own, a post, an experiment and rules with two thresholds in order")
  func whole() {
    #expect(Set(Claim.all.map(\.id)).count == Claim.all.count)
    #expect(Set(Claim.all.map(\.post)) == Set(Claim.posts.values))
    #expect(Claim.all.map(\.id).sorted() == Experiment.all.map(\.id).sorted())
    for id in Set(Claim.all.flatMap(\.timings).flatMap(\.strategies)) {
      #expect(Roster.all.named(id) != nil, "\(id)")
    }
    for claim in Claim.all {
      let texts =
        [claim.words, claim.experiment, claim.limits, claim.changed ?? "-"]
        + claim.rules.map(\.because)
      #expect(texts.allSatisfy { !$0.isEmpty && $0.last != "." && $0.last != " " }, "\(claim.id)")
      #expect(!claim.rules.isEmpty, "\(claim.id)")
      for rule in claim.rules {
        #expect((rule.atLeast == nil) != (rule.atMost == nil), "\(claim.id): \(rule.figure)")
        #expect(
          rule.atLeast.map { rule.no <= $0 } ?? true && rule.atMost.map { $0 <= rule.no } ?? true)
      }
    }
  }

  @Test(
    "what is counted is exact, and has a figure for each rule in each place",
    // The others take long in a debug build, or need times; CI's `claims --check` does them all.
    arguments: [
      "pager-unnoticed", "always-centred", "offset-moves", "takes-days", "working-cell",
      "preceding-heights",
    ])
  func counted(id: String) throws {
    let claim = try #require(Claim.all.first { $0.id == id })
    let evidence = try claim.evidence(runner)
    #expect(!evidence.points.isEmpty && claim.timings.isEmpty)
    for point in evidence.points {
      #expect(point.figures.count == claim.rules.count && point.figures.allSatisfy(\.isExact))
    }
    #expect(evidence.details.allSatisfy { $0.count == evidence.titles.count })
  }

  /// The copy's height decides whether the bottom rule lands where the same rows are: V mod c is
  /// what it is off by, and with c above V nothing is.
  @Test("three copies jump by the viewport modulo a copy, until a copy is as high as the viewport")
  func copies() throws {
    for (rows, jump) in [(10, 440 * 2 - 844.0), (15, 844.0 - 660), (19, 844.0 - 836), (29, 0.0)] {
      let record = try runner.record(
        of: "triple-copy", on: Experiment.rows44, rows: rows,
        [[Gesture]].finger(at: 60, frames: 44 * rows * 22 / 5).andBack)
      #expect(record.largestJump == jump, "\(rows) rows")
      #expect((record.count(where: \.isRough) == 0) == (jump == 0))
    }
  }

  @Test(
    "a list that is always right has a record without a blemish", arguments: ["fenwick", "cyclic"])
  func exact(id: String) throws {
    let record = try runner.record(of: id, .corrected, on: .chat, rows: 300)
    #expect(record.count { $0.isRough || $0.isStray || $0.deviation.differs } == 0)
    #expect(record.stalls == 0 && record.lost == 0 && record.largestJump == 0)
    #expect(record.sequences.count == 19 && record.cutShort == 0 && record.rowsEntered > 100)
  }

  @Test("a list that stops at an end shows nothing else, one that jumps back does")
  func strayFrames() throws {
    // Three pages end; ten rows in three copies are put back to other rows.
    let stop = try runner.record(of: "three-view-pager", on: .pages, rows: 3, .pages(4))
    #expect(stop.count(where: \.isJump) > 0 && stop.count(where: \.isStray) == 0)
    #expect(stop.cutShort > 0)
    let back = try runner.record(
      of: "triple-copy", on: Experiment.rows44, rows: 10, .finger(at: 60, frames: 44 * 44))
    #expect(back.count(where: \.isStray) > 0)
  }

  @Test("reloads are counted with the rows that are there then")
  func reloads() throws {
    let record = try runner.record(
      of: "reload-window", on: Experiment.rows44, rows: 1000,
      Array([[Gesture]].flings().prefix(2)))
    #expect(record.sum(.reloads) == 2 && record.frames.allSatisfy { $0.rowsInContent == 200 })
    #expect(record.most { $0.work[.heightsAsked] } == 200 && record.contentGrowth == .zero)
  }

  @Test("a fling that catches another goes its way, and the list rests once after both")
  func caught() {
    let (single, pairs) = ([[Gesture]].flings(), [[Gesture]].flingsCaughtByAnother)
    #expect(pairs.count == 19)
    for (index, pair) in pairs.enumerated() {
      #expect(pair.count { $0 == .settle } == 1 && pair.last == .settle)
      let (first, next) = (single[index].points, single[(index + 1) % 19].points)
      #expect((pair.points < 0) == (first < 0) && abs(pair.points) > abs(next))
    }
  }

  @Test(
    "rows with the ratio 1 are on a circle, wherever its centre is; with the ratio 0.8 they are not",
    arguments: StrategyMode.allCases)
  func circle(mode: StrategyMode) throws {
    let circle = try Experiment.distanceFromCircle(mode, rowHeight: 44, in: runner)
    #expect(circle.distance < 1 && circle.places > 1000)
    let ellipse = try Experiment.distanceFromCircle(mode, ratio: 80, rowHeight: 44, in: runner)
    #expect(ellipse.distance > 10)
  }

}

extension [Gesture] {
  /// How far they scroll.
  fileprivate var points: Double {
    reduce(0) { if case .scroll(let distance) = $1 { $0 + distance.points } else { $0 } }
  }
}
