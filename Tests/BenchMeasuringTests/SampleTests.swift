import Testing

@testable import BenchMeasuring

/// Whether two numbers are equal except for rounding.
func isClose(_ one: Double?, _ other: Double) -> Bool {
  one.map { abs($0 - other) <= 1e-12 * max(1, abs(other)) } ?? false
}

@Suite("A sample")
struct SampleTests {
  @Test(
    "is rejected if it is empty or has a value that is not finite",
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

  // The expected values are those of `quantile(c(10, 20, 30, 40), p, type = 7)` in R. The position of
  // percentile p is 3 p; at the position 0.75, the value is 10 + 0.75 * 10 = 17.5.
  @Test(
    "percentiles are interpolated as by type 7 in R",
    arguments: [
      (0, 10), (25, 17.5), (50, 25), (75, 32.5), (90, 37), (100, 40), (-5, 10), (200, 40),
    ] as [(Double, Double)])
  func percentile(percent: Double, expected: Double) throws {
    #expect(isClose(try Sample([40, 10, 30, 20]).percentile(percent), expected))
  }

  @Test("every percentile of a single value is this value")
  func singleValue() throws {
    let sample = try Sample([7])
    #expect([0, 37, 50, 100, .nan].map(sample.percentile) == [7, 7, 7, 7, 7])
  }
}
