// The only file of this module that talks to the C library.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Nanoseconds of the system's steadiest clock: it never goes back, and no time service bends it.
@inlinable
func readMonotonicClock() -> UInt64 {
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

/// The natural logarithm; not finite for `x <= 0`.
package func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// e to the power of `x`.
package func exponential(_ x: Double) -> Double { exp(x) }

/// The angle, in -pi/2...pi/2, whose tangent is `x`.
func arcTangent(_ x: Double) -> Double { atan(x) }

/// The share of a standard normal distribution above `z`, exact to the last digits in both tails.
func normalUpperTail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }
