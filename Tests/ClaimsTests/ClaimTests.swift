import Conformance
import Foundation
import ListLayout
import Replaying
import Strategies
import Testing

@testable import claims

@Suite("The claims")
struct ClaimTests {
  private let runner = ClaimRunner(StrategyRegistry.all, seed: 1)

  @Test("each has a name of its own, a post, an experiment and rules with two thresholds in order")
  func whole() {
    #expect(Set(Claim.all.map(\.id)).count == Claim.all.count)
    #expect(Set(Claim.all.map(\.post)) == Set(Claim.posts.values) && Claim.all.count <= 15)
    // At least one for each technique, and the table of techniques has them all.
    let posts = StrategyRegistry.all.map(\.descriptor).filter { $0.group == .posts }.map(\.id)
    #expect(Set(Claim.all.map(\.technique)) == Set(posts))
    #expect(Claim.techniques.map(\.id).sorted() == posts.sorted())
    #expect(Claim.all.map(\.id).sorted() == Experiment.all.map(\.id).sorted())
    for id in Set(Claim.all.flatMap(\.timings).flatMap(\.strategies)) {
      #expect(StrategyRegistry.all.named(id) != nil, "\(id)")
    }
    for claim in Claim.all {
      let texts =
        [claim.words, claim.short, claim.experiment, claim.first, claim.limits]
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
    arguments: ["variable-heights", "working-cell", "ratio-circle"])
  func counted(id: String) throws {
    let claim = try #require(Claim.all.first { $0.id == id })
    let finding = try claim.finding(runner)
    #expect(finding.evidence.count == 2 && claim.timings.isEmpty)
    for evidence in finding.evidence {
      #expect(!evidence.points.isEmpty)
      for point in evidence.points {
        #expect(point.figures.count == claim.rules.count && point.figures.allSatisfy(\.isExact))
      }
      #expect(evidence.details.allSatisfy { $0.count == evidence.titles.count })
    }
  }

  @Test("the document of this revision has these rules, and nine short rows on the techniques")
  func document() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("../../results/CLAIMS.md"), encoding: .utf8)
    #expect(text.contains("\n\(Report.frozen)\n"))
    let table = try #require(text.components(separatedBy: "<!-- begin authors -->\n").last)
    let rows = table.components(separatedBy: "\n<!-- end authors -->")[0].split(separator: "\n")
    #expect(rows.count == 2 + 9)
    for cell in rows.flatMap({ $0.components(separatedBy: " | ") }) {
      #expect(cell.count <= 120, "\(cell)")
    }
  }

  @Test("the two motions have ten starts and 19 flings each, and share neither")
  func motions() {
    let (recorded, fresh) = (Motion.recorded, Motion.fresh)
    for motion in Motion.all {
      #expect(motion.starts.count == 10 && motion.flings.count == 19)
      #expect(motion.starts.allSatisfy { 0.04 < $0 && $0 < 0.96 })
      let turn = motion.pages(1)[0].points
      #expect(turn == ClaimRunner.viewport.points)
      #expect(motion.onwards().allSatisfy { $0.points > 0 })
    }
    #expect(Set(recorded.flings).isDisjoint(with: fresh.flings))
    #expect(Set(recorded.starts).isDisjoint(with: fresh.starts))
    // From 500 to 7,500 pt/s: no frame of 60 Hz moves further.
    let frames = fresh.flings.flatMap(\.frames)
    #expect(frames.map(\.magnitude).max()?.points ?? 0 <= 125)
  }

  @Test(
    "a list that is always right has a record without a blemish", arguments: ["fenwick", "cyclic"])
  func exact(id: String) throws {
    let motion = Motion.fresh
    let record = try #require(
      try runner.records(of: id, .corrected, on: .chat, rows: 300, motion.singles(), motion).first)
    #expect(record.count { $0.isRough || $0.isStray || $0.deviation.differs } == 0)
    #expect(record.stalls == 0 && record.lost == 0 && record.largestSlip == 0)
    #expect(record.sequences.count == 19 && record.cutShort == 0 && record.heightsPerRow >= 0)
  }

  @Test("a list that stops at an end shows nothing else, one that jumps back does")
  func strayFrames() throws {
    // Three pages end; ten rows in three copies are put back to other rows.
    let motion = Motion.recorded
    let stop = try runner.records(
      of: "three-view-pager", on: .pages, rows: 3, motion.pages(4), motion)
    #expect(
      stop.allSatisfy { $0.count(where: \.isUnsteady) > 0 && $0.count(where: \.isStray) == 0 })
    #expect(stop.allSatisfy { $0.cutShort > 0 })
    let back = try runner.records(
      of: "triple-copy:guard=0", on: Experiment.rows44, rows: 10,
      motion.finger(at: 60, seconds: 16), motion)
    #expect(back.contains { $0.count(where: \.isStray) > 0 })
  }

  @Test("a fling that catches another goes its way, and the list rests once after both")
  func caught() {
    for motion in Motion.all {
      let (single, pairs) = (motion.singles(), motion.pairs)
      #expect(pairs.count == 19)
      for (index, pair) in pairs.enumerated() {
        #expect(pair.count { $0 == .settle } == 1 && pair.last == .settle)
        let (first, next) = (single[index].points, single[(index + 1) % 19].points)
        #expect((pair.points < 0) == (first < 0) && abs(pair.points) > abs(next))
      }
    }
  }

  @Test(
    "rows with the ratio 1 are on a circle, wherever its centre is; with the ratio 0.8 they are not",
    arguments: StrategyMode.allCases)
  func circle(mode: StrategyMode) throws {
    func distances(_ ratio: Int) throws -> [Double] {
      try Experiment.distancesFromCircle(mode, ratio: ratio, rowHeight: 44, in: runner, .fresh)
    }
    #expect(try distances(100).allSatisfy { $0 < 1 })
    #expect(try distances(80).allSatisfy { $0 > 10 })
  }
}

extension [Gesture] {
  /// How far they scroll.
  fileprivate var points: Double {
    reduce(0) { if case .scroll(let distance) = $1 { $0 + distance.points } else { $0 } }
  }
}
