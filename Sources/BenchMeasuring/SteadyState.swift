/// Detects the end of a warm-up.
///
/// After the minimum time and number of steps, a warm-up ends as soon as the time per step no longer falls.
/// To detect the end, the warm-up's chunks of steps are divided into thirds, and the time per step in the
/// last third is compared with that in the middle third. A fixed number of warm-up steps does not reliably
/// reach a steady state (Barrett and others, "Virtual machine warmup blows hot and cold", OOPSLA 2017).
package struct SteadyState: Hashable, Sendable {
  /// The minimum and maximum duration of the warm-up, in nanoseconds.
  package let bounds: ClosedRange<UInt64>
  /// The minimum number of warm-up steps, unless the maximum duration ends the warm-up earlier.
  package let minSteps: Int

  /// The number of warm-up steps so far.
  package private(set) var steps = 0
  /// The total time of the warm-up steps so far, in nanoseconds.
  package private(set) var nanoseconds: UInt64 = 0
  /// The total time of the warm-up so far, including untimed work between the steps, in nanoseconds.
  package private(set) var spent: UInt64 = 0
  /// The value of `spent` after the last chunk of steps in which the list was still converting its data. The
  /// minimum and maximum duration of the warm-up apply to the time after the data conversion.
  private var converted: UInt64 = 0
  /// The time per step in each chunk of warm-up steps, in nanoseconds.
  private var rates: [Double] = []

  /// The warm-up counts as settled if the time per step falls by at most this share from the middle third of
  /// the chunks to the last third.
  private static let tolerance = 0.03
  /// The minimum number of chunks of steps in each third of the warm-up.
  private static let minChunks = 2

  package init(bounds: ClosedRange<UInt64>, minSteps: Int) {
    (self.bounds, self.minSteps) = (bounds, minSteps)
  }

  /// The median time per step in the last third of the warm-up's chunks, in nanoseconds; nil before the first
  /// chunk.
  package var rate: Double? {
    rates.isEmpty ? nil : Self.median(rates.suffix(max(1, rates.count / 3)))
  }

  /// Adds a chunk of steps; returns true when the warm-up is over.
  ///
  /// - Parameters:
  ///   - spent: the time of the chunk including untimed work between its steps, in nanoseconds.
  ///   - isConverting: whether the list is still converting its data, a one-time cost spread over many steps.
  ///     While the list converts its data, the maximum duration of the warm-up is ten times as long as usual.
  package mutating func add(
    steps: Int, nanoseconds elapsed: UInt64, spent: UInt64? = nil, isConverting: Bool = false
  ) -> Bool {
    // If a single step takes a long time, the minimum number of warm-up steps does not apply, and three steps
    // suffice.
    let isLong = steps == 1 && elapsed >= bounds.lowerBound / 16
    self.steps += steps
    nanoseconds += elapsed
    self.spent += spent ?? elapsed
    rates.append(Double(max(1, elapsed)) / Double(max(1, steps)))
    if isConverting {
      // Discard the times so far, because times measured during a data conversion do not predict the times
      // after it.
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

  /// The relative decrease of the time per step from the middle third of the chunks to the last third; nil if
  /// there are fewer than three chunks.
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
