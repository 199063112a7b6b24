import Testing

@testable import BenchMeasuring

@Suite("Confidence intervals of the median")
struct SignTestTests {
  /// The rank of the value at the lower end of the median's interval. In the sample 1...n, rank and value are
  /// equal.
  private func rank(count: Int, confidence: Double) throws -> Int? {
    let sample = try Sample((1...count).map(Double.init))
    let estimate = sample.medianEstimate(confidence: confidence)
    #expect((estimate.count, estimate.confidence) == (count, confidence))
    guard let interval = estimate.interval else { return nil }
    #expect(interval.high == Double(count + 1) - interval.low)
    return Int(interval.low)
  }

  // The ranks were computed with scipy.stats.binom.cdf for confidences of 90, 95, 99 and 99.95 %.
  @Test(
    "The rank is the largest one that maintains the confidence",
    arguments: [
      (6, [1, 1, nil, nil]), (7, [1, 1, nil, nil]), (9, [2, 2, 1, nil]), (12, [3, 3, 2, 1]),
      (20, [6, 6, 4, 3]), (52, [20, 19, 17, 14]), (100, [42, 40, 37, 33]),
      (1_025, [486, 481, 471, 457]),
      (5_000, [2_442, 2_431, 2_409, 2_377]), (100_000, [49_740, 49_690, 49_593, 49_450]),
    ] as [(Int, [Int?])])
  func ranks(count: Int, expected: [Int?]) throws {
    let confidences = [0.9, 0.95, 0.99, 0.9995]
    #expect(try confidences.map { try rank(count: count, confidence: $0) } == expected)
  }

  @Test("A sample with too few values has a median but no interval")
  func tooFew() throws {
    #expect(try rank(count: 5, confidence: 0.95) == nil)
    #expect(try Sample([1, 2, 3]).medianEstimate(confidence: 0.95).value == 2)
  }

  @Test("An impossible confidence yields no interval", arguments: [-0.5, 1, 1.5, Double.nan])
  func impossibleConfidence(confidence: Double) throws {
    // As a Double, 2^-3000 is 0, but that must not count as certainty.
    let sample = try Sample((1...3_000).map(Double.init))
    #expect(sample.medianEstimate(confidence: confidence).interval == nil)
  }
}
