import BenchMeasuring
import Testing

@Suite("A paired ratio")
struct PairedRatioTests {
  // The ratios are 1/2, 1, 1, 2, 4, 8 and 16. For 7 values and 95 % confidence, the rank is 1.
  @Test("The estimate is the median of the ratios, and its interval spans all of them")
  func vector() throws {
    let paired = try PairedRatio(
      of: [8, 1, 0.5, 16, 2, 4, 1], to: Array(repeating: 1, count: 7))
    #expect(isClose(paired.estimate.value, 2))
    #expect(isClose(paired.estimate.interval?.low, 0.5))
    #expect(isClose(paired.estimate.interval?.high, 16))
    #expect(paired.estimate.count == 7)
  }

  @Test(
    "Noise that affects both sides of a pair cancels out, and swapping the sides gives the reciprocal"
  )
  func reciprocal() throws {
    var random = SplitMix64(seed: 6, purpose: "swap")
    func series() -> [Double] { (0..<31).map { _ in Double(1 + random.below(1000)) } }
    let (one, other) = (series(), series())
    let paired = try PairedRatio(of: one, to: other)
    let swapped = try PairedRatio(of: other, to: one)
    #expect(swapped.logRatios.values == paired.logRatios.values.map { -$0 })
    #expect(isClose(swapped.estimate.value, 1 / paired.estimate.value))
    #expect(isClose(swapped.estimate.interval?.low, 1 / paired.estimate.interval!.high))
    let steady = try PairedRatio(of: one.map { $0 * 1.5 }, to: one).estimate
    for value in [steady.value, steady.interval?.low, steady.interval?.high] {
      #expect(isClose(value, 1.5))
    }
  }

  @Test(
    "Series that cannot be paired are rejected",
    arguments: [
      ([1, 2], [1], .unequalCounts), ([], [], .empty), ([1, 0], [1, 1], .notPositive),
      ([1, 1], [-2, 1], .notPositive), ([1, 1], [1, .nan], .notFinite),
    ] as [([Double], [Double], StatisticsError)])
  func refusals(times: [Double], baseline: [Double], error: StatisticsError) {
    #expect(throws: error) { try PairedRatio(of: times, to: baseline) }
  }
}
