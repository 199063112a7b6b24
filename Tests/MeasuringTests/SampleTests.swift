import Testing

@testable import Measuring

/// Whether two numbers are the same but for rounding.
func isClose(_ one: Double?, _ other: Double) -> Bool {
  one.map { abs($0 - other) <= 1e-12 * max(1, abs(other)) } ?? false
}

@Suite("A sample")
struct SampleTests {
  @Test(
    "is refused when empty or not finite",
    arguments: [([], .empty), ([1, .nan], .notFinite), ([-.infinity], .notFinite)]
      as [([Double], StatisticsError)])
  func refusals(values: [Double], error: StatisticsError) {
    #expect(throws: error) { try Sample(values) }
  }

  // 2, 4, 4, 4, 5, 5, 7, 9: sum 40; squares around 5: 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32;
  // deviations from the median 4.5: 2.5, .5, .5, .5, .5, .5, 2.5, 4.5, their median .5.
  @Test("has a mean, a median and deviations, and keeps time order")
  func moments() throws {
    let sample = try Sample([9, 4, 5, 4, 2, 5, 4, 7])
    #expect(sample.values == [9, 4, 5, 4, 2, 5, 4, 7])
    #expect(sample.sorted == [2, 4, 4, 4, 5, 5, 7, 9])
    #expect((sample.count, sample.minimum, sample.maximum) == (8, 2, 9))
    #expect(sample.mean == 5 && sample.median == 4.5)
    #expect(isClose(sample.standardDeviation, (32.0 / 7).squareRoot()))
    #expect(sample.medianAbsoluteDeviation == 0.5 && isClose(sample.robustDeviation, 0.7413))
    // One pass, the mean of squares minus the square of the mean, would give 0 or worse here. Around
    // 1e9 + 10: 36 + 9 + 9 + 36 = 90, over 3.
    let far = try Sample([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
    #expect(far.mean == 1e9 + 10 && isClose(far.standardDeviation, 30.0.squareRoot()))
  }

  // R: quantile(c(10, 20, 30, 40), p, type = 7). Position 3 p: .75 -> 10 + .75 * 10 = 17.5.
  @Test(
    "percentiles interpolate as type 7",
    arguments: [
      (0, 10), (25, 17.5), (50, 25), (75, 32.5), (90, 37), (100, 40), (-5, 10), (200, 40),
    ] as [(Double, Double)])
  func percentile(percent: Double, expected: Double) throws {
    #expect(isClose(try Sample([40, 10, 30, 20]).percentile(percent), expected))
  }

  @Test("a single value is all its percentiles and has no deviation")
  func singleValue() throws {
    let sample = try Sample([7])
    #expect([0, 37, 50, 100, .nan].map(sample.percentile) == [7, 7, 7, 7, 7])
    #expect(sample.standardDeviation == nil && sample.robustDeviation == nil)
    #expect(sample.lag1Autocorrelation == nil && sample.trimmedMean() == nil)
    #expect(sample.outliers() == [])
  }

  // Median 3, MAD 1: the score of 8 is 0.6745 x 5 = 3.37, of 9 it is 4.05. Where most values agree MAD is 0
  // and the mean absolute deviation 10 / 5 = 2, so the score of 15 is 10 / (1.2533 x 2) = 3.99.
  @Test(
    "outliers are labelled by their places in time",
    arguments: [
      ([100, 1, 2, 3, 4], [0]), ([8, 1, 2, 3, 4], []), ([9, 1, 2, 3, 4], [0]),
      ([5, 5, 15, 5, 5], [2]), ([0.1, 0.1, 0.1], []),
    ] as [([Double], [Int])])
  func outliers(values: [Double], places: [Int]) throws {
    #expect(try Sample(values).outliers() == places)
  }

  // 1, 2, 3, 4 around 2.5: -1.5, -.5, .5, 1.5. Products .75 - .25 + .75 = 1.25; squares sum to 5.
  // 1, -1, 1, -1: three products of -1 over four squares of 1.
  @Test("lag-1 autocorrelation of a ramp, a see-saw and a constant")
  func autocorrelation() throws {
    #expect(isClose(try Sample([1, 2, 3, 4]).lag1Autocorrelation, 0.25))
    #expect(isClose(try Sample([1, -1, 1, -1]).lag1Autocorrelation, -0.75))
    #expect(try Sample([0.1, 0.1, 0.1]).lag1Autocorrelation == nil)
  }

  @Test("the mean of 1 2 3 4 5 6 7 99 without a quarter at each end, and of three without tails")
  func trimmedMean() throws {
    let mean = try #require(try Sample([99, 1, 7, 2, 6, 3, 5, 4]).trimmedMean())
    // Winsorised 3 3 3 4 5 6 6 6 around 4.5: 3 x 2.25 + 0.25 + 0.25 + 3 x 2.25 = 14; 14 / (4 x 3).
    #expect(mean.value == 4.5 && mean.squaredError == 14.0 / 12 && mean.degrees == 3)
    let sample = try Sample([1, 3, 2])
    let plain = try #require(sample.trimmedMean())
    #expect(plain.value == 2 && plain.squaredError == 1.0 / 3)
    #expect(sample.trimmedMean(tail: 0) == sample.trimmedMean(tail: 0.3))
    for tail in [0.4, 0.5, -1, .nan] { #expect(sample.trimmedMean(tail: tail) == nil) }
  }
}
