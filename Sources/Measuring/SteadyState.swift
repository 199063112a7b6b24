/// Tells when a time per step has settled: the end of the warm-up.
///
/// Steps are given in chunks, as they are timed. They have settled when so much has been run as is
/// asked for at least and the time per step of the latest third of the chunks is no longer below that
/// of the third before. What spreads a cost over many steps says so by itself, see `add`.
///
/// (JMH and pyperf warm up for a number that the user chooses; Google Benchmark and nanobench only to
/// find how many steps last long enough. E. Barrett and others, "Virtual machine warmup blows hot and
/// cold", OOPSLA 2017: neither finds a steady state.)
public struct SteadyState: Hashable, Sendable {
  /// The least and the most that is run, in nanoseconds.
  public let bounds: ClosedRange<UInt64>
  /// The fewest steps that are run, unless they take too long.
  public let fewestSteps: Int

  /// Steps run so far.
  public private(set) var steps = 0
  /// What they took, in nanoseconds.
  public private(set) var nanoseconds: UInt64 = 0
  /// Whether times were still falling when so much had been run as may be.
  public private(set) var isUnsettled = false
  /// What had been run when the last conversion ended, in nanoseconds; the bounds count from there.
  private var converted: UInt64 = 0
  /// Nanoseconds per step of each chunk.
  private var rates: [Double] = []

  /// Times that fall by less than this share have settled.
  private static let tolerance = 0.03
  /// A warm-up that ends with such a fall did not reach a steady state.
  private static let greatFall = 0.2
  /// The fewest chunks in a third.
  private static let fewestChunks = 2

  /// A warm-up that has not begun.
  public init(bounds: ClosedRange<UInt64>, fewestSteps: Int) {
    self.bounds = bounds
    self.fewestSteps = fewestSteps
  }

  /// The time of a step in the latest third of the chunks, in nanoseconds; nil before the first.
  public var rate: Double? {
    rates.isEmpty ? nil : Self.median(rates.suffix(max(1, rates.count / 3)))
  }

  /// Takes a chunk of steps into account.
  ///
  /// - Parameter isConverting: whether what is measured says that it is still paying, step by step, for
  ///   something that occurs once. It gets ten times as long.
  /// - Returns: whether the warm-up is over.
  public mutating func add(
    steps: Int, nanoseconds elapsed: UInt64, isConverting: Bool = false
  ) -> Bool {
    // A step that is a chunk by itself is long enough that three of them tell.
    let isLong = steps == 1 && elapsed >= bounds.lowerBound / 16
    self.steps += steps
    nanoseconds += elapsed
    rates.append(Double(max(1, elapsed)) / Double(max(1, steps)))
    if isConverting {
      // What was seen so far is not what comes after.
      rates.removeAll(keepingCapacity: true)
      converted = nanoseconds
      isUnsettled = nanoseconds >= 10 * bounds.upperBound
      return isUnsettled
    }
    let fall = fall
    let isEnough =
      nanoseconds - converted >= bounds.lowerBound
      && (isLong || self.steps >= fewestSteps && rates.count >= 3 * Self.fewestChunks)
    if isEnough, let fall, fall <= Self.tolerance { return true }
    guard nanoseconds - converted >= bounds.upperBound else { return false }
    isUnsettled = (fall ?? 0) > Self.greatFall
    return true
  }

  /// The share by which the latest third of the chunks is below the third before; nil for fewer than
  /// three.
  private var fall: Double? {
    let third = rates.count / 3
    guard third > 0 else { return nil }
    let before = Self.median(rates.dropLast(third).suffix(third))
    return 1 - Self.median(rates.suffix(third)) / before
  }

  private static func median(_ rates: ArraySlice<Double>) -> Double {
    let sorted = rates.sorted()
    return sorted[sorted.count / 2]
  }
}
