import Testing

@testable import Measuring

@Suite("Exact tests and intervals of the median")
struct SignTestTests {
  // The probability of at most 3 heads in 12 tosses is (1 + 12 + 66 + 220) / 4,096. The other probabilities
  // are half of the exact two-sided p-values that scipy.stats.binomtest(k, n) returns.
  @Test(
    "probabilities of a fair coin are right, even if 2^-n underflows",
    arguments: [
      (12, 3, 299.0 / 4_096), (6, 0, 1.0 / 64), (1, 1, 1), (0, 0, 1), (5, -1, 0), (1_200, 0, 0),
      (1_000, 450, 0.0017305360849763027 / 2), (3_000, 1_300, 2.9796404809142426e-13 / 2),
      (1_000_000, 499_000, 0.0456082998653896 / 2),
    ] as [(Int, Int, Double)])
  func chances(flips: Int, heads: Int, chance: Double) {
    let found = FairCoin(flips: flips).chance(ofAtMost: heads)
    #expect(abs(found - chance) <= 1e-9 * chance)
  }

  /// The rank of the value at the lower end of the median's interval. For the sample 1...n, this value is the
  /// rank itself.
  private func rank(count: Int, confidence: Double) throws -> Int? {
    let sample = try Sample((1...count).map(Double.init))
    let estimate = sample.medianEstimate(confidence: confidence)
    #expect((estimate.count, estimate.confidence) == (count, confidence))
    guard let interval = estimate.interval else { return nil }
    #expect(interval.high == Double(count + 1) - interval.low)
    return Int(interval.low)
  }

  @Test(
    "the rank is the largest that keeps the confidence, as computed by exact counting",
    arguments: 1...50)
  func exactRanks(count: Int) throws {
    var row = [1]
    for toss in 1...count { row.append(row[toss - 1] * (count - toss + 1) / toss) }
    for confidence in [0, 0.5, 0.75, 0.9375, 0.96875] {
      // These confidences are multiples of 1/64, so both sides of the comparison are exact.
      let limit = (1 - confidence) / 2
      let expected = (1...(count + 1) / 2).last { rank in
        Double(row.prefix(rank).reduce(0, +)) <= limit * Double(1 << count)
      }
      #expect(try rank(count: count, confidence: confidence) == expected)
    }
  }

  // For each sample size, the ranks for confidences of 90, 95, 99 and 99.95 % were computed with
  // scipy.stats.binom.cdf.
  @Test(
    "the ranks of larger samples are right at several confidences",
    arguments: [
      (52, [20, 19, 17, 14]), (100, [42, 40, 37, 33]), (1_025, [486, 481, 471, 457]),
      (5_000, [2_442, 2_431, 2_409, 2_377]), (100_000, [49_740, 49_690, 49_593, 49_450]),
    ])
  func largeRanks(count: Int, expected: [Int]) throws {
    let confidences = [0.9, 0.95, 0.99, 0.9995]
    #expect(try confidences.map { try rank(count: count, confidence: $0) } == expected)
  }

  @Test("a sample with too few values has a median, but no interval")
  func tooFew() throws {
    #expect(try rank(count: 5, confidence: 0.95) == nil)
    #expect(try Sample([1, 2, 3]).medianEstimate(confidence: 0.95).value == 2)
  }

  @Test("an impossible confidence has no interval", arguments: [-0.5, 1, 1.5, Double.nan])
  func impossibleConfidence(confidence: Double) throws {
    // The error probability 2^-3000 is rounded to 0 as a Double, but must not be treated as certainty.
    let sample = try Sample((1...3_000).map(Double.init))
    #expect(sample.medianEstimate(confidence: confidence).interval == nil)
  }

  // The sorted p-values 0.005, 0.01, 0.03 and 0.04 are multiplied by 4, 3, 2 and 1, which gives 0.02, 0.03,
  // 0.06 and 0.04. The last value is raised to 0.06, so that the adjusted values do not decrease.
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
  /// The two-sided critical values for 5 %, 1 % and 0.1 % agree with printed tables to their last digit.
  @Test(
    "critical values agree with published tables",
    arguments: [
      (1, 12.706, 0.05), (2, 4.303, 0.05), (3, 3.182, 0.05), (4, 2.776, 0.05), (5, 2.571, 0.05),
      (10, 2.228, 0.05), (30, 2.042, 0.05), (4, 4.604, 0.01), (7, 3.499, 0.01),
      (2, 31.599, 0.001), (9, 4.781, 0.001),
    ])
  func criticalValues(degrees: Int, t: Double, risk: Double) {
    let distribution = StudentT(degrees: degrees)
    #expect(abs(2 * distribution.upperTail(t) / risk - 1) < 2e-3)
  }

  @Test(
    "the two tails are symmetric, and the probabilities at infinity are 0 and 1", arguments: 1...12)
  func symmetry(degrees: Int) {
    let distribution = StudentT(degrees: degrees)
    #expect(abs(distribution.upperTail(0) - 0.5) < 1e-15)
    for t in [0.1, 1, 7, 400] {
      #expect(abs(distribution.upperTail(t) + distribution.upperTail(-t) - 1) < 1e-15)
    }
    #expect([.infinity, -.infinity].map(distribution.upperTail) == [0, 1])
  }
}
