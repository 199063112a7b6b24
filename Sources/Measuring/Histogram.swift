/// A histogram of latencies in nanoseconds, which covers the range of `UInt64` and needs 58 KiB.
///
/// Each value below 256 has its own bucket. For values above 255, each range from one power of two to the
/// next has 128 buckets, so the width of a bucket is at most 0.8 % of its values. The idea of such buckets is
/// from HdrHistogram by Gil Tene.
package struct Histogram: Hashable, Sendable {
  /// The number of values in each bucket. The function `bucket(of:)` uses 256 buckets for the shift 0, and
  /// 128 buckets for each of the 56 larger shifts.
  private var counts = [UInt64](repeating: 0, count: 58 * 128)
  package private(set) var count: UInt64 = 0
  /// The exact maximum of all values; nil if the histogram is empty.
  package private(set) var maximum: UInt64?

  package init() {}

  /// Adds a value to the histogram, in constant time.
  package mutating func add(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    maximum = max(maximum ?? 0, nanoseconds)
    count &+= 1
  }

  /// The bucket of a value, computed from its eight leading bits and the number of bits after them (the
  /// shift).
  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 56 &- value.leadingZeroBitCount)
    return shift &<< 7 &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The largest value that belongs to a bucket.
  private static func maxValue(in bucket: Int) -> UInt64 {
    let shift = max(0, bucket / 128 - 1)
    let leading = UInt64(bucket - shift * 128)
    return (leading << UInt64(shift)) + ((1 << UInt64(shift)) - 1)
  }

  /// The percentile for `percent`, which must be above 0; nil if the histogram is empty. The result may
  /// exceed the exact percentile by up to 1/128 of its value.
  package func percentile(_ percent: Double) -> UInt64? {
    guard percent < 100 else { return maximum }
    // Subtract a little more than the possible rounding error, so that 99.9 % of 1,000 values is rank 999 and
    // not rank 1,000.
    let exact = Double(count) * percent / 100
    let rank = max(1, UInt64((exact - 4 * exact.ulp).rounded(.up)))
    var seen: UInt64 = 0
    for bucket in counts.indices {
      seen &+= counts[bucket]
      if seen >= rank, let maximum { return min(Self.maxValue(in: bucket), maximum) }
    }
    return nil
  }

  /// The number of values above `threshold`. The count may omit values that exceed `threshold` by at most
  /// 1/128 of `threshold`.
  package func count(above threshold: UInt64) -> UInt64 {
    counts[(Self.bucket(of: threshold) + 1)...].reduce(0, &+)
  }
}
