import Foundation

/// The clock with which all times are measured.
///
/// On Linux the clock is `CLOCK_MONOTONIC_RAW`, which NTP neither steps nor slews. On Apple platforms the
/// clock is `CLOCK_UPTIME_RAW`, which NTP does not adjust and which excludes the time that the machine
/// sleeps.
package enum MonotonicClock {
  /// The time in nanoseconds since an arbitrary moment; it never decreases. Reading the clock costs about 20
  /// to 30 ns and does not allocate.
  @inlinable
  package static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      // Linux has had this clock since version 2.6.28, so the call cannot fail.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
      return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
        &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #endif
  }
}

/// The processor time of the calling thread.
package enum ThreadClock {
  /// The processor time in nanoseconds since the thread started.
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

/// The precision of the clock, as measured on this machine.
package struct ClockFacts: Codable, Hashable, Sendable {
  /// The smallest difference above 0 between two readings of the clock, in nanoseconds.
  package var resolutionNs: Double
  /// The median time of one reading of the clock, in nanoseconds.
  package var readCostNs: Double
  /// The shortest time that the clock measures with an error of at most 0.1 %, in nanoseconds.
  package var shortestSliceNs: Double?
  /// The largest relative error that the clock can cause in any sample; nil until the run has ended.
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

  /// Measures, in about a millisecond, the precision of a clock that returns nanoseconds. Returns nil if the
  /// clock does not advance within 2^24 readings.
  package static func measured(reading clock: () -> UInt64 = MonotonicClock.now) -> ClockFacts? {
    guard let resolution = smallestStep(of: clock) else { return nil }
    var facts = ClockFacts(
      resolutionNs: Double(resolution), readCostNs: medianReadCost(of: clock))
    facts.shortestSliceNs = (facts.errorShare(ofSlice: 1) / 0.001).rounded(.up)
    return facts
  }

  /// The smallest of 1,000 steps of the clock, where a step is a difference above 0 between two readings.
  /// Preemption can only lengthen a step of the clock, so it does not affect the smallest step.
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

  /// The median time of a clock reading over 101 batches of 100 readings each. The median limits the effect
  /// of disturbances. Timing whole batches gives a correct time per reading even if a step of the clock is
  /// longer than a reading.
  private static func medianReadCost(of clock: () -> UInt64) -> Double {
    let elapsed = (0..<101).map { _ in
      let start = clock()
      for _ in 1..<100 { _ = clock() }
      return clock() &- start
    }
    return Double(elapsed.sorted()[50]) / 100
  }

  /// The maximum relative error of an elapsed time; infinite for 0 ns. The absolute error of an elapsed time
  /// is at most one step of the clock plus the time of one reading.
  package func errorShare(ofSlice nanoseconds: Int) -> Double {
    (resolutionNs + readCostNs) / Double(nanoseconds)
  }
}

package enum OptimizationBarrier {
  /// Uses a value, so that the compiler cannot remove the computation of that value.
  @inline(never)
  @_optimize(none)
  package static func use(_ value: UInt64) {}
}
