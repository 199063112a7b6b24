/// A histogram of latencies in nanoseconds over the range of `UInt64`, in 58 KiB.
///
/// Values below 256 have their own buckets; each power of two above is divided into 128, so that a bucket is
/// at most 0.8 % wide. (Idea: G. Tene's HdrHistogram.)
package struct Histogram: Hashable, Sendable {
  /// 128 buckets for each of the 56 shifts of `bucket(of:)` above 0, and 256 for shift 0.
  private var counts = [UInt64](repeating: 0, count: 58 * 128)
  package private(set) var count: UInt64 = 0
  /// The exact max value; nil if empty.
  package private(set) var maximum: UInt64?

  package init() {}

  /// Counts a value. O(1).
  package mutating func add(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    maximum = max(maximum ?? 0, nanoseconds)
    count &+= 1
  }

  /// The bucket of a value: its eight leading bits and their shift.
  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 56 &- value.leadingZeroBitCount)
    return shift &<< 7 &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The max value of a bucket.
  private static func maxValue(in bucket: Int) -> UInt64 {
    let shift = max(0, bucket / 128 - 1)
    let leading = UInt64(bucket - shift * 128)
    return (leading << UInt64(shift)) + ((1 << UInt64(shift)) - 1)
  }

  /// The percentile for `percent`, above 0, with an error of up to 1/128 upwards; nil if empty.
  package func percentile(_ percent: Double) -> UInt64? {
    guard percent < 100 else { return maximum }
    // Correct for rounding: 99.9 % of 1,000 is 999.
    let exact = Double(count) * percent / 100
    let rank = max(1, UInt64((exact - 4 * exact.ulp).rounded(.up)))
    var seen: UInt64 = 0
    for bucket in counts.indices {
      seen &+= counts[bucket]
      if seen >= rank, let maximum { return min(Self.maxValue(in: bucket), maximum) }
    }
    return nil
  }

  /// The number of values above `threshold`, except those within 1/128 of it.
  package func count(above threshold: UInt64) -> UInt64 {
    counts[(Self.bucket(of: threshold) + 1)...].reduce(0, &+)
  }
}
