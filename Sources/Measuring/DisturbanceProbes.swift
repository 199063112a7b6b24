import CMeasuring
import Foundation

/// Detects work on the other hardware thread of the core, which may belong to another virtual machine.
///
/// The system does not report it, but it makes code with high instruction-level parallelism 1.4 to 1.8 times
/// slower (`results/studies/repeatability`). The probe times such code repeatedly; a reading slower than the
/// best of the last seconds was disturbed. The best of the whole run would be wrong, because many processors
/// have a higher clock rate in their first seconds.
package struct ContentionProbe {
  /// The min readings of the latest spans of time, in nanoseconds; the last is the current span's.
  private var bests = [UInt64](repeating: .max, count: Self.spans)
  private var spanStart: UInt64 = 0

  /// The factor above the best recent reading at which a reading counts as disturbed.
  static let tolerance = 1.15
  /// The length of a span, in nanoseconds; readings are recent for 7.5 to 10 seconds.
  static let span: UInt64 = 2_500_000_000
  static let spans = 4

  /// Takes 200 readings for a first best one.
  package init() {
    for _ in 0..<200 { _ = isDisturbed() }
  }

  /// A probe without readings.
  init(readingSince start: UInt64) { spanStart = start }

  /// Takes a reading of 5 to 10 µs; returns whether it was disturbed.
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

  /// Runs four independent chains of instructions, which shift by different amounts so that they cannot be
  /// vectorised.
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

/// Measures the latency of dependent loads over 16 MiB in the last-level cache. It rises when other programs
/// use that cache.
package final class DisturbanceProbe {
  private let chain = PointerChain(bytes: 16 << 20)
  /// The time of a load in each reading, in nanoseconds.
  package private(set) var readings: [Double] = []
  private var latest: UInt64 = 0
  private let interval: UInt64
  private static let loads = 8192

  /// - Parameter interval: the nanoseconds for which a reading is fresh.
  package init(interval: UInt64 = 50_000_000) { self.interval = interval }

  /// Takes a reading, of half a millisecond or more, unless the last one is recent.
  package func read() {
    let now = MonotonicClock.now()
    guard readings.isEmpty || now &- latest >= interval else { return }
    latest = now
    readings.append(chain.nanoseconds(for: Self.loads))
  }
}

/// Cache lines linked in one random cycle.
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
  /// The number of involuntary context switches of this thread; 0 if unknown.
  package static var count: Int {
    var usage = rusage()
    #if os(Linux)
      // RUSAGE_THREAD, a macro that Swift does not import.
      return getrusage(1, &usage) == 0 ? usage.ru_nivcsw : 0
    #else
      return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0
    #endif
  }
}

/// The cores on which this process may run.
package enum ProcessorCores {
  /// The core numbers, ascending, up to Linux's limit of 1,024; empty on other systems.
  package static var allowed: [Int] {
    (0..<1024).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Binds this thread, and those that it starts later, to one core; false if not supported.
  package static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
