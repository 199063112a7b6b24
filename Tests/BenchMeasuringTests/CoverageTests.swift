import BenchMeasuring
import Testing

/// Tests how often a confidence interval contains the true value in simulations with fixed seeds.
@Suite("Coverage of intervals")
struct CoverageTests {
  // The expected coverage is 1 - 2 P(Bin(n, 1/2) < k), where k is the rank of the interval's lower end for a
  // confidence of 95 %: 1, 2, 6 or 19. The coverage of this interval is known exactly, so the simulated
  // coverage must agree with it, not merely exceed 95 %.
  @Test(
    "the interval of a paired ratio has exactly the computed coverage",
    arguments: [
      (6, 0.96875), (11, 0.98828125), (20, 0.9586105346679688), (52, 0.9635165999916402),
    ])
  func pairedRatio(count: Int, exact: Double) throws {
    for ratio in [1.0, 1.25] {
      var noise = SkewedNoise(seed: 2, purpose: "ratio \(ratio) of \(count)")
      let covered = try (0..<4000).count { _ in
        let times = noise.series(count).map { ratio * $0 }
        let paired = try PairedRatio(of: times, to: noise.series(count))
        return try #require(paired.estimate.interval).contains(ratio)
      }
      // The simulated coverage may differ from the exact coverage by at most four standard errors.
      #expect(abs(Double(covered) / 4000 - exact) < 4 * (exact * (1 - exact) / 4000).squareRoot())
    }
  }
}

/// Seeded noise with the shape of benchmark times: a lower limit and a long tail to the right.
struct SkewedNoise {
  private var generator: SplitMix64

  init(seed: UInt64, purpose: String) { generator = SplitMix64(seed: seed, purpose: purpose) }

  /// A uniformly distributed random number in 0..<1.
  mutating func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

  /// Simulated times between 1 and 21. The term 1 / (u + 0.05) decreases from 20 to 0.95 as the random number
  /// u increases from 0 to 1.
  mutating func series(_ count: Int) -> [Double] {
    (0..<count).map { _ in 0.05 + 1 / (uniform() + 0.05) }
  }
}
