import CMeasuring
import Foundation

/// Tells whether somebody else computes on the same core: the other thread of a core with two, which may
/// be another virtual machine's.
///
/// Nothing that a process can read shows that. But code with many instructions ready takes 1.4 to 1.8 times
/// as long meanwhile (`results/studies/invariance`): so fixed work of that kind is timed again and again, and
/// what is slower than the best of the last seconds was disturbed. Not than the best of the run, because many
/// processors have a higher clock in their first seconds than they can sustain.
package struct ContentionProbe {
  /// The shortest readings of the latest spans of time, in nanoseconds; the last is of the current one.
  private var bests = [UInt64](repeating: .max, count: Self.spans)
  private var spanStart: UInt64 = 0

  /// A reading above the best recent one by this factor was disturbed.
  static let tolerance = 1.15
  /// A reading is recent for 7.5 to 10 seconds, and longer where there are none.
  static let span: UInt64 = 2_500_000_000
  static let spans = 4

  /// Takes some readings, so that a best one is known.
  package init() {
    for _ in 0..<200 { _ = isDisturbed() }
  }

  /// A probe that has no reading yet.
  init(readingSince start: UInt64) { spanStart = start }

  /// Takes a reading, some ten microseconds: whether somebody else computed meanwhile.
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

  /// Four chains of instructions, none of which waits for another; each shifts by other amounts, so
  /// that no compiler can make vectors of them.
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

  /// Takes a value, so that no compiler can do without it.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}
}

/// Fixed work that nothing of a benchmark changes: a chain of dependent loads over 16 MiB, which is in the last
/// level of the caches, shared with other programs. When it takes longer than it did, they use that level.
package final class DisturbanceProbe {
  private let chain = PointerChain(bytes: 16 << 20)
  /// What a load took in each reading, in nanoseconds.
  package private(set) var readings: [Double] = []
  private var latest: UInt64 = 0
  private let interval: UInt64
  private static let loads = 8192

  /// - Parameter interval: the nanoseconds for which a reading is fresh.
  package init(interval: UInt64 = 50_000_000) { self.interval = interval }

  /// Takes a reading unless the last one is fresh: half a millisecond, more where the machine is busy.
  package func read() {
    let now = MonotonicClock.now()
    guard readings.isEmpty || now &- latest >= interval else { return }
    latest = now
    readings.append(chain.nanoseconds(for: Self.loads))
  }
}

/// Lines of memory that each name the next, in one random circle.
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
  /// How often this thread was put off its core although it could go on; 0 where that is not known.
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

/// The processor cores on which this process may run.
package enum ProcessorCores {
  /// Their numbers, ascending, of the 1,024 that Linux's set names; none where the system does not tell
  /// (all but Linux).
  package static var allowed: [Int] {
    (0..<1024).filter { layoutbench_may_use_core($0) == 1 }.map(Int.init)
  }

  /// Keeps this thread, and what it starts later, on one core; false where the system allows no choice.
  package static func pin(to core: Int) -> Bool {
    Int32(exactly: core).map { layoutbench_stay_on_core($0) == 0 } ?? false
  }
}
