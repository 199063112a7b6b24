import Testing

@testable import BenchMeasuring

@Suite("A sample")
struct SampleTests {
  @Test("A sample must not be empty or contain infinite or NaN values")
  func refusals() {
    #expect(Sample([]) == nil && Sample([1, .nan]) == nil && Sample([-.infinity]) == nil)
  }

  // The expected values come from `quantile(c(10, 20, 30, 40), p, type = 7)` in R.
  @Test(
    "Percentiles are interpolated in the same way as R's default (type 7)",
    arguments: [
      (0, 10), (25, 17.5), (50, 25), (75, 32.5), (90, 37), (100, 40), (-5, 10), (200, 40),
    ] as [(Double, Double)])
  func percentile(percent: Double, expected: Double) throws {
    let found = try #require(Sample([40, 10, 30, 20])).percentile(percent)
    #expect(abs(found - expected) < 1e-12)
  }
}

@Suite("Confidence intervals of the median")
struct SignTestTests {
  // The ranks were computed with scipy.stats.binom.cdf for confidences of 90, 95, 99 and 99.95 %. In the sample
  // 1...n, rank and value are equal.
  @Test(
    "The interval starts at the largest rank at which it still reaches the confidence level",
    arguments: [
      (5, [1, nil, nil, nil]), (6, [1, 1, nil, nil]), (9, [2, 2, 1, nil]), (12, [3, 3, 2, 1]),
      (20, [6, 6, 4, 3]), (52, [20, 19, 17, 14]), (1_025, [486, 481, 471, 457]),
      (100_000, [49_740, 49_690, 49_593, 49_450]),
    ] as [(Int, [Int?])])
  func ranks(count: Int, expected: [Int?]) throws {
    let sample = try #require(Sample((1...count).map(Double.init)))
    for (confidence, rank) in zip([0.9, 0.95, 0.99, 0.9995], expected) {
      let interval = sample.medianEstimate(confidence: confidence).interval
      #expect(interval?.low == rank.map(Double.init))
      #expect(interval?.high == rank.map { Double(count + 1 - $0) })
    }
  }
}
