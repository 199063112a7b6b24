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
public func signTestPValue(positive: Int, negative: Int, ties: Int = 0) -> Double {
  let (plus, minus, tied) = (max(0, positive), max(0, negative), max(0, ties))
  let coin = FairCoin(tosses: plus + minus + tied)
  return min(1, 2 * coin.chance(ofAtMost: min(plus, minus) + tied))
}
