/// The clock of every measurement.
///
/// `CLOCK_MONOTONIC_RAW` on Linux: hardware time that NTP neither steps nor slews, so two slices of
/// one run have the same unit. `CLOCK_UPTIME_RAW` on Apple platforms: the same, halted in sleep.
package enum MonotonicClock {
  /// Nanoseconds since an arbitrary moment; never less than an earlier reading.
  ///
  /// An elapsed time is `end &- start`. A reading costs some 30 ns and allocates nothing.
  @inlinable
  package static func now() -> UInt64 { readMonotonicClock() }
}

/// What a clock can and cannot tell: measured on this machine, never assumed.
package struct ClockFacts: Hashable, Sendable {
  /// The smallest step, other than none, that the clock was seen to take, in nanoseconds.
  package let resolutionNanoseconds: UInt64

  /// The median time of one reading, in nanoseconds.
  package let readCostNanoseconds: Double

  /// Facts known from elsewhere: a record, a test.
  package init(resolutionNanoseconds: UInt64, readCostNanoseconds: Double) {
    self.resolutionNanoseconds = resolutionNanoseconds
    self.readCostNanoseconds = readCostNanoseconds
  }
}

extension ClockFacts {
  /// The facts of `MonotonicClock`; takes about a millisecond. Nil when the clock stands still.
  package static func measured() -> ClockFacts? { measured(reading: MonotonicClock.now) }

  /// The facts of any clock. Nil when it does not move within 2^24 readings.
  ///
  /// - Parameter clock: gives nanoseconds that never decrease.
  package static func measured(reading clock: () -> UInt64) -> ClockFacts? {
    guard let resolution = smallestStep(of: clock) else { return nil }
    return ClockFacts(
      resolutionNanoseconds: resolution, readCostNanoseconds: medianReadCost(of: clock))
  }

  /// The smallest of 1,000 steps. A preempted reading only makes a step longer, so it is harmless.
  private static func smallestStep(of clock: () -> UInt64) -> UInt64? {
    var smallest = UInt64.max
    var steps = 0
    var reads = 0
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

  /// The median over 101 batches of 100 readings: fewer than half of them may be disturbed.
  ///
  /// A batch outweighs one reading so that a clock with steps longer than a reading is seen too.
  private static func medianReadCost(of clock: () -> UInt64) -> Double {
    let batches = 101
    let readsPerBatch = 100
    var elapsed: [UInt64] = []
    elapsed.reserveCapacity(batches)
    for _ in 0..<batches {
      let start = clock()
      for _ in 1..<readsPerBatch { _ = clock() }
      elapsed.append(clock() &- start)
    }
    elapsed.sort()
    return Double(elapsed[batches / 2]) / Double(readsPerBatch)
  }
}

extension ClockFacts {
  /// How long a slice must last, in nanoseconds, for the clock's share of it to be small.
  ///
  /// An elapsed time is wrong by less than one step of the clock, and holds one reading of it:
  ///
  ///     (resolution + read cost) / relative error
  ///
  /// - Parameter relativeError: the greatest share of the slice that the clock may spoil; 0.001 is
  ///   0.1 %. `UInt64.max` is returned for a share that no slice can reach (0, negative, NaN).
  package func shortestSlice(relativeError: Double = 0.001) -> UInt64 {
    let slice = (Double(resolutionNanoseconds) + readCostNanoseconds) / relativeError
    guard relativeError > 0, slice < 0x1p63 else { return .max }
    return UInt64(slice.rounded(.up))
  }

  /// The share of a slice of so many nanoseconds that the clock may spoil; infinite for an empty one.
  package func errorShare(ofSlice nanoseconds: UInt64) -> Double {
    (Double(resolutionNanoseconds) + readCostNanoseconds) / Double(nanoseconds)
  }
}
