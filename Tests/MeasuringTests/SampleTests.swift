import Measuring
import Testing

@Suite("A sample")
struct SampleTests {
  private func isClose(_ one: Double?, _ other: Double, within error: Double = 1e-12) -> Bool {
    one.map { abs($0 - other) <= error * max(1, abs(other)) } ?? false
  }

  @Test("is refused when empty or not finite, with the place of the first bad value")
  func refusals() {
    #expect(throws: StatisticsError.empty) { try Sample([]) }
    #expect(throws: StatisticsError.notFinite(index: 1)) { try Sample([1, .nan, .infinity]) }
    #expect(throws: StatisticsError.notFinite(index: 0)) { try Sample([-.infinity]) }
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
    #expect(sample.modifiedZScores == [0])
  }

  // Median 3, deviations 2, 1, 0, 1, 97, MAD 1: scores -1.349, -.6745, 0, .6745, 65.4265.
  @Test("modified z-scores label the outlier and keep time order")
  func outliers() throws {
    let sample = try Sample([100, 1, 2, 3, 4])
    let expected = [65.4265, -1.349, -0.6745, 0, 0.6745]
    #expect(zip(sample.modifiedZScores, expected).allSatisfy { isClose($0, $1) })
    #expect(sample.outliers() == [0])
    #expect(sample.outliers(beyond: 1) == [0, 1])
    #expect(sample.count == 5)
  }

  // MAD 0; the mean absolute deviation is 10 / 5 = 2, so the score is 10 / (1.2533 * 2) = 3.98947.
  @Test("where most values agree the mean deviation is the scale")
  func outliersAmongTies() throws {
    let sample = try Sample([5, 5, 15, 5, 5])
    #expect(isClose(sample.modifiedZScores[2], 10 / 2.5066))
    #expect(sample.outliers() == [2])
    #expect(try Sample([0.1, 0.1, 0.1]).outliers().isEmpty)
  }

  // 1, 2, 3, 4 around 2.5: -1.5, -.5, .5, 1.5. Products .75 - .25 + .75 = 1.25; squares sum to 5.
  @Test("lag-1 autocorrelation of a ramp, a see-saw and a constant")
  func autocorrelation() throws {
    #expect(isClose(try Sample([1, 2, 3, 4]).lag1Autocorrelation, 0.25))
    // 1, -1, 1, -1: three products of -1 over four squares of 1.
    #expect(isClose(try Sample([1, -1, 1, -1]).lag1Autocorrelation, -0.75))
    #expect(try Sample([0.1, 0.1, 0.1]).lag1Autocorrelation == nil)
  }

  @Test("errors say in one line what was expected")
  func messages() {
    #expect(
      "\(StatisticsError.notPositive(index: 3, value: 0))"
        == "value 3 is 0.0, expected more than 0")
    #expect(
      "\(StatisticsError.unequalCounts(5, 6))"
        == "5 values cannot be paired with 6, expected equally many")
  }
}
