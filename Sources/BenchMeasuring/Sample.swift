/// A sample of one or more finite numbers.
package struct Sample: Hashable, Sendable {
  /// The values in the order of observation.
  package let values: [Double]
  package let sorted: [Double]

  /// Throws `.empty` or `.notFinite`.
  package init(_ values: [Double]) throws(StatisticsError) {
    if values.isEmpty { throw .empty }
    if !values.allSatisfy(\.isFinite) { throw .notFinite }
    self.init(checked: values)
  }

  init(checked values: [Double]) {
    self.values = values
    sorted = values.sorted()
  }

  package var count: Int { values.count }
  package var minimum: Double { sorted[0] }
  package var maximum: Double { sorted[count - 1] }

  package var median: Double { percentile(50) }

  /// The percentile for a `percent` from 0 to 100, interpolated as in R and NumPy (Hyndman and Fan's type 7,
  /// 1996).
  package func percentile(_ percent: Double) -> Double {
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let position = Double(count - 1) * percent / 100
    let below = Int(position)
    let share = position - Double(below)
    guard share > 0 else { return sorted[below] }
    let (low, high) = (sorted[below], sorted[below + 1])
    // Halfway between two values, this formula gives the exact median.
    return share == 0.5 ? (low + high) / 2 : low + share * (high - low)
  }

  /// The median of independent values, with its confidence interval. The interval runs from the k-th smallest
  /// to the k-th largest value, where k is the largest number with P(Bin(n, 1/2) < k) <= (1 - confidence) /
  /// 2. The interval is nil if there are too few values or if the confidence is not in 0..<1.
  ///
  /// Source: Thompson, Annals of Mathematical Statistics 7, 1936.
  func medianEstimate(confidence: Double) -> Estimate {
    let tail = (1 - confidence) / 2
    let isPossible = (0..<1).contains(confidence)
    let rank = isPossible ? FairCoin(flips: count).maxRank(chanceBelowAtMost: tail) : nil
    return Estimate(
      value: median, interval: rank.map { Interval(sorted[$0 - 1], sorted[count - $0]) },
      confidence: confidence, count: count)
  }
}

package struct Estimate: Hashable, Sendable {
  package let value: Double
  /// Nil if the sample is too small.
  package let interval: Interval?
  /// The requested confidence, in 0...1.
  package let confidence: Double
  package let count: Int

  package init(value: Double, interval: Interval?, confidence: Double, count: Int) {
    (self.value, self.interval) = (value, interval)
    (self.confidence, self.count) = (confidence, count)
  }

  /// Applies a monotonic function to the value and the interval.
  func mapped(_ transform: (Double) -> Double) -> Estimate {
    Estimate(
      value: transform(value),
      interval: interval.map { Interval(transform($0.low), transform($0.high)) },
      confidence: confidence, count: count)
  }
}

package struct Interval: Hashable, Sendable {
  package let low, high: Double

  /// The two ends may be given in either order.
  package init(_ one: Double, _ other: Double) {
    (low, high) = (min(one, other), max(one, other))
  }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}

/// The reason why numbers cannot be summarised. `unequalCounts` refers to paired series, and `tooFewSizes` to
/// growth fits.
package enum StatisticsError: Error, Hashable, Sendable {
  case empty, notFinite, notPositive, unequalCounts, tooFewSizes
}
