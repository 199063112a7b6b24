import ListLayout
import Replaying
import Strategies
import Testing

@testable import claims

@Suite("The claims")
struct ClaimTests {
  private let runner = ClaimRunner(Roster.all, claims: [], budget: 0, seed: 1)

  @Test("each has a name of its own, a source, an experiment, limits and two thresholds")
  func whole() {
    #expect(Set(Claim.all.map(\.id)).count == Claim.all.count)
    #expect(Set(Claim.all.map(\.post)) == Set(Post.allCases))
    for claim in Claim.all {
      #expect(!claim.sentence.original.isEmpty && !claim.experiment.isEmpty, "\(claim.id)")
      #expect(!claim.limits.isEmpty && !claim.rules.isEmpty, "\(claim.id)")
      var texts = [claim.sentence.original, claim.experiment, claim.limits]
      texts += claim.rules.map(\.reason)
      texts += [claim.change?.reason].compactMap(\.self)
      for text in texts {
        #expect(!text.hasSuffix(".") && !text.hasSuffix(" "), "\(claim.id): \(text)")
      }
      for rule in claim.rules {
        #expect(rule.holds.isFinite && rule.fails.isFinite && !rule.reason.isEmpty, "\(claim.id)")
        let isInOrder =
          rule.direction == .atLeast ? rule.fails <= rule.holds : rule.holds <= rule.fails
        #expect(isInOrder, "\(claim.id): \(rule.figure)")
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
    #expect(!evidence.points.isEmpty)
    for point in evidence.points {
      #expect(point.figures.count == claim.rules.count && point.figures.allSatisfy(\.isExact))
    }
    let details = evidence.details + evidence.points.flatMap(\.details)
    #expect(details.allSatisfy { $0.count == evidence.titles.count })
    #expect(claim.timings.isEmpty)
  }

  /// The copy's height decides whether the bottom rule lands where the same rows are: V mod c is
  /// what it is off by, and with c above V nothing is.
  @Test("three copies jump by the viewport modulo a copy, until a copy is as high as the viewport")
  func copies() throws {
    for (rows, jump) in [(10, 440 * 2 - 844.0), (15, 844.0 - 660), (19, 844.0 - 836), (29, 0.0)] {
      let record = try runner.record(
        of: "triple-copy", .published, on: .fixed(.init(points: 44)), rows: rows,
        GestureSequences.slowly(over: .init(points: 44 * rows * 11 / 5)))
      #expect(record.largestJump.points == jump, "\(rows) rows")
      #expect((record.roughFrames == 0) == (jump == 0))
    }
  }

  @Test("a list that is always right has a record without a blemish")
  func exact() throws {
    for id in ["fenwick", "cyclic"] {
      let record = try runner.record(
        of: id, .corrected, on: .chat, rows: 300, GestureSequences.flings())
      #expect(record.roughFrames == 0 && record.stalls == 0 && record.lost == .zero)
      #expect(record.strayFrames == 0)
      #expect(record.largestJump == .zero && record.largestDisplacement == .zero)
      #expect(record.sequences == 19 && record.cutShort == 0 && record.rowsEntered > 100)
    }
  }

  @Test("a list that stops at an end shows nothing else, one that jumps back does")
  func strayFrames() throws {
    // Three pages end; ten rows in three copies are put back to other rows.
    let stop = try runner.record(
      of: "three-view-pager", .published, on: .pages, rows: 3,
      GestureSequences.pages(4, of: ClaimRunner.viewport))
    #expect(stop.jumps > 0 && stop.strayFrames == 0 && stop.cutShort > 0)
    let back = try runner.record(
      of: "triple-copy", .published, on: .fixed(.init(points: 44)), rows: 10,
      GestureSequences.slowly(over: .init(points: 44 * 22)))
    #expect(back.strayFrames > 0)
  }

  @Test("reloads are counted with the rows that are there then")
  func reloads() throws {
    let record = try runner.record(
      of: "reload-window", .published, on: .fixed(.init(points: 44)), rows: 1000,
      Array(GestureSequences.flings().prefix(2)))
    #expect(record.reloads == 2 && record.rowsReloaded == 400)
    #expect(record.mostHeightsAsked == 200 && record.contentGrowth == .zero)
  }

  @Test("a fling that catches another goes its way, and the list rests once after both")
  func caught() {
    let (single, pairs) = (GestureSequences.flings(), GestureSequences.flingsCaughtByAnother)
    #expect(pairs.count == 19)
    for (index, pair) in pairs.enumerated() {
      #expect(pair.count { $0 == .settle } == 1 && pair.last == .settle)
      let distance = pair.reduce(0.0) { $0 + $1.points }
      let first = single[index].reduce(0.0) { $0 + $1.points }
      let next = single[(index + 1) % 19].reduce(0.0) { $0 + $1.points }
      #expect((distance < 0) == (first < 0) && abs(distance) > abs(next))
    }
  }

  @Test(
    "rows with the ratio 1 are on a circle, wherever its centre is; with the ratio 0.8 they are not"
  )
  func circle() throws {
    for mode in StrategyMode.allCases {
      let circle = try Claim.distanceFromCircle(
        mode, rowHeight: .init(points: 44), in: runner)
      #expect(circle.distance < 1 && circle.places > 1000)
      let ellipse = try Claim.distanceFromCircle(
        mode, ratio: 80, rowHeight: .init(points: 44), in: runner)
      #expect(ellipse.distance > 10)
    }
  }

  @Test("every strategy that a claim names is there, with its parameters")
  func strategies() {
    for id in Set(Claim.all.flatMap(\.timings).flatMap(\.strategies)) {
      let base = String(id.prefix { $0 != ":" })
      #expect(Roster.all.named(base) != nil, "\(id)")
      if let card = Roster.all.named(base)?.card, !card.parameters.isEmpty {
        #expect(Roster.all.named(id) != nil, "\(id)")
      }
    }
  }
}

extension Gesture {
  /// How far it scrolls.
  fileprivate var points: Double {
    if case .scroll(let distance) = self { distance.points } else { 0 }
  }
}
