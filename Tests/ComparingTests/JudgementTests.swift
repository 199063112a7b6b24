import Measuring
import Testing

@testable import Comparing

@Suite("Judgements")
struct JudgementTests {
  private func comparison(_ percents: [Double]) throws -> Comparison {
    try ComparisonTests.comparison(percents, perVisit: 1)
  }

  @Test("one comparison alone needs less evidence than the same among many")
  func table() throws {
    let clear = try comparison([5, 6, 7, 8, 9, 9])
    #expect(Judgement.table([clear], confidence: 0.95).map(\.verdict) == [.slower])
    let among = Judgement.table([clear, clear, clear], confidence: 0.95)
    #expect(among.map(\.verdict) == [.unresolved, .unresolved, .unresolved])
    #expect(among.map(\.adjustedP) == [0.09375, 0.09375, 0.09375])
    #expect(Judgement.table([], confidence: 0.95).isEmpty)
  }

  @Test("all four verdicts in one table")
  func verdicts() throws {
    let many = (0..<12).map { Double($0 % 3) / 10 }
    let judgements = Judgement.table(
      [
        try comparison(many.map { $0 + 5 }), try comparison(many.map { $0 - 5 }),
        try comparison(many), try comparison(many.enumerated().map { $1 + Double($0 % 2) * 4 }),
      ], confidence: 0.95)
    #expect(judgements.map(\.verdict) == [.slower, .faster, .equivalent, .unresolved])
    #expect(judgements[0].roundsNeeded == nil)
    #expect(judgements[3].roundsNeeded != nil)
    #expect(try #require(judgements[3].detectable) > 0.01)
  }

  @Test("every verdict's name reads back")
  func names() {
    for verdict in [Verdict.faster, .slower, .equivalent, .unresolved, .withheld] {
      #expect(Verdict(name: verdict.name) == verdict)
    }
    #expect(Verdict(name: "better") == nil)
  }
}

@Suite("The null control")
struct NullControlTests {
  private func judged(_ percent: Double) throws -> Judgement {
    let rounds = (0..<12).map { percent + Double($0 % 3) / 10 }
    return Judgement.table(
      [try ComparisonTests.comparison(rounds, perVisit: 1)], confidence: 0.95)[0]
  }

  private func control(_ percent: Double) throws -> NullControl {
    NullControl(
      try ComparisonTests.comparison(
        (0..<12).map { percent + Double($0 % 3) / 10 }, perVisit: 1))
  }

  @Test("a control that does not differ leaves every verdict alone")
  func silent() throws {
    let control = try control(0)
    #expect(!control.differs)
    #expect(control.applied(to: try judged(2)).verdict == .slower)
    #expect(control.applied(to: try judged(0)).verdict == .equivalent)
  }

  @Test("a control that differs takes verdicts of its own size away, and no greater ones")
  func loud() throws {
    for percent in [3.0, -3] {
      let control = try control(percent)
      #expect(control.differs)
      #expect(abs(control.size - 0.031) < 0.003)
      #expect(control.applied(to: try judged(2)).verdict == .withheld)
      #expect(control.applied(to: try judged(-2)).verdict == .withheld)
      #expect(control.applied(to: try judged(0)).verdict == .withheld)
      #expect(control.applied(to: try judged(6)).verdict == .slower)
      #expect(control.applied(to: try judged(-6)).verdict == .faster)
    }
  }
}
