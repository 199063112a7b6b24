import BenchBasics

/// The seeded random number generator used for all random choices. The generator produces the same sequence
/// on every platform (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Generators with the same seed but different purposes are independent.
  package init(seed: UInt64, purpose: String) {
    var mixer = SplitMix64(seed: seed ^ StableHash(of: purpose).value)
    state = mixer.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Doesn't use the standard library's `random(in:using:)`, whose algorithm may change.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a random permutation of `0..<count` (Fisher-Yates; Knuth, TAOCP volume 2, algorithm 3.4.2 P).
  package mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<max(0, count))
    for last in order.indices.dropFirst().reversed() { order.swapAt(last, below(last + 1)) }
    return order
  }
}
