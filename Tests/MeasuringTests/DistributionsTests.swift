import Testing

@testable import Measuring

@Suite("Exact tests and intervals of the median")
struct SignTestTests {
  // 3 of 12: (1 + 12 + 66 + 220) / 4,096. The others: half of scipy.stats.binomtest(k, n).pvalue, exact.
  @Test(
    "probabilities of a fair coin, also where 2^-n underflows",
    arguments: [
      (12, 3, 299.0 / 4_096), (6, 0, 1.0 / 64), (1, 1, 1), (0, 0, 1), (5, -1, 0), (1_200, 0, 0),
      (1_000, 450, 0.0017305360849763027 / 2), (3_000, 1_300, 2.9796404809142426e-13 / 2),
      (1_000_000, 499_000, 0.0456082998653896 / 2),
    ] as [(Int, Int, Double)])
  func chances(flips: Int, heads: Int, chance: Double) {
    let found = FairCoin(flips: flips).chance(ofAtMost: heads)
    #expect(abs(found - chance) <= 1e-9 * chance)
  }

  /// The rank read off the interval of the sample 1...n.
  private func rank(count: Int, confidence: Double) throws -> Int? {
    let sample = try Sample((1...count).map(Double.init))
    let estimate = sample.medianEstimate(confidence: confidence)
    #expect((estimate.count, estimate.confidence) == (count, confidence))
    guard let interval = estimate.interval else { return nil }
    #expect(interval.high == Double(count + 1) - interval.low)
    return Int(interval.low)
  }

  @Test("the rank is the max that keeps the confidence, by exact counting", arguments: 1...50)
  func exactRanks(count: Int) throws {
    var row = [1]
    for toss in 1...count { row.append(row[toss - 1] * (count - toss + 1) / toss) }
    for confidence in [0, 0.5, 0.75, 0.9375, 0.96875] {
      // These confidences are whole numbers of 1/64, so both sides of the rule are exact.
      let limit = (1 - confidence) / 2
      let expected = (1...(count + 1) / 2).last { rank in
        Double(row.prefix(rank).reduce(0, +)) <= limit * Double(1 << count)
      }
      #expect(try rank(count: count, confidence: confidence) == expected)
    }
  }

  // Ranks for 90, 95, 99 and 99.95 %, from scipy.stats.binom.cdf.
  @Test(
    "ranks of larger samples, at any confidence",
    arguments: [
      (52, [20, 19, 17, 14]), (100, [42, 40, 37, 33]), (1_025, [486, 481, 471, 457]),
      (5_000, [2_442, 2_431, 2_409, 2_377]), (100_000, [49_740, 49_690, 49_593, 49_450]),
    ])
  func largeRanks(count: Int, expected: [Int]) throws {
    let confidences = [0.9, 0.95, 0.99, 0.9995]
    #expect(try confidences.map { try rank(count: count, confidence: $0) } == expected)
  }

  @Test("too few values have a median and no interval")
  func tooFew() throws {
    #expect(try rank(count: 5, confidence: 0.95) == nil)
    #expect(try Sample([1, 2, 3]).medianEstimate(confidence: 0.95).value == 2)
  }

  @Test("an impossible confidence has no interval", arguments: [-0.5, 1, 1.5, Double.nan])
  func impossibleConfidence(confidence: Double) throws {
    // 2^-3000 is 0 as a Double, yet not certainty.
    let sample = try Sample((1...3_000).map(Double.init))
    #expect(sample.medianEstimate(confidence: confidence).interval == nil)
  }

  // Sorted .005, .01, .03, .04 times 4, 3, 2, 1: .02, .03, .06, .04 -> .06.
  @Test(
    "Holm's adjustment is at most 1, equal for ties, and treats NaN as 1",
    arguments: [
      ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]), ([], []), ([0.25], [0.25]),
      ([0.5, 0.5, .nan, 2, -1], [1, 1, 1, 1, 0]), ([0.125, 0.125], [0.25, 0.25]),
    ] as [([Double], [Double])])
  func holmVectors(pValues: [Double], expected: [Double]) {
    let adjusted = holm(pValues: pValues)
    #expect(adjusted.count == expected.count)
    #expect(zip(adjusted, expected).allSatisfy { abs($0 - $1) < 1e-15 })
  }
}

@Suite("Student's t")
struct StudentTTests {
  /// Critical values of printed tables, to their last digit: 5 %, 1 % and 0.1 %, two-sided.
  @Test(
    "the tables' critical values",
    arguments: [
      (1, 12.706, 0.05), (2, 4.303, 0.05), (3, 3.182, 0.05), (4, 2.776, 0.05), (5, 2.571, 0.05),
      (10, 2.228, 0.05), (30, 2.042, 0.05), (4, 4.604, 0.01), (7, 3.499, 0.01),
      (2, 31.599, 0.001), (9, 4.781, 0.001),
    ])
  func criticalValues(degrees: Int, t: Double, risk: Double) {
    let distribution = StudentT(degrees: degrees)
    #expect(abs(2 * distribution.upperTail(t) / risk - 1) < 2e-3)
    #expect(abs(distribution.quantile(upperTail: risk / 2) - t) < 1e-3)
  }

  @Test("the two sides mirror each other, and the ends are certain", arguments: 1...12)
  func symmetry(degrees: Int) {
    let distribution = StudentT(degrees: degrees)
    #expect(abs(distribution.upperTail(0) - 0.5) < 1e-15)
    for t in [0.1, 1, 7, 400] {
      #expect(abs(distribution.upperTail(t) + distribution.upperTail(-t) - 1) < 1e-15)
    }
    #expect([.infinity, -.infinity].map(distribution.upperTail) == [0, 1])
  }
}
