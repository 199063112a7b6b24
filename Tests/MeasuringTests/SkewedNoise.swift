import Measuring

/// Seeded noise with the shape of benchmark times: a hard floor and a long tail to the right.
struct SkewedNoise {
  private var generator: SplitMix64

  init(seed: UInt64, purpose: String) { generator = SplitMix64(seed: seed, purpose: purpose) }

  /// A uniform number in 0..<1.
  mutating func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

  /// A number in 1..<21 whose median is `median`: 1 / (u + 0.05) falls from 20 to 0.95 as u rises.
  mutating func next() -> Double { 0.05 + 1 / (uniform() + 0.05) }

  /// 0.05 + 1 / 0.55, taken at u = 1/2.
  static let median = 0.05 + 1 / 0.55

  mutating func series(_ count: Int) -> [Double] { (0..<count).map { _ in next() } }
}
