extension SplitMix64 {
  /// The numbers `0..<count` in random order, each order equally likely; empty for `count <= 0`.
  ///
  /// Source: the Fisher-Yates shuffle; D. Knuth, TAOCP volume 2, algorithm 3.4.2 P. Our own, because
  /// the standard library does not promise that its `shuffle` stays the same.
  /// - Complexity: O(`count`).
  public mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<max(0, count))
    for last in order.indices.dropFirst().reversed() {
      order.swapAt(last, below(last + 1))
    }
    return order
  }
}
