/// The exact two-sided p-value of the sign test: how surprising so uneven a split of signs is when
/// plus and minus are equally likely.
///
/// Ties count for the rarer sign, the cautious choice: then the p-value is at most 1 - c exactly when
/// the order-statistic interval of the median, at confidence c, lies wholly on one side of 0.
///
/// - Parameters:
///   - positive: how many differences are above 0.
///   - negative: how many are below 0.
///   - ties: how many are 0.
/// - Returns: 2 P(Bin(n, 1/2) <= min(positive, negative) + ties), at most 1; 1 for no differences.
/// - Complexity: O(n).
package func signTestPValue(positive: Int, negative: Int, ties: Int = 0) -> Double {
  let (plus, minus, tied) = (max(0, positive), max(0, negative), max(0, ties))
  let coin = FairCoin(tosses: plus + minus + tied)
  return min(1, 2 * coin.chance(ofAtMost: min(plus, minus) + tied))
}

/// P-values adjusted for their number, in the order given: comparing an adjusted value with alpha
/// keeps the chance of even one false alarm in the whole table below alpha.
///
/// The i-th smallest of m values is multiplied by m - i + 1; the results are made increasing and
/// capped at 1. Holds for any dependence between the tests. NaN counts as 1: no evidence.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
/// of Statistics 6, 1979.
/// - Complexity: O(m log m).
package func holm(pValues: [Double]) -> [Double] {
  let values = pValues.map { $0.isNaN ? 1 : min(max($0, 0), 1) }
  let ascending = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  var adjusted = values
  var greatest = 0.0
  for (place, index) in ascending.enumerated() {
    greatest = max(greatest, min(1, Double(values.count - place) * values[index]))
    adjusted[index] = greatest
  }
  return adjusted
}

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
