import ListLayout
import Replaying
import Strategies
import Testing

@testable import Claims

@Suite("The claims")
struct ClaimTests {
  private func laboratory() -> Laboratory {
    Laboratory(Roster.all, claims: [], budget: 0, seed: 1, isInterrupted: { false }) { _ in }
  }

  @Test("each has a name of its own, a source, an experiment, limits and two thresholds")
  func whole() {
    #expect(Set(Claim.all.map(\.id)).count == Claim.all.count)
    #expect(Set(Claim.all.map(\.post)) == Set(Post.allCases))
    for claim in Claim.all {
      #expect(!claim.sentence.words.isEmpty && !claim.experiment.isEmpty, "\(claim.id)")
      #expect(!claim.limits.isEmpty && !claim.rules.isEmpty, "\(claim.id)")
      var texts = [claim.sentence.words, claim.experiment, claim.limits]
      texts += claim.rules.map(\.reason)
      if case .changed(_, let reason) = claim.ruleState { texts.append(reason) }
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
    // The others take long in a debug build, or need times; a short `bench claims` does them all.
    arguments: [
      "pager-unnoticed", "always-centred", "offset-moves", "takes-days", "working-cell",
      "preceding-heights",
    ])
  func counted(id: String) throws {
    let claim = try #require(Claim.all.first { $0.id == id })
    let evidence = try claim.evidence(in: laboratory())
    #expect(!evidence.points.isEmpty)
    for point in evidence.points {
      #expect(point.figures.count == claim.rules.count && point.figures.allSatisfy(\.isExact))
    }
    if let details = evidence.details {
      #expect(details.rows.allSatisfy { $0.count == details.titles.count })
    }
    #expect(claim.timing == nil)
  }

  /// The copy's height decides whether the bottom rule lands where the same rows are: V mod c is
  /// what it is off by, and with c above V nothing is.
  @Test("three copies jump by the viewport modulo a copy, until a copy is as high as the viewport")
  func copies() throws {
    for (rows, jump) in [(10, 440 * 2 - 844.0), (15, 844.0 - 660), (19, 844.0 - 836), (29, 0.0)] {
      let record = try laboratory().record(
        of: "triple-copy", .published, on: .fixed(.init(points: 44)), rows: rows,
        strokes: Strokes.slowly(over: .init(points: 44 * rows * 11 / 5)))
      #expect(record.largestJump.points == jump, "\(rows) rows")
      #expect((record.roughFrames == 0) == (jump == 0))
    }
  }

  @Test("a list that is always right has a record without a blemish")
  func exact() throws {
    for id in ["fenwick", "cyclic"] {
      let record = try laboratory().record(
        of: id, .corrected, on: .chat, rows: 300, strokes: Strokes.flings())
      #expect(record.roughFrames == 0 && record.stalls == 0 && record.lost == .zero)
      #expect(record.strayFrames == 0)
      #expect(record.largestJump == .zero && record.largestDisplacement == .zero)
      #expect(record.strokes == 19 && record.strokesCutShort == 0 && record.rowsEntered > 100)
    }
  }

  @Test("a list that stops at an end shows nothing else, one that jumps back does")
  func strayFrames() throws {
    // Three pages end; ten rows in three copies are put back to other rows.
    let stop = try laboratory().record(
      of: "three-view-pager", .published, on: .pages, rows: 3,
      strokes: Strokes.pages(4, of: Laboratory.viewport))
    #expect(stop.jumps > 0 && stop.strayFrames == 0 && stop.strokesCutShort > 0)
    let back = try laboratory().record(
      of: "triple-copy", .published, on: .fixed(.init(points: 44)), rows: 10,
      strokes: Strokes.slowly(over: .init(points: 44 * 22)))
    #expect(back.strayFrames > 0)
  }

  @Test("reloads are counted with the rows that are there then")
  func reloads() throws {
    let record = try laboratory().record(
      of: "reload-window", .published, on: .fixed(.init(points: 44)), rows: 1000,
      strokes: Array(Strokes.flings().prefix(2)))
    #expect(record.reloads == 2 && record.rowsReloaded == 400)
    #expect(record.mostHeightsAsked == 200 && record.contentGrowth == .zero)
  }

  @Test("a fling that catches another goes its way, and the list rests once after both")
  func caught() {
    let (single, pairs) = (Strokes.flings(), Strokes.flingsCaughtByAnother)
    #expect(pairs.count == 19)
    for (index, pair) in pairs.enumerated() {
      #expect(pair.count { $0 == .settle } == 1 && pair.last == .settle)
      let distance = pair.reduce(0.0) { $0 + $1.points }
      let first = single[index].reduce(0.0) { $0 + $1.points }
      let next = single[(index + 1) % 19].reduce(0.0) { $0 + $1.points }
      #expect((distance < 0) == (first < 0) && abs(distance) > abs(next))
    }
  }

  @Test("rows with the post's formation are off a circle, corrected ones are on it")
  func circle() throws {
    guard Roster.all.named("ellipse:ratio=100") != nil else { return }
    let corrected = try Claim.distanceFromCircle(
      .corrected, rowHeight: .init(points: 44), in: laboratory())
    #expect(corrected.distance < 0.1 && corrected.places > 1000)
    let published = try Claim.distanceFromCircle(
      .published, rowHeight: .init(points: 44), in: laboratory())
    #expect(published.distance > corrected.distance)
  }

  @Test("every strategy that a claim names is there, with its parameters")
  func strategies() {
    for id in Set(Claim.all.compactMap(\.timing).flatMap(\.strategies)) {
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
