import CBenchMeasuring
import Foundation

/// Detects whether the core's other hardware thread is busy, possibly on behalf of another virtual machine,
/// by timing a loop with high instruction-level parallelism. A busy neighbour makes this loop 1.4 to 1.8
/// times slower. Each reading is compared with the best reading of the last few seconds instead of the best
/// ever, because many processors run at a higher clock rate during the first few seconds.
package struct ContentionProbe {
  private var bests = [UInt64](repeating: .max, count: Self.spans)
  private var spanStart: UInt64 = 0

  /// A reading is disturbed if it exceeds the best recent reading by more than this factor.
  static let tolerance = 1.15
  static let span: UInt64 = 2_500_000_000
  static let spans = 4

  package init() {
    for _ in 0..<200 { _ = isDisturbed() }
  }

  init(readingSince start: UInt64) { spanStart = start }

  /// Takes a reading and compares it with recent ones. A reading takes 5 to 10 µs.
  package mutating func isDisturbed() -> Bool {
    let start = MonotonicClock.now()
    Self.spin()
    let end = MonotonicClock.now()
    return note(end &- start, at: end)
  }

  mutating func note(_ elapsed: UInt64, at now: UInt64) -> Bool {
    if now &- spanStart >= Self.span {
      bests.removeFirst()
      bests.append(.max)
      spanStart = now
    }
    bests[Self.spans - 1] = min(bests[Self.spans - 1], elapsed)
    return Double(elapsed) > Self.tolerance * Double(bests.min() ?? elapsed)
  }

  @inline(never)
  private static func spin() {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    for _ in 0..<2500 {
      (a, b, c, d) = (a ^ a &<< 13, b ^ b &<< 11, c ^ c &<< 23, d ^ d &<< 25)
      (a, b, c, d) = (a ^ a &>> 7, b ^ b &>> 5, c ^ c &>> 9, d ^ d &>> 3)
      (a, b, c, d) = (a ^ a &<< 17, b ^ b &<< 19, c ^ c &<< 15, d ^ d &<< 21)
    }
    use(a ^ b ^ c ^ d)
  }

  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}
}

package enum Preemptions {
  /// The number of involuntary context switches so far. On Linux, only switches of the current thread are
  /// counted; on other systems, those of the whole process are.
  package static var count: Int {
    var usage = rusage()
    #if os(Linux)
      // RUSAGE_THREAD is a macro that Swift does not import.
      return getrusage(1, &usage) == 0 ? usage.ru_nivcsw : 0
    #else
      return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0
    #endif
  }
}

package enum ProcessorCores {
  /// The cores that this process may run on; empty outside Linux.
  package static var allowed: [Int] {
    (0..<1024).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Pins this thread, and any threads that it starts later, to a core.
  package static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
