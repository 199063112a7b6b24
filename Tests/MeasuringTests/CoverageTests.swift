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
  private static let exactCoverages = [
    (6, 0.96875), (11, 0.98828125), (20, 0.9586105346679688), (52, 0.9635165999916402),
  ]

  @Test("the median's interval covers as exactly computed", arguments: exactCoverages)
  func median(count: Int, exact: Double) throws {
    var noise = SkewedNoise(seed: 1, purpose: "median of \(count)")
    let covered = try coverage {
      let estimate = try Sample(noise.series(count)).medianEstimate(confidence: 0.95)
      return try #require(estimate.interval).contains(SkewedNoise.median)
    }
    #expect(abs(covered - exact) < binomialError(exact))
    #expect(covered > 0.95 - binomialError(0.95))
  }

  @Test("the paired ratio's interval covers the true ratio", arguments: exactCoverages)
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

  @Test("a table's false alarms stay below alpha after Holm's adjustment")
  func holmFalseAlarms() throws {
    var noise = SkewedNoise(seed: 3, purpose: "table")
    let silent = try coverage {
      let pValues = try (0..<5).map { _ in
        let ratio = try PairedRatio(of: noise.series(25), to: noise.series(25))
        return 2 * min(ratio.pValue(ifAtMost: 1), ratio.pValue(ifAtLeast: 1))
      }
      return try #require(holm(pValues: pValues).min()) > 0.05
    }
    #expect(silent > 0.95 - binomialError(0.95))
  }

  /// Log ratios of neighbouring rounds that keep `memory` of each other, as times against 1.
  private func drifting(_ noise: inout SkewedNoise, count: Int, memory: Double) -> [Double] {
    var level = 0.0
    return (0..<count).map { _ in
      level = memory * level + (noise.uniform() - noise.uniform())
      // Symmetric about 1 in the logarithm: x and 1 / x are equally likely.
      return level >= 0 ? 1 + level : 1 / (1 - level)
    }
  }

  /// How often the interval of 200 rounds holds the truth; of each so many neighbours one observation is
  /// made, their median.
  private func coverage(neighbours: Int, memory: Double, trials: Int) throws -> Double {
    var noise = SkewedNoise(seed: 4, purpose: "drift \(memory)")
    return try coverage(trials: trials) {
      let times = drifting(&noise, count: 200, memory: memory)
      let observations = try stride(from: 0, to: 200, by: neighbours).map {
        try Sample(times[$0..<$0 + neighbours].map(naturalLogarithm)).median
      }
      let paired = PairedRatio(logRatios: try Sample(observations), confidence: 0.95)
      return paired.estimate.interval?.contains(1) ?? true
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
