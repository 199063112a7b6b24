import Measuring
import Testing

@testable import Runs

@Suite("Judgements")
struct JudgementTests {
  private func comparison(_ percents: [Double]) throws -> Comparison {
    try ComparisonTests.comparison(percents)
  }

  @Test("one comparison alone needs less evidence than the same among many")
  func table() throws {
    let clear = try comparison([2.1, 2.2, 2.3, 3.3, 3.4, 3.4])
    #expect(clear.pValue < 0.05 && clear.pValue > 0.05 / 3)
    #expect(Judgement.table([clear], confidence: 0.95).map(\.verdict) == [.slower])
    let among = Judgement.table([clear, clear, clear], confidence: 0.95)
    #expect(among.map(\.verdict) == [.unresolved, .unresolved, .unresolved])
    #expect(among.map(\.adjustedP) == Array(repeating: 3 * clear.pValue, count: 3))
    #expect(Judgement.table([], confidence: 0.95).isEmpty)
  }

  @Test("a small p-value alone is no verdict: the exact interval must lie where the claim says")
  func both() throws {
    // One repetition of six inside the margin is trimmed away, but is in the interval.
    let odd = try comparison([0.5, 6, 6.1, 6.2, 6.3, 6.4])
    #expect(odd.pValue < 0.01)
    let judgement = Judgement.table([odd], confidence: 0.95)[0]
    #expect(judgement.verdict == .unresolved)
    #expect(judgement.roundsNeeded != nil)
    // Five repetitions have no interval at 95 %, however much they agree.
    #expect(
      Judgement.table([try comparison([5, 5, 5, 5, 5])], confidence: 0.95)[0].verdict == .unresolved
    )
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
}

@Suite("The null control")
struct NullControlTests {
  private func judged(_ percent: Double) throws -> Judgement {
    let rounds = (0..<12).map { percent + Double($0 % 3) / 10 }
    return Judgement.table([try ComparisonTests.comparison(rounds)], confidence: 0.95)[0]
  }

  private func control(_ percent: Double) throws -> NullControl {
    NullControl(try judged(percent))
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
