import Measuring
import Testing

@Suite("A paired ratio")
struct PairedRatioTests {
  // Seven ratios 1/2, 1, 1, 2, 4, 8, 16: median 2; 7 values at 95 % have rank 1.
  @Test("is the median of the ratios, from the first rank to the last")
  func vector() throws {
    let paired = try PairedRatio(
      of: [8, 1, 0.5, 16, 2, 4, 1], to: Array(repeating: 1, count: 7))
    #expect(isClose(paired.estimate.value, 2))
    #expect(isClose(paired.estimate.interval?.low, 0.5))
    #expect(isClose(paired.estimate.interval?.high, 16))
    #expect(paired.estimate.count == 7)
    // Four are above, one below 1: P(Bin(7) <= 3) and P(Bin(7) <= 6).
    #expect(paired.pValue(ifAtMost: 1) == 0.5)
    #expect(paired.pValue(ifAtLeast: 1) == 127.0 / 128)
  }

  @Test("shared noise of a round cancels; swapping the contenders turns the ratio round")
  func reciprocal() throws {
    var noise = SkewedNoise(seed: 6, purpose: "swap")
    let (one, other) = (noise.series(31), noise.series(31))
    let paired = try PairedRatio(of: one, to: other)
    let swapped = try PairedRatio(of: other, to: one)
    #expect(swapped.logRatios.values == paired.logRatios.values.map { -$0 })
    #expect(isClose(swapped.estimate.value, 1 / paired.estimate.value))
    #expect(isClose(swapped.estimate.interval?.low, 1 / paired.estimate.interval!.high))
    #expect(swapped.pValue(ifAtMost: 2) == paired.pValue(ifAtLeast: 0.5))
    let steady = try PairedRatio(of: one.map { $0 * 1.5 }, to: one).estimate
    for value in [steady.value, steady.interval?.low, steady.interval?.high] {
      #expect(isClose(value, 1.5))
    }
  }

  @Test("the interval leaves 1 out exactly when the p-value is at most 1 - confidence")
  func duality() throws {
    var noise = SkewedNoise(seed: 7, purpose: "duality")
    var apart = 0
    for trial in 0..<500 {
      let count = 6 + trial % 30
      // Coarse times, so that ties abound.
      let times = noise.series(count).map { (2 + $0).rounded() }
      let baseline = noise.series(count).map { (1 + $0).rounded() }
      let paired = try PairedRatio(of: times, to: baseline)
      let interval = try #require(paired.estimate.interval)
      let pValue = 2 * min(paired.pValue(ifAtMost: 1), paired.pValue(ifAtLeast: 1))
      #expect(interval.contains(1) == (pValue > 1 - 0.95))
      if !interval.contains(1) { apart += 1 }
    }
    #expect((50..<450).contains(apart))
  }

  @Test(
    "refuses series that cannot be paired",
    arguments: [
      ([1, 2], [1], .unequalCounts), ([], [], .empty), ([1, 0], [1, 1], .notPositive),
      ([1, 1], [-2, 1], .notPositive), ([1, 1], [1, .nan], .notFinite),
    ] as [([Double], [Double], StatisticsError)])
  func refusals(times: [Double], baseline: [Double], error: StatisticsError) {
    #expect(throws: error) { try PairedRatio(of: times, to: baseline) }
  }
}

@Suite("What a paired ratio can resolve")
struct ResolutionTests {
  // In units of ln 2: -2, -1, 0, 1, 2, so MAD = ln 2, s = 1.4826 * 0.693147 = 1.027660 and
  // s sqrt(pi / 2) = 1.287981.
  private func fiveRounds() throws -> PairedRatio {
    try PairedRatio(of: [0.25, 2, 1, 4, 0.5], to: [1, 1, 1, 1, 1])
  }

  @Test("the minimum detectable effect of five rounds, and the rounds needed for an interval")
  func fiveRoundsResolve() throws {
    // (1.959964 + 0.841621) * 1.287981 / sqrt(5) = 1.613712; e^1.613712 - 1 = 4.02141.
    let effect = try #require(try fiveRounds().minimumDetectableEffect(confidence: 0.95))
    #expect(abs(effect - 4.02141) < 1e-3)
    // (1.959964 * 1.287981 / ln 2)^2 = 3.641935^2 = 13.26, rounded up.
    #expect(try fiveRounds().roundsNeeded(relativeHalfWidth: 1, confidence: 0.95) == 14)
    // Never fewer than allow an interval at all.
    #expect(try fiveRounds().roundsNeeded(relativeHalfWidth: 1e9, confidence: 0.95) == 6)
  }

  @Test("nothing is promised where nothing is known, and rounds that all agree resolve anything")
  func unknown() throws {
    let single = try PairedRatio(of: [2], to: [1])
    #expect(single.minimumDetectableEffect(confidence: 0.95) == nil)
    #expect(single.roundsNeeded(relativeHalfWidth: 0.01, confidence: 0.95) == nil)
    let five = try fiveRounds()
    #expect(five.minimumDetectableEffect(confidence: 1) == nil)
    for width in [0, -1, Double.nan] {
      #expect(five.roundsNeeded(relativeHalfWidth: width, confidence: 0.95) == nil)
    }
    #expect(five.roundsNeeded(relativeHalfWidth: 1e-12, confidence: 0.95) == 1 << 53)
    let equal = try PairedRatio(of: [2, 2, 2], to: [1, 1, 1])
    #expect(equal.minimumDetectableEffect(confidence: 0.95) == 0)
    #expect(equal.roundsNeeded(relativeHalfWidth: 0.01, confidence: 0.95) == 6)
  }
}
