import Testing

@testable import BenchMeasuring

@Suite("Exact tests and intervals of the median")
struct SignTestTests {
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
}
