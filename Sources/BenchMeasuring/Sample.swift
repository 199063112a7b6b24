/// A sample of at least one observed number; all values are finite.
package struct Sample: Hashable, Sendable {
  /// The values in the order in which they were observed.
  package let values: [Double]
  /// The observed values in ascending order.
  package let sorted: [Double]

  /// Creates a sample. Throws `.empty` if there are no values, and `.notFinite` if a value is NaN or
  /// infinite.
  package init(_ values: [Double]) throws(StatisticsError) {
    if values.isEmpty { throw .empty }
    if !values.allSatisfy(\.isFinite) { throw .notFinite }
    self.init(checked: values)
  }

  /// Creates a sample from at least one value; all values must be finite.
  init(checked values: [Double]) {
    self.values = values
    sorted = values.sorted()
  }

  package var count: Int { values.count }
  package var minimum: Double { sorted[0] }
  package var maximum: Double { sorted[count - 1] }

  /// The arithmetic mean. A second pass over the values corrects the rounding errors of the first pass.
  package var mean: Double {
    let rough = values.reduce(0, +) / Double(count)
    return rough + values.reduce(0) { $0 + ($1 - rough) } / Double(count)
  }

  /// The median: the middle value, or the mean of the two middle values if the number of values is even.
  package var median: Double { percentile(50) }

  /// The percentile for `percent` in 0...100, interpolated as in R, NumPy and spreadsheets (type 7 of Hyndman
  /// and Fan, 1996).
  package func percentile(_ percent: Double) -> Double {
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let position = Double(count - 1) * percent / 100
    let below = Int(position)
    let share = position - Double(below)
    guard share > 0 else { return sorted[below] }
    let (low, high) = (sorted[below], sorted[below + 1])
    // This interpolation formula makes the median of two values exact to the last bit.
    return share == 0.5 ? (low + high) / 2 : low + share * (high - low)
  }

  /// The median with its confidence interval; the values must be independent. The interval reaches from the
  /// k-th smallest to the k-th largest value, where k is the largest number with P(Bin(n, 1/2) < k) <= (1 -
  /// confidence) / 2. The interval is nil if there are too few values or if the confidence is not in 0..<1.
  ///
  /// The confidence interval is from Thompson, Annals of Mathematical Statistics 7, 1936.
  func medianEstimate(confidence: Double) -> Estimate {
    let tail = (1 - confidence) / 2
    let isPossible = (0..<1).contains(confidence)
    let rank = isPossible ? FairCoin(flips: count).maxRank(chanceBelowAtMost: tail) : nil
    return Estimate(
      value: median, interval: rank.map { Interval(sorted[$0 - 1], sorted[count - $0]) },
      confidence: confidence, count: count)
  }
}

/// A number computed from a sample, with its confidence interval.
package struct Estimate: Hashable, Sendable {
  package let value: Double
  /// The confidence interval; nil if the sample is too small.
  package let interval: Interval?
  /// The requested confidence, in 0...1; the interval has at least this confidence.
  package let confidence: Double
  /// The number of independent observations.
  package let count: Int

  package init(value: Double, interval: Interval?, confidence: Double, count: Int) {
    (self.value, self.interval) = (value, interval)
    (self.confidence, self.count) = (confidence, count)
  }

  /// Returns the estimate with `transform` applied to its value and to its interval; `transform` must be
  /// monotonic.
  func mapped(_ transform: (Double) -> Double) -> Estimate {
    Estimate(
      value: transform(value),
      interval: interval.map { Interval(transform($0.low), transform($0.high)) },
      confidence: confidence, count: count)
  }
}

/// A closed interval of real numbers.
package struct Interval: Hashable, Sendable {
  package let low, high: Double

  /// Creates the interval between two numbers, which may be given in either order.
  package init(_ one: Double, _ other: Double) {
    (low, high) = (min(one, other), max(one, other))
  }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}

/// A reason why numbers cannot be summarised, such as no values, a value that is not finite, or a value that
/// is not positive and therefore has no logarithm. `unequalCounts` means that paired series have different
/// lengths, and `tooFewSizes` that a growth fit has fewer than two sizes.
package enum StatisticsError: Error, Hashable, Sendable {
  case empty, notFinite, notPositive, unequalCounts, tooFewSizes
}
