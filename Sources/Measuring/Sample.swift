/// Numbers that were observed: at least one, all finite. Checked once, here, so that no statistic
/// needs to ask again.
package struct Sample: Hashable, Sendable {
  /// The values in the order in which they were observed.
  package let values: [Double]
  /// The same values in ascending order.
  package let sorted: [Double]

  /// Throws `.empty`, or `.notFinite` where a value is NaN or infinite.
  package init(_ values: [Double]) throws(StatisticsError) {
    if values.isEmpty { throw .empty }
    if !values.allSatisfy(\.isFinite) { throw .notFinite }
    self.init(checked: values)
  }

  /// A sample of values that are known to be finite, and at least one.
  init(checked values: [Double]) {
    self.values = values
    sorted = values.sorted()
  }

  package var count: Int { values.count }
  package var minimum: Double { sorted[0] }
  package var maximum: Double { sorted[count - 1] }

  /// The arithmetic mean; the second pass takes back the rounding of the first.
  package var mean: Double {
    let rough = values.reduce(0, +) / Double(count)
    return rough + values.reduce(0) { $0 + ($1 - rough) } / Double(count)
  }

  /// The middle value, or the mean of the two middle ones.
  package var median: Double { percentile(50) }

  /// The value below which `percent`, in 0...100, of the sample lies, interpolated between its neighbours as R,
  /// NumPy and spreadsheets do (type 7 of R. Hyndman and Y. Fan, 1996).
  package func percentile(_ percent: Double) -> Double {
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let position = Double(count - 1) * percent / 100
    let below = Int(position)
    let share = position - Double(below)
    guard share > 0 else { return sorted[below] }
    let (low, high) = (sorted[below], sorted[below + 1])
    // To the last bit what others give for a median of two.
    return share == 0.5 ? (low + high) / 2 : low + share * (high - low)
  }

  /// The median with its exact confidence interval: from the k-th smallest to the k-th greatest value, k as
  /// great as possible with P(Bin(n, 1/2) < k) <= (1 - confidence) / 2, of independent values of whatever
  /// distribution. Nil for too few, and for a confidence outside 0..<1.
  ///
  /// Source: W. R. Thompson, Annals of Mathematical Statistics 7, 1936.
  func medianEstimate(confidence: Double) -> Estimate {
    let tail = (1 - confidence) / 2
    let isPossible = (0..<1).contains(confidence)
    let rank = isPossible ? FairCoin(flips: count).maxRank(chanceBelowAtMost: tail) : nil
    return Estimate(
      value: median, interval: rank.map { Interval(sorted[$0 - 1], sorted[count - $0]) },
      confidence: confidence, count: count)
  }
}

extension Sample {
  private func sumOfSquares(around centre: Double) -> Double {
    values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
  }

  /// The mean of the values without the smallest and the greatest ones, a share of `tail`, in 0..<0.5, each;
  /// nil where fewer than two are left. Its error is SSD / (h (h - 1)) for h values left, of the sum of
  /// squares in which each trimmed value counts as the nearest one left.
  ///
  /// Source: K. Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61, 1974.
  package func trimmedMean(tail: Double = 0.25) -> TrimmedMean? {
    guard (0..<0.5).contains(tail) else { return nil }
    let trimmed = Int(tail * Double(count))
    guard count - 2 * trimmed > 1 else { return nil }
    let left = Array(sorted[trimmed..<(count - trimmed)])
    let ends = [left[0], left[left.count - 1]].flatMap { Array(repeating: $0, count: trimmed) }
    let winsorised = Sample(checked: left + ends)
    return TrimmedMean(
      value: Sample(checked: left).mean,
      squaredError: winsorised.sumOfSquares(around: winsorised.mean)
        / Double(left.count * (left.count - 1)), degrees: left.count - 1)
  }
}

/// The middle of a sample without its tails, and how well it is known.
package struct TrimmedMean: Hashable, Sendable {
  package var value: Double
  /// The square of its standard error, and the degrees of freedom of that.
  package let squaredError: Double
  package let degrees: Int
}

/// A number computed from a sample, with what is known about its error: never a naked figure.
package struct Estimate: Hashable, Sendable {
  package let value: Double
  /// Where the true value lies, with `confidence`; nil when the sample is too small to say.
  package let interval: Interval?
  /// The confidence asked for, in 0...1; the interval has at least this much.
  package let confidence: Double
  /// How many independent observations the interval rests on.
  package let count: Int

  package init(value: Double, interval: Interval?, confidence: Double, count: Int) {
    (self.value, self.interval) = (value, interval)
    (self.confidence, self.count) = (confidence, count)
  }

  /// The estimate of a monotonic function of the same quantity.
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

  /// The interval between two numbers, given in either order.
  package init(_ one: Double, _ other: Double) {
    (low, high) = (min(one, other), max(one, other))
  }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}

/// Why numbers cannot be summarised: there are none, one is NaN or infinite, one that needs a logarithm is not
/// positive, two series to be paired have different lengths, growth was asked of fewer than two sizes.
package enum StatisticsError: Error, Hashable, Sendable {
  case empty, notFinite, notPositive, unequalCounts, tooFewSizes
}
