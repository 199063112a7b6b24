/// The clock of every measurement.
///
/// `CLOCK_MONOTONIC_RAW` on Linux: hardware time that NTP neither steps nor slews, so two slices of
/// one run have the same unit. `CLOCK_UPTIME_RAW` on Apple platforms: the same, halted in sleep.
public enum MonotonicClock {
  /// Nanoseconds since an arbitrary moment; never less than an earlier reading.
  ///
  /// An elapsed time is `end &- start`. A reading costs some 30 ns and allocates nothing.
  @inlinable
  public static func now() -> UInt64 { readMonotonicClock() }
}
