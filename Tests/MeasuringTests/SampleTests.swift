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

  @Test("has a mean and a median, and keeps time order")
  func moments() throws {
    let sample = try Sample([9, 4, 5, 4, 2, 5, 4, 7])
    #expect(sample.values == [9, 4, 5, 4, 2, 5, 4, 7])
    #expect(sample.sorted == [2, 4, 4, 4, 5, 5, 7, 9])
    #expect((sample.count, sample.minimum, sample.maximum) == (8, 2, 9))
    #expect(sample.mean == 5 && sample.median == 4.5)
    let far = try Sample([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
    #expect(far.mean == 1e9 + 10)
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

  @Test("a single value is all its percentiles and has no trimmed mean")
  func singleValue() throws {
    let sample = try Sample([7])
    #expect([0, 37, 50, 100, .nan].map(sample.percentile) == [7, 7, 7, 7, 7])
    #expect(sample.trimmedMean() == nil)
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
