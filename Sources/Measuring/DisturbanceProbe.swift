/// Fixed work that nothing of a benchmark changes: when it takes longer than it did, somebody else has
/// the machine's caches or cores.
///
/// Two chains of dependent loads, each over memory that fits a level: 512 KiB for the second level of a
/// core, 16 MiB for the last one, which others share.
public final class DisturbanceProbe {
  /// What a probe took, in nanoseconds for each load.
  public struct Reading: Hashable, Sendable {
    /// In the memory that fits the second level.
    public var secondLevel: Double
    /// In the memory that fits the last level.
    public var lastLevel: Double
  }

  private let near = PointerChain(bytes: 512 << 10)
  private let far = PointerChain(bytes: 16 << 20)
  /// All readings, in their order.
  public private(set) var readings: [Reading] = []

  private var latest: UInt64 = 0

  /// A reading is fresh for so many nanoseconds.
  private let interval: UInt64

  private static let loads = 8192

  /// Chains in random order, each through every line of its memory once.
  ///
  /// - Parameter interval: the nanoseconds between readings, at least.
  public init(interval: UInt64 = 50_000_000) { self.interval = interval }

  /// Takes a reading unless the last one is fresh: half a millisecond, more where the machine is busy.
  public func read() {
    let now = MonotonicClock.now()
    guard readings.isEmpty || now &- latest >= interval else { return }
    latest = now
    near.follow(2 * Self.loads)
    let reading = Reading(
      secondLevel: near.nanoseconds(for: Self.loads), lastLevel: far.nanoseconds(for: Self.loads))
    readings.append(reading)
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

  func follow(_ loads: Int) {
    for _ in 0..<loads { place = memory[place] }
  }

  func nanoseconds(for loads: Int) -> Double {
    let start = MonotonicClock.now()
    follow(loads)
    return Double(MonotonicClock.now() &- start) / Double(loads)
  }
}
