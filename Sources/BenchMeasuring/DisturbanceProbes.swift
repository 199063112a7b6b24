import CBenchMeasuring
import Foundation

/// Detects whether the core's other hardware thread is busy, possibly on behalf of another virtual machine.
///
/// The operating system does not report this. A busy neighbour slows code with high instruction-level
/// parallelism down by 1.4x to 1.8x, so the probe times a loop of such code. A reading (one timed loop)
/// counts as disturbed if it is much slower than the best reading of the last few seconds. Readings are not
/// compared with the best one of the whole run, because many processors have a higher clock rate in the first
/// few seconds.
package struct ContentionProbe {
  /// The fastest reading in each recent time span, in nanoseconds. The current span is last.
  private var bests = [UInt64](repeating: .max, count: Self.spans)
  private var spanStart: UInt64 = 0

  /// A reading is disturbed if it exceeds the best recent reading by more than this factor.
  static let tolerance = 1.15
  /// The length of a time span, in nanoseconds. With four time spans, a reading counts as recent for 7.5 to
  /// 10 seconds.
  static let span: UInt64 = 2_500_000_000
  static let spans = 4

  /// Takes 200 readings to establish the best recent reading.
  package init() {
    for _ in 0..<200 { _ = isDisturbed() }
  }

  /// Creates a probe with no readings, whose first time span begins at `start`.
  init(readingSince start: UInt64) { spanStart = start }

  /// Takes a reading, which costs 5 to 10 µs. Returns whether it was disturbed.
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

  /// Runs four independent chains of instructions, each with different shifts to prevent vectorisation.
  @inline(never)
  private static func spin() {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    for _ in 0..<2500 {
      (a, b, c, d) = (a ^ a &<< 13, b ^ b &<< 11, c ^ c &<< 23, d ^ d &<< 25)
      (a, b, c, d) = (a ^ a &>> 7, b ^ b &>> 5, c ^ c &>> 9, d ^ d &>> 3)
      (a, b, c, d) = (a ^ a &<< 17, b ^ b &<< 19, c ^ c &<< 15, d ^ d &<< 21)
    }
    OptimizationBarrier.use(a ^ b ^ c ^ d)
  }
}

/// Measures the latency of dependent loads from 16 MiB in the last-level cache. The latency rises when other
/// programs use that cache.
package final class DisturbanceProbe {
  private let chain = PointerChain(bytes: 16 << 20)
  /// The mean time per load in each reading, in nanoseconds.
  package private(set) var readings: [Double] = []
  private var latest: UInt64 = 0
  private let interval: UInt64
  private static let loads = 8192

  /// - Parameter interval: the minimum time between two readings, in nanoseconds.
  package init(interval: UInt64 = 50_000_000) { self.interval = interval }

  /// Takes a reading, which lasts at least half a millisecond. Does nothing if the last reading began less
  /// than `interval` ago.
  package func read() {
    let now = MonotonicClock.now()
    guard readings.isEmpty || now &- latest >= interval else { return }
    latest = now
    readings.append(chain.nanoseconds(for: Self.loads))
  }
}

/// A block of memory whose cache lines are linked into one pointer cycle in random order.
private final class PointerChain {
  private let memory: UnsafeMutablePointer<Int>
  private var place = 0
  private static let wordsALine = 8

  init(bytes: Int) {
    let lines = bytes / 64
    memory = .allocate(capacity: lines * Self.wordsALine)
    memory.initialize(repeating: 0, count: lines * Self.wordsALine)
    var random = SplitMix64(seed: 1, purpose: "pointer chain")
    let order = random.permutation(of: lines)
    for (line, next) in zip(order, order.dropFirst() + order.prefix(1)) {
      memory[line * Self.wordsALine] = next * Self.wordsALine
    }
  }

  deinit { memory.deallocate() }

  func nanoseconds(for loads: Int) -> Double {
    let start = MonotonicClock.now()
    for _ in 0..<loads { place = memory[place] }
    return Double(MonotonicClock.now() &- start) / Double(loads)
  }
}

package enum Preemptions {
  /// The number of involuntary context switches of this thread, or 0 if unknown. Outside Linux, the number
  /// covers the whole process.
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

/// The cores that this process may run on.
package enum ProcessorCores {
  /// The numbers of the allowed cores, each below 1,024. Empty outside Linux.
  package static var allowed: [Int] {
    (0..<1024).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Pins this thread, and any threads that it starts later, to a core. Returns false if that is impossible.
  package static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
