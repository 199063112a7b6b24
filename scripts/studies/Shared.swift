// The clock and the random numbers of scripts/race.
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A random number generator (xorshift64* by G. Marsaglia and S. Vigna).
struct Xorshift {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    let number = state &* 2_685_821_657_736_338_717
    return Int(number.multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// The processor time of `run` in nanoseconds, which doesn't include other programs.
func processorNanoseconds(_ run: () -> Void) -> Double {
  let start = processorNanoseconds()
  run()
  return processorNanoseconds() - start
}

func processorNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
