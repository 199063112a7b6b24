/// Detects the end of a warm-up.
///
/// A warm-up has settled after its min time and steps, when the time per step in the last third of its
/// chunks is not below that of the third before. (E. Barrett and others, "Virtual machine warmup blows hot
/// and cold", OOPSLA 2017: a fixed number of warm-up steps does not reach a steady state.)
package struct SteadyState: Hashable, Sendable {
  /// The min and max time, in nanoseconds.
  package let bounds: ClosedRange<UInt64>
  /// The min number of steps, within the max time.
  package let minSteps: Int

  /// The number of steps.
  package private(set) var steps = 0
  /// The time of the steps, in nanoseconds.
  package private(set) var nanoseconds: UInt64 = 0
  /// The time including untimed work between the steps.
  package private(set) var spent: UInt64 = 0
  /// Whether times were still falling at the max time.
  package private(set) var isUnsettled = false
  /// The value of `spent` at the end of the last conversion, from which the bounds count.
  private var converted: UInt64 = 0
  /// Nanoseconds per step of each chunk.
  private var rates: [Double] = []

  /// A fall below this share counts as settled.
  private static let tolerance = 0.03
  /// A fall above this share at the max time counts as unsettled.
  private static let greatFall = 0.2
  /// The min number of chunks in a third.
  private static let minChunks = 2

  package init(bounds: ClosedRange<UInt64>, minSteps: Int) {
    (self.bounds, self.minSteps) = (bounds, minSteps)
  }

  /// The median time per step in the last third of the chunks, in nanoseconds; nil before the first chunk.
  package var rate: Double? {
    rates.isEmpty ? nil : Self.median(rates.suffix(max(1, rates.count / 3)))
  }

  /// Adds a chunk of steps; true when the warm-up is over.
  ///
  /// - Parameters:
  ///   - spent: the time including untimed work between the steps.
  ///   - isConverting: whether the list still spreads a one-time cost over steps; the max time is then
  ///     tenfold.
  package mutating func add(
    steps: Int, nanoseconds elapsed: UInt64, spent: UInt64? = nil, isConverting: Bool = false
  ) -> Bool {
    // Three long steps suffice.
    let isLong = steps == 1 && elapsed >= bounds.lowerBound / 16
    self.steps += steps
    nanoseconds += elapsed
    self.spent += spent ?? elapsed
    rates.append(Double(max(1, elapsed)) / Double(max(1, steps)))
    if isConverting {
      // Times during a conversion do not predict later ones.
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

  /// The relative decrease from the third before to the last third of the chunks; nil for fewer than three
  /// chunks.
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
