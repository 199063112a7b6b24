import Measuring
import Testing

@Suite("A paired ratio")
struct PairedRatioTests {
  private func isClose(_ one: Double?, _ other: Double) -> Bool {
    one.map { abs($0 - other) <= 1e-9 * abs(other) } ?? false
  }

  /// Times whose ratios to 1 are 2 to these powers.
  private func powersOfTwo(_ exponents: [Int]) -> [Double] {
    exponents.map { Double(sign: .plus, exponent: $0, significand: 1) }
  }

  private func ratio(
    _ exponents: [Int], labels: [Int]? = nil
  ) throws -> PairedRatio {
    let ones = Array(repeating: 1.0, count: exponents.count)
    return try PairedRatio(of: powersOfTwo(exponents), to: ones, labels: labels)
  }

  // Seven ratios 1/2, 1, 1, 2, 4, 8, 16: median 2; 7 values at 95 % have rank 1.
  @Test("is the median of the ratios, from the first rank to the last")
  func vector() throws {
    let paired = try ratio([3, 0, -1, 4, 1, 2, 0])
    #expect(isClose(paired.estimate.value, 2))
    #expect(isClose(paired.estimate.interval?.low, 0.5))
    #expect(isClose(paired.estimate.interval?.high, 16))
    #expect(paired.estimate.count == 7)
    // Four above, one below, two ties that join it: 2 P(Bin(7) <= 3) = 1.
    #expect(paired.pValue == 1)
  }

  @Test("shared noise of a round cancels")
  func sharedNoise() throws {
    var noise = SkewedNoise(seed: 5, purpose: "shared")
    let baseline = noise.series(30)
    let paired = try PairedRatio(of: baseline.map { $0 * 1.5 }, to: baseline)
    #expect(isClose(paired.estimate.value, 1.5))
    #expect(isClose(paired.estimate.interval?.low, 1.5))
    #expect(isClose(paired.estimate.interval?.high, 1.5))
  }

  @Test("swapping the contenders turns it round")
  func reciprocal() throws {
    var noise = SkewedNoise(seed: 6, purpose: "swap")
    let (one, other) = (noise.series(31), noise.series(31))
    let paired = try PairedRatio(of: one, to: other)
    let swapped = try PairedRatio(of: other, to: one)
    #expect(swapped.logRatios.values == paired.logRatios.values.map { -$0 })
    #expect(isClose(swapped.estimate.value, 1 / paired.estimate.value))
    #expect(isClose(swapped.estimate.interval?.low, 1 / paired.estimate.interval!.high))
    #expect(swapped.pValue == paired.pValue)
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
      #expect(interval.contains(1) == (paired.pValue > 1 - 0.95))
      if !interval.contains(1) { apart += 1 }
    }
    #expect((50..<450).contains(apart))
  }

  @Test("refuses series that cannot be paired, with the place of the bad time")
  func refusals() {
    #expect(throws: StatisticsError.unequalCounts(2, 1)) { try PairedRatio(of: [1, 2], to: [1]) }
    #expect(throws: StatisticsError.empty) { try PairedRatio(of: [], to: []) }
    #expect(throws: StatisticsError.notPositive(index: 1, value: 0)) {
      try PairedRatio(of: [1, 0], to: [1, 1])
    }
    #expect(throws: StatisticsError.notPositive(index: 0, value: -2)) {
      try PairedRatio(of: [1, 1], to: [-2, 1])
    }
    #expect(throws: StatisticsError.notFinite(index: 1)) {
      try PairedRatio(of: [1, 1], to: [1, .nan])
    }
  }

  // Medians: of 1, 9, 2 is 2; of 4, 4, 4 is 4; of 6, 0, 0, 6 is 3; of these 3.
  @Test("rounds with the same label count as one observation, wherever they are")
  func labels() throws {
    let paired = try ratio([1, 6, 9, 4, 0, 2, 4, 0, 4, 6], labels: [0, 2, 0, 1, 2, 0, 1, 2, 1, 2])
    let medians = try ratio([2, 3, 4])
    #expect(paired.observations == medians.logRatios)
    #expect(paired.estimate.count == 3)
    #expect(paired.estimate.interval == nil)
    #expect(isClose(paired.estimate.value, 8))
    #expect(paired.logRatios.count == 10)
  }

  @Test("labels that are not one for each round are refused")
  func labelCount() {
    #expect(throws: StatisticsError.unequalCounts(3, 2)) { try ratio([1, 2, 3], labels: [0, 1]) }
  }
}

@Suite("What a paired ratio can resolve")
struct ResolutionTests {
  // In units of ln 2: -2, -1, 0, 1, 2, so MAD = ln 2, s = 1.4826 * 0.693147 = 1.027660 and
  // s sqrt(pi / 2) = 1.287981.
  private func fiveRounds() throws -> PairedRatio {
    try PairedRatio(of: [0.25, 2, 1, 4, 0.5], to: [1, 1, 1, 1, 1])
  }

  @Test("the minimum detectable effect of five rounds")
  func minimumDetectableEffect() throws {
    // (1.959964 + 0.841621) * 1.287981 / sqrt(5) = 1.613712; e^1.613712 - 1 = 4.02141.
    let effect = try #require(try fiveRounds().minimumDetectableEffect())
    #expect(abs(effect - 4.02141) < 1e-3)
    // At a power of one half the second quantile is 0: e^1.128941 - 1 = 2.09238.
    let half = try #require(try fiveRounds().minimumDetectableEffect(power: 0.5))
    #expect(abs(half - 2.09238) < 1e-3)
  }

  @Test("the rounds needed for an interval, and for one of labelled rounds")
  func roundsNeeded() throws {
    // (1.959964 * 1.287981 / ln 2)^2 = 3.641935^2 = 13.26, rounded up.
    #expect(try fiveRounds().roundsNeeded(relativeHalfWidth: 1) == 14)
    // Never fewer than allow an interval at all.
    #expect(try fiveRounds().roundsNeeded(relativeHalfWidth: 1e9) == 6)
    let rounds: [Double] = [0.25, 2, 1, 4, 0.5]
    let times = rounds.flatMap { [$0, $0, $0] }
    let labelled = try PairedRatio(
      of: times, to: Array(repeating: 1, count: 15), labels: (0..<15).map { $0 / 3 })
    #expect(labelled.roundsNeeded(relativeHalfWidth: 1) == 3 * 14)
  }

  @Test("the prediction comes true: so many rounds give about that half width")
  func prediction() throws {
    var noise = SkewedNoise(seed: 8, purpose: "prediction")
    // The sum of three uniform numbers is nearly normal.
    func rounds(_ count: Int) throws -> PairedRatio {
      let times = (0..<count).map { _ in
        10 + noise.uniform() + noise.uniform() + noise.uniform()
      }
      return try PairedRatio(of: times, to: Array(repeating: 11.5, count: count))
    }
    let needed = try #require(try rounds(1_000).roundsNeeded(relativeHalfWidth: 0.01))
    let halfWidths = try (0..<201).map { _ in
      let estimate = try rounds(needed).estimate
      let interval = try #require(estimate.interval)
      return (interval.high - interval.low) / 2
    }
    #expect((0.0085...0.0115).contains(try Sample(halfWidths).median))
  }

  @Test("nothing is promised where nothing is known")
  func unknown() throws {
    let single = try PairedRatio(of: [2], to: [1])
    #expect(single.minimumDetectableEffect() == nil)
    #expect(single.roundsNeeded(relativeHalfWidth: 0.01) == nil)
    let five = try fiveRounds()
    #expect(five.minimumDetectableEffect(power: 1) == nil)
    #expect([0, -1, .nan].map { five.roundsNeeded(relativeHalfWidth: $0) } == [nil, nil, nil])
    #expect(five.roundsNeeded(relativeHalfWidth: 1e-12) == 1 << 53)
  }

  @Test("rounds that all agree resolve anything")
  func noSpread() throws {
    let paired = try PairedRatio(of: [2, 2, 2], to: [1, 1, 1])
    #expect(paired.minimumDetectableEffect() == 0)
    #expect(paired.roundsNeeded(relativeHalfWidth: 0.01) == 6)
  }
}
