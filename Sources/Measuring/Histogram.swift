/// Counts of latencies in whole nanoseconds, over the whole range of `UInt64`, in 58 KiB.
///
/// Log-linear buckets: below 256 each value has its own; above, each power of two is cut into 128
/// equal parts, so no bucket is wider than 1/128 (0.8 %) of the values in it:
///
///     values       0 ..< 256    256 ..< 512    512 ..< 1,024    ...    2^63 ..< 2^64
///     width                1              2                4    ...             2^56
///
/// Source of the idea: G. Tene's HdrHistogram.
@frozen
package struct Histogram: Hashable, Sendable {
  @usableFromInline var counts: [UInt64]
  @usableFromInline var least: UInt64
  @usableFromInline var greatest: UInt64
  @usableFromInline var total: UInt64

  /// An empty histogram; its only allocation.
  package init() {
    counts = Array(repeating: 0, count: Self.bucketCount)
    least = .max
    greatest = 0
    total = 0
  }

  /// Counts one value.
  ///
  /// - Complexity: O(1); allocates nothing unless a copy of the histogram is about.
  @inlinable
  package mutating func add(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    least = min(least, nanoseconds)
    greatest = max(greatest, nanoseconds)
    total &+= 1
  }

  /// Counts everything that `other` has counted, as if it had been added here.
  ///
  /// - Complexity: O(1): 7,424 buckets.
  package mutating func merge(_ other: Histogram) {
    for bucket in counts.indices { counts[bucket] &+= other.counts[bucket] }
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    total &+= other.total
  }

  /// How many values were counted, exactly.
  package var count: UInt64 { total }

  /// The smallest value, exactly; nil when nothing was counted.
  package var minimum: UInt64? { total == 0 ? nil : least }

  /// The greatest value, exactly; nil when nothing was counted.
  package var maximum: UInt64? { total == 0 ? nil : greatest }
}

extension Histogram {
  /// 128 for each of the 56 shifts of `bucket(of:)` above 0, and the 256 of shift 0.
  private static var bucketCount: Int { 58 * 128 }

  /// The bucket of a value: its eight leading bits and how far they are shifted.
  @inlinable
  static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 56 &- value.leadingZeroBitCount)
    return shift &<< 7 &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The greatest value of a bucket.
  static func greatestValue(in bucket: Int) -> UInt64 {
    let shift = max(0, bucket / 128 - 1)
    let leading = UInt64(bucket - shift * 128)
    return (leading << UInt64(shift)) + ((1 << UInt64(shift)) - 1)
  }
}

extension Histogram {
  /// The least value that at least `percent` of the counted values do not exceed; nil when empty.
  ///
  /// The nearest-rank percentile t is read off its bucket's upper end, bounded by the exact maximum:
  /// the result is in t...(t + t / 128), never too small. `percent` is in 0...100; beyond, the nearest
  /// end is taken, and 0 gives the exact minimum.
  ///
  /// - Complexity: O(1): 7,424 buckets.
  package func percentile(_ percent: Double) -> UInt64? {
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
  package func count(above threshold: UInt64) -> UInt64 {
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
