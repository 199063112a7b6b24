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

/// Errors of `perf_event_open`, by their meaning.
enum ErrorCode {
  static let notPermitted: Set<Int32> = [EACCES, EPERM]
  static let notPresent: Set<Int32> = [ENOENT, EOPNOTSUPP, ENODEV, ENOSYS]
}

/// Whether this system has Linux's performance events.
let hasPerformanceEvents: Bool = {
  #if os(Linux)
    return true
  #else
    return false
  #endif
}()

/// The kernel's setting of who may use performance events; nil when it cannot be read.
func performanceEventParanoia() -> Int? {
  guard let file = fopen("/proc/sys/kernel/perf_event_paranoid", "r") else { return nil }
  defer { fclose(file) }
  var text = ""
  while text.count < 20, case let character = getc(file), (0x21..<0x7f).contains(character) {
    text.unicodeScalars.append(Unicode.Scalar(UInt8(character)))
  }
  return Int(text)
}

/// Gives a descriptor back.
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// How often the thread was put off its core although it could go on; 0 where that is not known.
func involuntarySwitches() -> Int {
  var usage = rusage()
  #if os(Linux)
    // RUSAGE_THREAD, a macro that Swift does not import.
    guard getrusage(1, &usage) == 0 else { return 0 }
  #else
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
  #endif
  return usage.ru_nivcsw
}
