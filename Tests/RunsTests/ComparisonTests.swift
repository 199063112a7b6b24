import Measuring
import Testing

@testable import Runs

@Suite("A comparison with a margin")
struct ComparisonTests {
  /// Repetitions whose ratios are given in per cent of difference.
  static func comparison(_ percents: [Double], margin: Double = 0.01) throws -> Comparison {
    try comparison(percents.map { 100 + $0 }, to: percents.map { _ in 100 }, margin: margin)
  }

  private static func comparison(
    _ times: [Double], to baseline: [Double], margin: Double = 0.01
  ) throws -> Comparison {
    try Comparison(
      Repetitions(times).paired(with: Repetitions(baseline)), margin: Margin(margin),
      confidence: 0.95)
  }

  @Test("the margin is the same from both sides")
  func margin() {
    let margin = Margin(0.25)
    #expect(margin.ratios.high == 1.25)
    #expect(margin.ratios.low == 0.8)
    #expect(Margin(-1).ratios.low == 1)
    #expect(Margin(.nan).relative == 0)
  }

  @Test(
    "the claim follows the median",
    arguments: [(5.0, Verdict.slower), (-5, .faster), (0.5, .equivalent), (-0.5, .equivalent)])
  func claims(percent: Double, claim: Verdict) throws {
    let noisy = [percent - 0.1, percent, percent + 0.1]
    #expect(try Self.comparison(noisy).claim == claim)
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
    #expect(abs(try Self.comparison([5, 6, 8]).pValue - expected) < 1e-12)
    // The other way round it is the same evidence for the other side.
    let faster = try Self.comparison([100, 100, 100], to: [105, 106, 108])
    #expect(faster.claim == .faster)
    #expect(abs(faster.pValue - expected) < 1e-12)
  }

  @Test("inside the margin the nearer end counts")
  func equivalence() throws {
    let middle = try Self.comparison([-0.1, 0, 0.1, 0, 0.05, -0.05, 0])
    let atTheEnd = try Self.comparison([0.8, 0.9, 1, 0.9, 0.95, 0.85, 0.9])
    #expect(middle.claim == .equivalent && atTheEnd.claim == .equivalent)
    #expect(middle.pValue < atTheEnd.pValue)
    #expect(atTheEnd.pValue == min(1, 2 * atTheEnd.pValue(ifAtLeast: 1.01)))
  }

  @Test("a fifth of the repetitions at either end may be spoiled without changing the evidence")
  func spoiled() throws {
    let clean = try Self.comparison([5, 6, 7, 8, 9])
    #expect(try Self.comparison([5, 6, 7, 8, 900]).pValue == clean.pValue)
    #expect(try Self.comparison([5, 6, 7, 900, 900]).pValue > 0.3)
  }

  @Test("a single repetition is no evidence; repetitions without spread are where they are")
  func degenerate() throws {
    #expect(try Self.comparison([50]).pValue == 1)
    #expect(try Self.comparison([50]).detectable(confidence: 0.95) == nil)
    #expect(try Self.comparison([5, 5, 5]).pValue == 0)
    #expect(try Self.comparison([0, 0, 0]).pValue == 0)
  }

  @Test("whether the interval lies where the claim says")
  func interval() throws {
    #expect(try Self.comparison([5, 6, 7, 8, 9, 9]).isInsideInterval)
    #expect(try Self.comparison([-5, -6, -7, -8, -9, -9]).isInsideInterval)
    #expect(try Self.comparison([0, 0.1, -0.1, 0.2, 0, 0.1]).isInsideInterval)
    // The interval reaches as far as any block does.
    #expect(try !Self.comparison([0.5, 6, 7, 8, 9, 9]).isInsideInterval)
    #expect(try !Self.comparison([0, 0.1, -0.1, 0.2, 0, 1.1]).isInsideInterval)
    // Five have none at this confidence.
    #expect(try !Self.comparison([5, 6, 7, 8, 9]).isInsideInterval)
  }

  @Test("repetitions needed grow with the square of the nearness to the margin's end")
  func roundsNeeded() throws {
    let spread = [-0.4, 0.4, -0.2, 0.2, 0, 0.3, -0.3, 0.1]
    let near = try Self.comparison(spread.map { $0 + 1.1 })
    let far = try Self.comparison(spread.map { $0 + 3 })
    let many = try #require(near.roundsNeeded(confidence: 0.999))
    let few = try #require(far.roundsNeeded(confidence: 0.999))
    #expect(many > few)
    #expect(try #require(near.detectable(confidence: 0.95)) > 0.01)
  }
}
