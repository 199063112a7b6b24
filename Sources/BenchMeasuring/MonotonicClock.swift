import Foundation

/// The clock used for all time measurements. NTP never adjusts it. On Apple platforms, the clock stops while
/// the computer is asleep.
package enum MonotonicClock {
  /// Returns the nanoseconds since an arbitrary point in time. Reading the clock takes 20 to 30 ns and
  /// doesn't allocate memory.
  @inlinable
  package static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
      return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
        &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #endif
  }
}

package enum ThreadClock {
  package static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID)
    #else
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #endif
  }
}

package struct ClockFacts: Codable, Hashable, Sendable {
  package var resolutionNs: Double
  package var readCostNs: Double
  /// The shortest time that the clock can measure to within 0.1 %.
  package var shortestSliceNs: Double?
  /// The largest relative error in a sample; nil until the run has ended.
  package var maxError: Double?

  package init(resolutionNs: Double, readCostNs: Double) {
    (self.resolutionNs, self.readCostNs) = (resolutionNs, readCostNs)
  }

  enum CodingKeys: String, CodingKey {
    case resolutionNs = "resolution_ns"
    case readCostNs = "read_cost_ns"
    case shortestSliceNs = "shortest_slice_ns"
    case maxError = "greatest_error"
  }

  /// Returns nil if the clock doesn't advance within 2^24 readings.
  package static func measured(reading clock: () -> UInt64 = MonotonicClock.now) -> ClockFacts? {
    guard let resolution = smallestStep(of: clock) else { return nil }
    var facts = ClockFacts(
      resolutionNs: Double(resolution), readCostNs: medianReadCost(of: clock))
    facts.shortestSliceNs = (facts.errorShare(ofSlice: 1) / 0.001).rounded(.up)
    return facts
  }

  /// Returns the smallest of 1,000 nonzero differences between readings. Preemption can only increase a
  /// difference, so the smallest one is the most accurate.
  private static func smallestStep(of clock: () -> UInt64) -> UInt64? {
    var (smallest, steps, reads) = (UInt64.max, 0, 0)
    var last = clock()
    while steps < 1_000, reads < 1 << 24 {
      let now = clock()
      reads += 1
      if now > last {
        smallest = min(smallest, now - last)
        steps += 1
      }
      last = now
    }
    return steps == 0 ? nil : smallest
  }

  /// Returns the median of 101 batches. Each batch takes 100 readings, so that the result is meaningful even
  /// if one clock step takes longer than one reading.
  private static func medianReadCost(of clock: () -> UInt64) -> Double {
    let elapsed = (0..<101).map { _ in
      let start = clock()
      for _ in 1..<100 { _ = clock() }
      return clock() &- start
    }
    return Double(elapsed.sorted()[50]) / 100
  }

  /// The maximum relative error of a measured duration, which is off by at most one clock step plus the cost
  /// of one reading.
  package func errorShare(ofSlice nanoseconds: Int) -> Double {
    (resolutionNs + readCostNs) / Double(nanoseconds)
  }
}
