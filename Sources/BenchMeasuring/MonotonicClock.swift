import Foundation

/// The clock used for all measured times. On Linux, it is `CLOCK_MONOTONIC_RAW`, which NTP neither steps nor
/// slews. On Apple platforms, it is `CLOCK_UPTIME_RAW`, which NTP does not adjust either and which stops
/// during sleep.
package enum MonotonicClock {
  /// The time in nanoseconds since an arbitrary moment. Reading the clock costs 20 to 30 ns and does not
  /// allocate.
  @inlinable
  package static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      // This clock has existed since Linux 2.6.28, so the call cannot fail.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
      return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
        &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #endif
  }
}

/// The calling thread's CPU clock.
package enum ThreadClock {
  /// The CPU time used by this thread, in nanoseconds.
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

/// The clock's precision on this machine.
package struct ClockFacts: Codable, Hashable, Sendable {
  /// The smallest nonzero difference between two readings, in nanoseconds.
  package var resolutionNs: Double
  /// The median cost of one reading, in nanoseconds.
  package var readCostNs: Double
  /// The shortest time that the clock can measure to within 0.1 %, in nanoseconds.
  package var shortestSliceNs: Double?
  /// The largest relative error that the clock can cause in a sample, or nil until the run has ended.
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

  /// Measures the precision of a clock that returns nanoseconds, which costs about a millisecond. Returns nil
  /// if the clock does not advance within 2^24 readings.
  package static func measured(reading clock: () -> UInt64 = MonotonicClock.now) -> ClockFacts? {
    guard let resolution = smallestStep(of: clock) else { return nil }
    var facts = ClockFacts(
      resolutionNs: Double(resolution), readCostNs: medianReadCost(of: clock))
    facts.shortestSliceNs = (facts.errorShare(ofSlice: 1) / 0.001).rounded(.up)
    return facts
  }

  /// The smallest of 1,000 nonzero differences between two readings. Preemption can only make a difference
  /// larger.
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

  /// The median cost of a reading over 101 batches. A batch has 100 readings, so it does not matter if a
  /// clock step is longer than a single reading.
  private static func medianReadCost(of clock: () -> UInt64) -> Double {
    let elapsed = (0..<101).map { _ in
      let start = clock()
      for _ in 1..<100 { _ = clock() }
      return clock() &- start
    }
    return Double(elapsed.sorted()[50]) / 100
  }

  /// The maximum relative error of an elapsed time, which is infinite for 0 ns. The absolute error is at most
  /// one clock step plus the cost of one reading.
  package func errorShare(ofSlice nanoseconds: Int) -> Double {
    (resolutionNs + readCostNs) / Double(nanoseconds)
  }
}

package enum OptimizationBarrier {
  /// Uses a value so that the compiler cannot remove the code that computes it.
  @inline(never)
  @_optimize(none)
  package static func use(_ value: UInt64) {}
}
