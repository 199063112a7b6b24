import Measuring

@testable import Runs

/// The distribution of simulated times.
enum Noise: Sendable {
  /// A normal distribution with the given standard deviation.
  case normal(Double)
  /// A distribution with a long upper tail, in which the logarithm of a time is proportional to the square of
  /// a normally distributed number.
  case skewed(Double)
  /// A normal distribution; on average, one in ten of the simulated times is multiplied by 1.5.
  case contaminated(Double)
}

/// A generator of simulated times for a group of strategies.
final class SimulatedGroup {
  private let noise: Noise
  private let repetitions: Int
  private var random: SplitMix64

  init(noise: Noise, repetitions: Int, seed: UInt64) {
    self.noise = noise
    self.repetitions = repetitions
    random = SplitMix64(seed: seed, purpose: "\(noise) \(repetitions)")
  }

  /// A random number with a nearly normal distribution: the sum of twelve uniform numbers.
  private func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double(random.next() >> 11) * 0x1p-53 }
  }

  /// The times of one strategy, in nanoseconds.
  func times(ratio: Double) -> [Double] {
    (0..<repetitions).map { _ in
      let factor =
        switch noise {
        case .normal(let deviation): 1 + deviation * normal()
        case .skewed(let deviation): exponential(deviation * square(normal()))
        case .contaminated(let deviation):
          (1 + deviation * normal()) * (random.below(10) == 0 ? 1.5 : 1)
        }
      return 1e6 * ratio * factor
    }
  }

  private func square(_ value: Double) -> Double { value * value }
}

extension Repetitions {
  /// Creates repetitions with the given times in nanoseconds, numbered from 0.
  init(_ times: [Double]) {
    self.init()
    for (round, time) in times.enumerated() { add(.timed(round: round, nanoseconds: time)) }
  }
}

extension SampleRow {
  /// A sample with the given time per operation, rounded to thousandths of a nanosecond.
  static func timed(round: Int, nanoseconds: Double) -> SampleRow {
    SampleRow(
      cell: .example(rows: 1), round: round, slot: 0, operations: 1000,
      elapsedNs: Int(nanoseconds * 1000), checksum: 0)
  }
}
