extension Histogram {
  /// The least value that at least `percent` of the counted values do not exceed; nil when empty.
  ///
  /// The nearest-rank percentile t is read off its bucket's upper end, bounded by the exact maximum:
  /// the result is in t...(t + t / 128), never too small. `percent` is in 0...100; beyond, the nearest
  /// end is taken, and 0 gives the exact minimum.
  ///
  /// - Complexity: O(1): 7,424 buckets.
  public func percentile(_ percent: Double) -> UInt64? {
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let rank = rank(of: percent)
    var seen: UInt64 = 0
    for bucket in counts.indices {
      seen &+= counts[bucket]
      if seen >= rank, seen > 0 { return min(Self.greatestValue(in: bucket), greatest) }
    }
    return nil
  }

  /// How many values are above `threshold`; those in the threshold's own bucket do not count, so all
  /// that do are above it, and none of the missed ones by more than 1/128.
  ///
  /// - Complexity: O(1): 7,424 buckets.
  public func count(above threshold: UInt64) -> UInt64 {
    counts[(Self.bucket(of: threshold) + 1)...].reduce(0, &+)
  }

  /// The place, from 1, of a percentile among the values in ascending order.
  private func rank(of percent: Double) -> UInt64 {
    let exact = Double(count) * percent / 100
    // 99.9 % of 1,000 is 999, even when binary fractions make it a trifle more.
    let rank = (exact - 4 * exact.ulp).rounded(.up)
    return rank < Double(count) ? UInt64(max(1, rank)) : count
  }
}
