import Measuring
import Testing

@Suite("A sample")
struct SampleTests {
  private func isClose(_ one: Double?, _ other: Double, within error: Double = 1e-12) -> Bool {
    one.map { abs($0 - other) <= error * max(1, abs(other)) } ?? false
  }

  @Test("is refused when empty or not finite")
  func refusals() {
    #expect(throws: StatisticsError.empty) { try Sample([]) }
    #expect(throws: StatisticsError.notFinite) { try Sample([1, .nan]) }
    #expect(throws: StatisticsError.notFinite) { try Sample([-.infinity]) }
  }

  @Test("keeps time order and sorts apart")
  func orders() throws {
    let sample = try Sample([3, 1, 2])
    #expect(sample.values == [3, 1, 2])
    #expect(sample.sorted == [1, 2, 3])
    #expect((sample.count, sample.minimum, sample.maximum) == (3, 1, 3))
  }

  // 2, 4, 4, 4, 5, 5, 7, 9: sum 40; squares around 5: 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32;
  // deviations from the median 4.5: 2.5, .5, .5, .5, .5, .5, 2.5, 4.5, their median .5.
  @Test("mean, median, deviations of eight numbers")
  func moments() throws {
    let sample = try Sample([9, 4, 5, 4, 2, 5, 4, 7])
    #expect(sample.mean == 5)
    #expect(sample.median == 4.5)
    #expect(isClose(sample.standardDeviation, (32.0 / 7).squareRoot()))
    #expect(sample.medianAbsoluteDeviation == 0.5)
    #expect(isClose(sample.robustDeviation, 0.7413))
  }

  // One pass, the mean of squares minus the square of the mean, would give 0 or worse here.
  @Test("the deviation survives a large offset")
  func largeOffset() throws {
    let sample = try Sample([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
    // Around 1e9 + 10: 36 + 9 + 9 + 36 = 90, over 3.
    #expect(isClose(sample.standardDeviation, 30.0.squareRoot()))
    #expect(sample.mean == 1e9 + 10)
  }

  // R: quantile(c(10, 20, 30, 40), p, type = 7). Position 3 p: .75 -> 10 + .75 * 10 = 17.5.
  private static let percentiles: [(Double, Double)] = [
    (0, 10), (25, 17.5), (50, 25), (75, 32.5), (90, 37), (100, 40), (-5, 10), (200, 40),
  ]

  @Test("percentiles interpolate as type 7", arguments: percentiles)
  func percentile(percent: Double, expected: Double) throws {
    #expect(isClose(try Sample([40, 10, 30, 20]).percentile(percent), expected))
  }

  @Test("a single value is all its percentiles and has no deviation")
  func singleValue() throws {
    let sample = try Sample([7])
    #expect([0, 37, 50, 100, .nan].map(sample.percentile) == [7, 7, 7, 7, 7])
    #expect(sample.standardDeviation == nil)
    #expect(sample.robustDeviation == nil)
    #expect(sample.lag1Autocorrelation == nil)
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
  @Test("lag-1 autocorrelation of a ramp, a see-saw and a constant")
  func autocorrelation() throws {
    #expect(isClose(try Sample([1, 2, 3, 4]).lag1Autocorrelation, 0.25))
    // 1, -1, 1, -1: three products of -1 over four squares of 1.
    #expect(isClose(try Sample([1, -1, 1, -1]).lag1Autocorrelation, -0.75))
    #expect(try Sample([0.1, 0.1, 0.1]).lag1Autocorrelation == nil)
  }
}

@Suite("A trimmed mean")
struct TrimmedMeanTests {
  @Test("by hand: 1 2 3 4 5 6 7 99 without a quarter at each end")
  func byHand() throws {
    let sample = try Sample([99, 1, 7, 2, 6, 3, 5, 4])
    let mean = try #require(sample.trimmedMean())
    #expect(mean.value == 4.5)
    // Winsorised 3 3 3 4 5 6 6 6 around 4.5: 3 x 2.25 + 0.25 + 0.25 + 3 x 2.25 = 14; 14 / (4 x 3).
    #expect(mean.squaredError == 14.0 / 12)
    #expect(mean.degrees == 3)
  }

  @Test("without tails it is the mean and its standard error")
  func untrimmed() throws {
    let sample = try Sample([1, 2, 3])
    let mean = try #require(sample.trimmedMean())
    #expect(mean.value == 2)
    #expect(mean.squaredError == 1.0 / 3)
    #expect(
      try Sample([4, 8, 6]).trimmedMean(tail: 0) == Sample([8, 4, 6]).trimmedMean(tail: 0.3))
  }

  @Test("too few values or too long tails give none")
  func none() throws {
    #expect(try Sample([1]).trimmedMean() == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: 0.4) == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: 0.5) == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: -1) == nil)
    #expect(try Sample([1, 2, 3]).trimmedMean(tail: .nan) == nil)
  }
}
