/// Tells when a time per step has settled: the end of the warm-up.
///
/// Steps, given in chunks, have settled when enough has been run and the time per step of the latest third of
/// the chunks is no longer below that of the third before. (E. Barrett and others, "Virtual machine warmup
/// blows hot and cold", OOPSLA 2017: a fixed number of warm-up steps finds no steady state.)
package struct SteadyState: Hashable, Sendable {
  /// The least and the most time that is spent, in nanoseconds.
  package let bounds: ClosedRange<UInt64>
  /// The fewest steps that are run, unless they take too long.
  package let minSteps: Int

  /// Steps run so far.
  package private(set) var steps = 0
  /// What they took, in nanoseconds.
  package private(set) var nanoseconds: UInt64 = 0
  /// The same with what had to be done between them.
  package private(set) var spent: UInt64 = 0
  /// Whether times were still falling when so much time had been spent as may be.
  package private(set) var isUnsettled = false
  /// What had been spent when the last conversion ended; the bounds count from there.
  private var converted: UInt64 = 0
  /// Nanoseconds per step of each chunk.
  private var rates: [Double] = []

  /// Times that fall by less than this share have settled.
  private static let tolerance = 0.03
  /// A warm-up that ends with such a fall did not reach a steady state.
  private static let greatFall = 0.2
  /// The fewest chunks in a third.
  private static let minChunks = 2

  package init(bounds: ClosedRange<UInt64>, minSteps: Int) {
    (self.bounds, self.minSteps) = (bounds, minSteps)
  }

  /// The time of a step in the latest third of the chunks, in nanoseconds; nil before the first.
  package var rate: Double? {
    rates.isEmpty ? nil : Self.median(rates.suffix(max(1, rates.count / 3)))
  }

  /// Takes a chunk of steps into account; true when the warm-up is over. `spent` is what they took with all
  /// that had to be done between them; what `isConverting` still pays, step by step, for something that
  /// occurs once: it gets ten times as long.
  package mutating func add(
    steps: Int, nanoseconds elapsed: UInt64, spent: UInt64? = nil, isConverting: Bool = false
  ) -> Bool {
    // A step that is a chunk by itself is long enough that three of them tell.
    let isLong = steps == 1 && elapsed >= bounds.lowerBound / 16
    self.steps += steps
    nanoseconds += elapsed
    self.spent += spent ?? elapsed
    rates.append(Double(max(1, elapsed)) / Double(max(1, steps)))
    if isConverting {
      // What was seen so far is not what comes after.
      rates.removeAll(keepingCapacity: true)
      converted = self.spent
      isUnsettled = self.spent >= 10 * bounds.upperBound
      return isUnsettled
    }
    let fall = fall
    let isEnough =
      self.spent - converted >= bounds.lowerBound
      && (isLong || self.steps >= minSteps && rates.count >= 3 * Self.minChunks)
    if isEnough, let fall, fall <= Self.tolerance { return true }
    guard self.spent - converted >= bounds.upperBound else { return false }
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
