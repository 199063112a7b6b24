/// A number computed from a sample, with what is known about its error: never a naked figure.
package struct Estimate: Hashable, Sendable {
  /// The point estimate.
  package let value: Double
  /// Where the true value lies, with `confidence`; nil when the sample is too small to say.
  package let interval: Interval?
  /// The confidence asked for, in 0...1; the interval has at least this much.
  package let confidence: Double
  /// How many independent observations the interval rests on.
  package let count: Int

  /// An estimate made elsewhere.
  package init(value: Double, interval: Interval?, confidence: Double, count: Int) {
    self.value = value
    self.interval = interval
    self.confidence = confidence
    self.count = count
  }

  /// The estimate of a monotonic function of the same quantity.
  func mapped(_ transform: (Double) -> Double) -> Estimate {
    Estimate(
      value: transform(value), interval: interval?.mapped(transform), confidence: confidence,
      count: count)
  }
}

/// A closed interval of real numbers.
package struct Interval: Hashable, Sendable {
  /// The lower end.
  package let low: Double
  /// The upper end; at least `low`.
  package let high: Double

  /// The interval between two numbers, given in either order.
  package init(_ one: Double, _ other: Double) {
    low = min(one, other)
    high = max(one, other)
  }

  /// Whether `value` lies inside or on an end.
  package func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The interval with both ends mapped by a monotonic function.
  func mapped(_ transform: (Double) -> Double) -> Interval {
    Interval(transform(low), transform(high))
  }
}
