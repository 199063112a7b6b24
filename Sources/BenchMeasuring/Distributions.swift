/// The binomial distribution with p = 1/2, used for the sign test.
struct FairCoin {
  let flips: Int

  // `sum` * 2^`exponent` is the sum of the binomial coefficients C(n, 0) to C(n, heads). The recurrence C(n,
  // j) = C(n, j - 1) (n - j + 1) / j causes no cancellation, and `exponent` keeps 2^-n from underflowing.
  private var heads = 0
  private var term = 1.0
  private var sum = 1.0
  private var exponent = 0

  init(flips: Int) { self.flips = flips }

  /// Returns the largest k for which the probability of fewer than k heads is at most `limit`. The search
  /// ends at (`flips` + 1) / 2. Returns nil if there is no such k.
  func maxRank(chanceBelowAtMost limit: Double) -> Int? {
    var tail = self
    while tail.heads < (flips + 1) / 2, tail.chance <= limit { tail.advance() }
    return tail.heads == 0 ? nil : tail.heads
  }

  /// The probability of getting at most `self.heads` heads.
  private var chance: Double {
    Double(sign: .plus, exponent: exponent - flips, significand: sum)
  }

  private mutating func advance() {
    heads += 1
    term = term * Double(flips - heads + 1) / Double(heads)
    sum += term
    if sum > 0x1p512 {
      term *= 0x1p-512
      sum *= 0x1p-512
      exponent += 512
    }
  }
}
