import Testing

@testable import BenchMeasuring

/// Equality up to rounding.
func isClose(_ one: Double?, _ other: Double) -> Bool {
  one.map { abs($0 - other) <= 1e-12 * max(1, abs(other)) } ?? false
}

@Suite("A sample")
struct SampleTests {
  @Test(
    "A sample is rejected if it is empty or contains a value that is not finite",
    arguments: [([], .empty), ([1, .nan], .notFinite), ([-.infinity], .notFinite)]
      as [([Double], StatisticsError)])
  func refusals(values: [Double], error: StatisticsError) {
    #expect(throws: error) { try Sample(values) }
  }

  @Test("A sample has a median and extremes, and keeps its values in time order")
  func moments() throws {
    let sample = try Sample([9, 4, 5, 4, 2, 5, 4, 7])
    #expect(sample.values == [9, 4, 5, 4, 2, 5, 4, 7])
    #expect((sample.count, sample.minimum, sample.median, sample.maximum) == (8, 2, 4.5, 9))
  }

  // The expected values come from `quantile(c(10, 20, 30, 40), p, type = 7)` in R.
  @Test(
    "Percentiles are interpolated like type 7 in R",
    arguments: [
      (0, 10), (25, 17.5), (50, 25), (75, 32.5), (90, 37), (100, 40), (-5, 10), (200, 40),
    ] as [(Double, Double)])
  func percentile(percent: Double, expected: Double) throws {
    #expect(isClose(try Sample([40, 10, 30, 20]).percentile(percent), expected))
  }

  @Test("Every percentile of a single value is that value")
  func singleValue() throws {
    let sample = try Sample([7])
    #expect([0, 37, 50, 100, .nan].map(sample.percentile) == [7, 7, 7, 7, 7])
  }
}
