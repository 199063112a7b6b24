/// Counts of latencies in whole nanoseconds, over the whole range of `UInt64`, in 58 KiB.
///
/// Below 256 each value has its own bucket; above, each power of two is cut into 128 equal parts, so no bucket
/// is wider than 0.8 % of the values in it. (Idea: G. Tene's HdrHistogram.)
package struct Histogram: Hashable, Sendable {
  /// 128 buckets for each of the 56 shifts of `bucket(of:)` above 0, and the 256 of shift 0.
  private var counts = [UInt64](repeating: 0, count: 58 * 128)
  package private(set) var count: UInt64 = 0
  /// The greatest value, exactly; nil when nothing was counted.
  package private(set) var maximum: UInt64?

  package init() {}

  /// Counts one value. O(1).
  package mutating func add(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    maximum = max(maximum ?? 0, nanoseconds)
    count &+= 1
  }

  /// The bucket of a value: its eight leading bits and how far they are shifted.
  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 56 &- value.leadingZeroBitCount)
    return shift &<< 7 &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The greatest value of a bucket.
  private static func maxValue(in bucket: Int) -> UInt64 {
    let shift = max(0, bucket / 128 - 1)
    let leading = UInt64(bucket - shift * 128)
    return (leading << UInt64(shift)) + ((1 << UInt64(shift)) - 1)
  }

  /// The least value t that at least `percent`, above 0, of the counted values do not exceed; nil when
  /// empty. It is read off its bucket's upper end, so the result is in t...(t + t / 128).
  package func percentile(_ percent: Double) -> UInt64? {
    guard percent < 100 else { return maximum }
    // 99.9 % of 1,000 is 999, even when binary fractions make it a trifle more.
    let exact = Double(count) * percent / 100
    let rank = max(1, UInt64((exact - 4 * exact.ulp).rounded(.up)))
    var seen: UInt64 = 0
    for bucket in counts.indices {
      seen &+= counts[bucket]
      if seen >= rank, let maximum { return min(Self.maxValue(in: bucket), maximum) }
    }
    return nil
  }

  /// How many values are above `threshold`, but for those within 1/128 of it.
  package func count(above threshold: UInt64) -> UInt64 {
    counts[(Self.bucket(of: threshold) + 1)...].reduce(0, &+)
  }
}
