import Measuring
import Testing

/// How often intervals of seeded simulations hold the truth they estimate.
@Suite("Coverage of intervals")
struct CoverageTests {
  private static let trials = 4_000

  private func coverage(
    trials: Int = trials, _ isCovered: () throws -> Bool
  ) rethrows -> Double {
    var hits = 0
    for _ in 0..<trials where try isCovered() { hits += 1 }
    return Double(hits) / Double(trials)
  }

  /// Four standard errors of a share of `trials`.
  private func binomialError(_ share: Double) -> Double {
    4 * (share * (1 - share) / Double(Self.trials)).squareRoot()
  }

  // 1 - 2 P(Bin(n, 1/2) < k) for the ranks k = 1, 2, 6, 19 at 95 %; the test is exact, so the share
  // must come out at that value, not merely above 95 %.
  @Test(
    "the paired ratio's interval covers the true ratio as exactly computed",
    arguments: [
      (6, 0.96875), (11, 0.98828125), (20, 0.9586105346679688), (52, 0.9635165999916402),
    ])
  func pairedRatio(count: Int, exact: Double) throws {
    for ratio in [1.0, 1.25] {
      var noise = SkewedNoise(seed: 2, purpose: "ratio \(ratio) of \(count)")
      let covered = try coverage {
        let times = noise.series(count).map { ratio * $0 }
        let paired = try PairedRatio(of: times, to: noise.series(count))
        return try #require(paired.estimate.interval).contains(ratio)
      }
      #expect(abs(covered - exact) < binomialError(exact))
    }
  }

  /// How often the interval of 200 rounds that keep `memory` of each other holds the truth; of each so
  /// many neighbours one observation is made, their median.
  private func coverage(neighbours: Int, memory: Double, trials: Int) throws -> Double {
    var noise = SkewedNoise(seed: 4, purpose: "drift \(memory)")
    return try coverage(trials: trials) {
      var level = 0.0
      let ratios = (0..<200).map { _ in
        level = memory * level + (noise.uniform() - noise.uniform())
        // Symmetric about 1 in the logarithm: x and 1 / x are equally likely.
        return level >= 0 ? 1 + level : 1 / (1 - level)
      }
      let observations = try stride(from: 0, to: 200, by: neighbours).map {
        try Sample(ratios[$0..<$0 + neighbours].map(naturalLogarithm)).median
      }
      let paired = PairedRatio(logRatios: try Sample(observations), confidence: 0.95)
      return try #require(paired.estimate.interval).contains(1)
    }
  }

  @Test("rounds that resemble each other ruin the interval; one observation for each ten saves it")
  func autocorrelatedRounds() throws {
    // The difference is thirty standard errors of so many.
    let rounds = try coverage(neighbours: 1, memory: 0.7, trials: 1000)
    let tens = try coverage(neighbours: 10, memory: 0.7, trials: 1000)
    #expect(rounds < 0.8)
    #expect(tens > rounds + 0.1)
    // And costs no coverage where rounds are independent.
    #expect(
      try coverage(neighbours: 10, memory: 0, trials: Self.trials) > 0.95 - binomialError(0.95))
  }
}

/// Seeded noise with the shape of benchmark times: a hard floor and a long tail to the right.
struct SkewedNoise {
  private var generator: SplitMix64

  init(seed: UInt64, purpose: String) { generator = SplitMix64(seed: seed, purpose: purpose) }

  /// A uniform number in 0..<1.
  mutating func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

  /// Numbers in 1..<21: 1 / (u + 0.05) falls from 20 to 0.95 as u rises.
  mutating func series(_ count: Int) -> [Double] {
    (0..<count).map { _ in 0.05 + 1 / (uniform() + 0.05) }
  }
}
