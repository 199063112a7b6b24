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
      for text in [claim.experiment, claim.limits] + claim.rules.map(\.reason) {
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

  @Test("the quoted ones are short")
  func quotations() {
    for claim in Claim.all where claim.sentence.isQuotation {
      #expect(claim.sentence.words.split(separator: " ").count <= 25, "\(claim.id)")
    }
  }

  @Test(
    "what is counted is exact, and has a figure for each rule in each place",
    // The others take long in a debug build; a short `bench claims` does them all.
    arguments: ["pager-unnoticed", "offset-moves", "takes-days"])
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
  }

  /// The copy's height decides whether the bottom rule lands where the same rows are: V mod c is
  /// what it is off by, and with c above V nothing is.
  @Test("three copies jump by the viewport modulo a copy, until a copy is as high as the viewport")
  func copies() throws {
    for (rows, jump) in [(10, 440 * 2 - 844.0), (15, 844.0 - 660), (19, 844.0 - 836), (29, 0.0)] {
      let course = try laboratory().course(
        of: "triple-copy", .published, on: .fixed(.init(points: 44)), rows: rows,
        strokes: Strokes.slowly(over: .init(points: 44 * rows * 11 / 5)))
      #expect(course.largestJump.points == jump, "\(rows) rows")
      #expect((course.roughFrames == 0) == (jump == 0))
    }
  }

  @Test("a list that is always right has a course without a blemish")
  func exact() throws {
    for id in ["fenwick", "cyclic"] {
      let course = try laboratory().course(
        of: id, .corrected, on: .chat, rows: 300, strokes: Strokes.flings())
      #expect(course.roughFrames == 0 && course.stalls == 0 && course.lost == .zero)
      #expect(course.largestJump == .zero && course.largestDisplacement == .zero)
      #expect(course.strokes == 19 && course.strokesCutShort == 0 && course.rowsEntered > 100)
    }
  }
}
