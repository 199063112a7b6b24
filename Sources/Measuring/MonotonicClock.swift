import Foundation

/// The clock of every measurement.
///
/// `CLOCK_MONOTONIC_RAW` on Linux: hardware time that NTP neither steps nor slews, so two slices of
/// one run have the same unit. `CLOCK_UPTIME_RAW` on Apple platforms: the same, halted in sleep.
package enum MonotonicClock {
  /// Nanoseconds since an arbitrary moment; never less than an earlier reading. A reading costs some
  /// 30 ns and allocates nothing.
  @inlinable
  package static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      // Cannot fail: the clock exists since Linux 2.6.28 and the address is valid.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
      return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
        &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #endif
  }
}

/// The processor time of the calling thread, which does not run while the thread waits for a core.
package enum ThreadClock {
  /// Nanoseconds since the thread started.
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

/// What a clock can and cannot tell, in nanoseconds: measured on this machine, never assumed.
package struct ClockFacts: Codable, Hashable, Sendable {
  /// The smallest step, other than none, that the clock was seen to take.
  package var resolutionNs: Double
  /// The median time of one reading.
  package var readCostNs: Double
  /// The shortest slice of which the clock spoils at most 0.1 %; slices are planned longer.
  package var shortestSliceNs: Double?
  /// The greatest share of any slice that the clock may have spoiled; nil until the run has ended.
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

  /// The facts of a clock that gives nanoseconds. Nil when it does not move within 2^24 readings. Takes
  /// about a millisecond.
  package static func measured(reading clock: () -> UInt64 = MonotonicClock.now) -> ClockFacts? {
    guard let resolution = smallestStep(of: clock) else { return nil }
    var facts = ClockFacts(
      resolutionNs: Double(resolution), readCostNs: medianReadCost(of: clock))
    facts.shortestSliceNs = (facts.errorShare(ofSlice: 1) / 0.001).rounded(.up)
    return facts
  }

  /// The smallest of 1,000 steps. A preempted reading only makes a step longer, so it is harmless.
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

  /// The median over 101 batches of 100 readings: fewer than half of them may be disturbed, and a clock with
  /// steps longer than a reading is seen too.
  private static func medianReadCost(of clock: () -> UInt64) -> Double {
    let elapsed = (0..<101).map { _ in
      let start = clock()
      for _ in 1..<100 { _ = clock() }
      return clock() &- start
    }
    return Double(elapsed.sorted()[50]) / 100
  }

  /// The share of a slice of so many nanoseconds that the clock may spoil: an elapsed time is wrong by less
  /// than one step of the clock, and holds one reading of it. Infinite for an empty slice.
  package func errorShare(ofSlice nanoseconds: Int) -> Double {
    (resolutionNs + readCostNs) / Double(nanoseconds)
  }
}
