import Measuring
import Testing

@testable import Runs

/// Repetitions whose ratios are given in per cent of difference.
func comparison(_ percents: [Double], margin: Double = 0.01) throws -> Comparison {
  try comparison(percents.map { 100 + $0 }, to: percents.map { _ in 100 }, margin: margin)
}

private func comparison(
  _ times: [Double], to baseline: [Double], margin: Double = 0.01
) throws -> Comparison {
  try Comparison(
    Repetitions(times).paired(with: Repetitions(baseline)), margin: Margin(margin))
}

@Suite("A comparison with a margin")
struct ComparisonTests {
  @Test("the margin is the same from both sides")
  func margin() {
    #expect(Margin(0.25).ratios == Interval(0.8, 1.25))
    #expect(Margin(-1).ratios.low == 1)
    #expect(Margin(.nan).relative == 0)
  }

  @Test(
    "the claim follows the median",
    arguments: [(5.0, Verdict.slower), (-5, .faster), (0.5, .equivalent), (-0.5, .equivalent)])
  func claims(percent: Double, claim: Verdict) throws {
    #expect(try comparison([percent - 0.1, percent, percent + 0.1]).claim == claim)
  }

  /// Three values keep their tails: the mean's error is their deviation by the root of three, and of
  /// Student's t with two degrees 1/2 - t / (2 (2 + t^2)^(1/2)) lies above t.
  @Test("by hand: the p-value is Student's t against the nearer end, twice")
  func student() throws {
    let logarithms = [1.05, 1.06, 1.08].map(naturalLogarithm)
    let mean = logarithms.reduce(0, +) / 3
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let t = (mean - naturalLogarithm(1.01)) / (squares / 6).squareRoot()
    let expected = 1 - t / (2 + t * t).squareRoot()
    #expect(abs(try comparison([5, 6, 8]).pValue - expected) < 1e-12)
    // The other way round it is the same evidence for the other side.
    let faster = try comparison([100, 100, 100], to: [105, 106, 108])
    #expect(faster.claim == .faster)
    #expect(abs(faster.pValue - expected) < 1e-12)
  }

  @Test("inside the margin the nearer end counts")
  func equivalence() throws {
    let middle = try comparison([-0.1, 0, 0.1, 0, 0.05, -0.05, 0])
    let atTheEnd = try comparison([0.8, 0.9, 1, 0.9, 0.95, 0.85, 0.9])
    #expect(middle.claim == .equivalent && atTheEnd.claim == .equivalent)
    #expect(middle.pValue < atTheEnd.pValue)
    #expect(atTheEnd.pValue == min(1, 2 * atTheEnd.evidence.pValue(ifAtLeast: 1.01)))
  }

  @Test("a fifth of the repetitions at either end may be spoiled without changing the evidence")
  func spoiled() throws {
    let clean = try comparison([5, 6, 7, 8, 9])
    #expect(try comparison([5, 6, 7, 8, 900]).pValue == clean.pValue)
    #expect(try comparison([5, 6, 7, 900, 900]).pValue > 0.3)
  }

  @Test("a single repetition is no evidence; repetitions without spread are where they are")
  func degenerate() throws {
    #expect(try comparison([50]).pValue == 1)
    #expect(try comparison([5, 5, 5]).pValue == 0)
    #expect(try comparison([0, 0, 0]).pValue == 0)
  }

  @Test(
    "whether the interval, which six blocks span, lies where the claim says",
    arguments: [
      ([5.0, 6, 7, 8, 9, 9], true), ([-5, -6, -7, -8, -9, -9], true),
      ([0, 0.1, -0.1, 0.2, 0, 0.1], true), ([0.5, 6, 7, 8, 9, 9], false),
      ([0, 0.1, -0.1, 0.2, 0, 1.1], false), ([5, 6, 7, 8, 9], false),
    ])
  func interval(percents: [Double], isInside: Bool) throws {
    #expect(try comparison(percents).isInsideInterval == isInside)
  }
}

@Suite("Judgements")
struct JudgementTests {
  private func judged(_ percents: [Double]...) throws -> [VerdictFigures] {
    Judgement.table(try percents.map { try comparison($0) }).map(\.figures)
  }

  @Test("one comparison alone needs less evidence than the same among many")
  func table() throws {
    let clear = [2.1, 2.2, 2.3, 3.3, 3.4, 3.4]
    let pValue = try comparison(clear).pValue
    #expect(pValue < 0.05 && pValue > 0.05 / 3)
    #expect(try judged(clear).map(\.verdict) == [.slower])
    let among = try judged(clear, clear, clear)
    #expect(among.map(\.verdict) == [.unresolved, .unresolved, .unresolved])
    #expect(among.map(\.adjustedP) == Array(repeating: 3 * pValue, count: 3))
    #expect(try judged().isEmpty)
  }

  @Test("a small p-value alone is no verdict: the interval must lie where the claim says")
  func both() throws {
    // One repetition of six inside the margin is trimmed away, but is in the interval.
    let odd = try judged([0.5, 6, 6.1, 6.2, 6.3, 6.4])[0]
    #expect(try #require(odd.adjustedP) < 0.01)
    #expect(odd.verdict == .unresolved)
    // Five repetitions have no interval at 95 %, however much they agree.
    #expect(try judged([5, 5, 5, 5, 5])[0].verdict == .unresolved)
  }

  @Test("all four verdicts in one table")
  func verdicts() throws {
    let many = (0..<12).map { Double($0 % 3) / 10 }
    let judgements = try judged(
      many.map { $0 + 5 }, many.map { $0 - 5 }, many,
      many.enumerated().map { $1 + Double($0 % 2) * 4 })
    #expect(judgements.map(\.verdict) == [.slower, .faster, .equivalent, .unresolved])
  }

  private func beside(_ control: Double?, _ percent: Double) throws -> Verdict {
    func judgement(_ percent: Double) throws -> Judgement {
      let times = (0..<12).map { percent + Double($0 % 3) / 10 }
      return Judgement.table([try comparison(times)])[0]
    }
    return try #require(
      try judgement(percent).withheld(beside: control.map(judgement)).figures.verdict)
  }

  @Test(
    "an A/A control that differs takes verdicts of its own size away, and no greater ones",
    arguments: [
      (nil, 2, .slower), (nil, 0, .equivalent), (0, 2, .slower), (0, 0, .equivalent),
      (3, 2, .withheld), (3, -2, .withheld), (3, 0, .withheld), (3, 2.7, .withheld),
      (3, 3.5, .slower), (3, -6, .faster), (-3, 2, .withheld), (-3, -2, .withheld),
      (-3, 0, .withheld), (-3, 2.7, .withheld), (-3, 3.5, .slower), (-3, 6, .slower),
    ] as [(Double?, Double, Verdict)])
  func control(control: Double?, percent: Double, verdict: Verdict) throws {
    #expect(try beside(control, percent) == verdict)
  }
}
