import Measuring
import Testing

@Suite("Exact tests and intervals of the median")
struct SignTestTests {
  private struct Split: Sendable {
    let positive: Int
    let negative: Int
    var ties = 0
    let pValue: Double
  }

  // 3 of 12: 2 (1 + 12 + 66 + 220) / 4,096 = 598 / 4,096. 6 of 6: 2 / 64. 5 and 5: more than 1.
  private static let smallSplits = [
    Split(positive: 3, negative: 9, pValue: 598.0 / 4_096),
    Split(positive: 9, negative: 3, pValue: 598.0 / 4_096),
    // Two ties join the rarer sign: 1 + 2 of 12.
    Split(positive: 9, negative: 1, ties: 2, pValue: 598.0 / 4_096),
    Split(positive: 6, negative: 0, pValue: 2.0 / 64),
    Split(positive: 5, negative: 5, pValue: 1),
    Split(positive: 1, negative: 0, pValue: 1),
    Split(positive: 0, negative: 0, pValue: 1),
    Split(positive: 0, negative: 0, ties: 4, pValue: 1),
    Split(positive: -1, negative: 0, pValue: 1),
  ]

  @Test("p-values of small splits", arguments: smallSplits)
  private func smallSplit(_ split: Split) {
    let pValue = signTestPValue(
      positive: split.positive, negative: split.negative, ties: split.ties)
    #expect(pValue == split.pValue)
  }

  // scipy.stats.binomtest(k, n).pvalue, itself exact.
  private static let largeSplits = [
    Split(positive: 450, negative: 550, pValue: 0.0017305360849763027),
    Split(positive: 1_300, negative: 1_700, pValue: 2.9796404809142426e-13),
    Split(positive: 499_000, negative: 501_000, pValue: 0.0456082998653896),
  ]

  @Test("p-values where 2^-n has long vanished", arguments: largeSplits)
  private func largeSplit(_ split: Split) {
    let pValue = signTestPValue(positive: split.positive, negative: split.negative)
    #expect(abs(pValue - split.pValue) <= 1e-9 * split.pValue)
  }

  @Test("a p-value below the least positive number is 0")
  func vanishingPValue() {
    #expect(signTestPValue(positive: 0, negative: 1_200) == 0)
  }

  /// The rank read off the interval of the sample 1...n.
  private func rank(count: Int, confidence: Double) throws -> Int? {
    let sample = try Sample((1...count).map(Double.init))
    let estimate = sample.medianEstimate(confidence: confidence)
    #expect(estimate.count == count)
    #expect(estimate.confidence == confidence)
    guard let interval = estimate.interval else { return nil }
    #expect(interval.high == Double(count + 1) - interval.low)
    return Int(interval.low)
  }

  @Test("the rank is the greatest that keeps the confidence, by exact counting", arguments: 1...50)
  func exactRanks(count: Int) throws {
    var ways = 1
    var row = [1]
    for toss in 1...count {
      ways = ways * (count - toss + 1) / toss
      row.append(ways)
    }
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
    #expect(try rank(count: 6, confidence: 0.95) == 1)
    #expect(try Sample([1, 2, 3]).medianEstimate(confidence: 0.95).value == 2)
    #expect(Sample.smallestCount(forMedianAt: 0.95) == 6)
    #expect(Sample.smallestCount(forMedianAt: 0.99) == 8)
    // The least step below certainty: two tails of 2^-54 each.
    #expect(Sample.smallestCount(forMedianAt: 1.0.nextDown) == 54)
  }

  @Test("an impossible confidence has no interval", arguments: [-0.5, 1, 1.5, Double.nan])
  func impossibleConfidence(confidence: Double) throws {
    // 2^-3000 is 0 as a Double, yet not certainty.
    let sample = try Sample((1...3_000).map(Double.init))
    #expect(sample.medianEstimate(confidence: confidence).interval == nil)
    #expect(Sample.smallestCount(forMedianAt: confidence) == nil)
  }

  // Sorted .005, .01, .03, .04 times 4, 3, 2, 1: .02, .03, .06, .04 -> .06.
  @Test("Holm's adjustment of the textbook's four p-values")
  func holmVector() {
    let adjusted = holm(pValues: [0.01, 0.04, 0.03, 0.005])
    #expect(zip(adjusted, [0.03, 0.06, 0.06, 0.02]).allSatisfy { abs($0 - $1) < 1e-15 })
  }

  @Test("Holm's adjustment caps at 1, keeps ties together and takes NaN for no evidence")
  func holmEdges() {
    #expect(holm(pValues: []) == [])
    #expect(holm(pValues: [0.25]) == [0.25])
    #expect(holm(pValues: [0.5, 0.5, .nan, 2, -1]) == [1, 1, 1, 1, 0])
    #expect(holm(pValues: [0.125, 0.125]) == [0.25, 0.25])
  }
}
