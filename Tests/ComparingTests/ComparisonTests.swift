import Measuring
import Testing

@testable import Comparing

@Suite("A comparison with a margin")
struct ComparisonTests {
  /// Rounds of so many visits of four, whose ratios are given in per cent of difference.
  static func comparison(
    _ percents: [Double], perVisit: Int = .max, margin: Double = 0.01
  ) throws -> Comparison {
    try Comparison(
      of: percents.map { 100 + $0 }, to: percents.map { _ in 100 },
      visits: percents.indices.map { $0 / perVisit }, margin: Margin(margin), confidence: 0.95,
      strictest: 0.95)
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

  /// One observation a visit, as many visits as a sign test needs: only signs count. Six of six above
  /// the margin have the chance 2^-6, twice that on two sides.
  @Test("with enough visits the p-value is the sign test's against the nearer end")
  func signs() throws {
    #expect(try Self.comparison([5, 6, 7, 8, 9, 9], perVisit: 1).pValue == 2 * 0x1p-6)
    #expect(try Self.comparison([-5, -6, -7, -8, -9, -9], perVisit: 1).pValue == 2 * 0x1p-6)
    // One of seven inside the margin: 8 of 128 outcomes are as rare.
    #expect(try Self.comparison([5, 6, 7, 8, 9, 9, 0], perVisit: 1).pValue == 2 * 8 * 0x1p-7)
    // All inside both ends.
    #expect(try Self.comparison([0, 0.1, -0.1, 0, 0.2, 0], perVisit: 1).pValue == 2 * 0x1p-6)
    // Inside on average, but one beyond the upper end: the weaker of the two sides counts.
    #expect(try Self.comparison([0, 0.1, -0.1, 0, 0.2, 0, 3], perVisit: 1).pValue == 16 * 0x1p-7)
  }

  @Test("few visits that disagree outweigh any number of rounds that agree within them")
  func fewVisits() throws {
    let steady = [3.0, 3.1, 2.9, 3.0, 3.1, 2.9, 3.0, 3.1]
    let agreeing = try Self.comparison(steady + steady + steady, perVisit: 8)
    #expect(agreeing.pValue < 0.01)
    // 3 %, 9 % and 2 %: all rounds are above the margin, but the visits could have been others.
    let disagreeing = try Self.comparison(
      steady + steady.map { $0 + 6 } + steady.map { $0 - 1 }, perVisit: 8)
    #expect(disagreeing.ratio.pValue(ifAtMost: 1.01) < 0.02)
    #expect(disagreeing.pValue > 0.1)
    let interval = try #require(disagreeing.estimate.interval)
    #expect(interval.low < 1 && interval.high > 1.10)
  }

  @Test("a single visit allows no verdict, whatever its rounds say")
  func oneVisit() throws {
    let alone = try Self.comparison(Array(repeating: 50, count: 40), perVisit: 40)
    #expect(alone.pValue == 1)
  }

  @Test("rounds needed grow with the square of the nearness to the margin's end")
  func roundsNeeded() throws {
    let spread = [-0.4, 0.4, -0.2, 0.2, 0, 0.3, -0.3, 0.1]
    let near = try Self.comparison(spread.map { $0 + 1.1 }, perVisit: 1)
    let far = try Self.comparison(spread.map { $0 + 3 }, perVisit: 1)
    let many = try #require(near.roundsNeeded(confidence: 0.999))
    let few = try #require(far.roundsNeeded(confidence: 0.999))
    #expect(many > few)
    #expect(try #require(near.detectable(confidence: 0.95)) > 0.01)
  }
}
