/// The number of heads in `tosses` of a fair coin: the distribution behind the sign test and behind
/// intervals of the median. Exact for every count; no normal approximation.
struct FairCoin {
  let tosses: Int

  /// The chance of at most `heads` heads.
  ///
  /// - Complexity: O(`heads`).
  func chance(ofAtMost heads: Int) -> Double {
    if heads < 0 { return 0 }
    if heads >= tosses { return 1 }
    var tail = LowerTail(tosses: tosses)
    while tail.heads < heads { tail.advance() }
    return tail.chance
  }

  /// The greatest k, at most (`tosses` + 1) / 2, with P(heads < k) <= `limit`; nil when even k = 1
  /// has a greater chance.
  ///
  /// - Complexity: O(`tosses`).
  func greatestRank(chanceBelowAtMost limit: Double) -> Int? {
    guard tosses > 0 else { return nil }
    var tail = LowerTail(tosses: tosses)
    var rank = 0
    while rank < (tosses + 1) / 2, tail.chance <= limit {
      rank += 1
      tail.advance()
    }
    return rank == 0 ? nil : rank
  }
}

/// The sum C(n, 0) + ... + C(n, heads), by the recurrence C(n, j) = C(n, j - 1) (n - j + 1) / j.
///
/// Every term is positive, so nothing cancels: the relative error is below 3 `heads` ulp, and up to 50
/// tosses there is none. The power of two is kept apart, or 2^-n would vanish at n = 1075.
private struct LowerTail {
  let tosses: Int
  private(set) var heads = 0
  private var term = 1.0
  private var sum = 1.0
  private var exponent = 0

  init(tosses: Int) { self.tosses = tosses }

  /// The chance of at most `heads` heads; 0 where it is below the least positive `Double`.
  var chance: Double {
    Double(sign: .plus, exponent: exponent - tosses, significand: sum)
  }

  mutating func advance() {
    heads += 1
    term = term * Double(tosses - heads + 1) / Double(heads)
    sum += term
    if sum > 0x1p512 {
      term *= 0x1p-512
      sum *= 0x1p-512
      exponent += 512
    }
  }
}
