/// Detects the end of a warm-up. A list is warm when the last third of the timed chunks takes about as long
/// per step as the middle third. A fixed number of steps wouldn't reliably reach a steady state (Barrett and
/// others, "Virtual machine warmup blows hot and cold", OOPSLA 2017).
package struct SteadyState: Hashable, Sendable {
  package let bounds: ClosedRange<UInt64>
  package let minSteps: Int

  package private(set) var steps = 0
  /// The total time of the steps, in nanoseconds.
  package private(set) var nanoseconds: UInt64 = 0
  /// The elapsed time in nanoseconds, including untimed work between steps.
  package private(set) var spent: UInt64 = 0
  /// The value of `spent` when the list last converted its data. The duration limits apply to the time that
  /// has passed since then.
  private var converted: UInt64 = 0
  private var rates: [Double] = []

  private static let tolerance = 0.03
  private static let minChunks = 2

  package init(bounds: ClosedRange<UInt64>, minSteps: Int) {
    (self.bounds, self.minSteps) = (bounds, minSteps)
  }

  /// The median time per step in the last third of the chunks.
  package var rate: Double? {
    rates.isEmpty ? nil : Self.median(rates.suffix(max(1, rates.count / 3)))
  }

  /// Returns true when the warm-up is over. While the list converts its data, the warm-up may last ten times
  /// as long as the maximum duration.
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
      // Discard times measured during a conversion, because they don't indicate how fast the list is
      // afterwards.
      rates.removeAll(keepingCapacity: true)
      converted = self.spent
      return self.spent >= 10 * bounds.upperBound
    }
    let isEnough =
      self.spent - converted >= bounds.lowerBound
      && (isLong || self.steps >= minSteps && rates.count >= 3 * Self.minChunks)
    if isEnough, let fall, fall <= Self.tolerance { return true }
    return self.spent - converted >= bounds.upperBound
  }

  /// The relative decrease in time per step between the middle third and the last third of the chunks, or nil
  /// if there are fewer than three chunks.
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
