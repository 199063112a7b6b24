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
    let estimate = try #require(
      PairedRatio(of: [8, 1, 0.5, 16, 2, 4, 1], to: Array(repeating: 1, count: 7))
    ).estimate
    #expect(isClose(estimate.value, 2) && isClose(estimate.interval?.low, 0.5))
    #expect(isClose(estimate.interval?.high, 16) && estimate.count == 7)
  }

  @Test("Noise that affects both sides of a pair cancels out")
  func noise() throws {
    var random = SplitMix64(seed: 6, purpose: "swap")
    let times = (0..<31).map { _ in Double(1 + random.below(1000)) }
    let steady = try #require(PairedRatio(of: times.map { $0 * 1.5 }, to: times)).estimate
    for value in [steady.value, steady.interval?.low, steady.interval?.high] {
      #expect(isClose(value, 1.5))
    }
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
