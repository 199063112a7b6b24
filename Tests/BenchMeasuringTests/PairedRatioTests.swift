import BenchMeasuring
import Testing

@Suite("A paired ratio")
struct PairedRatioTests {
  private func isClose(_ one: Double?, _ other: Double) -> Bool {
    one.map { abs($0 - other) <= 1e-12 * max(1, abs(other)) } ?? false
  }

  // The ratios are 1/2, 1, 1, 2, 4, 8 and 16. For 7 values and 95 % confidence, the rank is 1.
  @Test("The estimate is the median of the ratios, and its interval spans all of them")
  func vector() throws {
    let (ratios, baseline) = ([8, 1, 0.5, 16, 2, 4, 1], [3, 100, 7, 1, 50, 2, 9.0])
    let times = zip(ratios, baseline).map { $0 * $1 }
    let estimate = try #require(PairedRatio(of: times, to: baseline)).estimate
    #expect(isClose(estimate.value, 2) && isClose(estimate.interval?.low, 0.5))
    #expect(isClose(estimate.interval?.high, 16) && estimate.count == 7)
  }

  @Test(
    "Series that cannot be paired are rejected",
    arguments: [
      ([1, 2], [1]), ([], []), ([1, 0], [1, 1]), ([1, 1], [-2, 1]), ([1, 1], [1, .nan]),
    ]
      as [([Double], [Double])])
  func refusals(times: [Double], baseline: [Double]) {
    #expect(PairedRatio(of: times, to: baseline) == nil)
  }
}
