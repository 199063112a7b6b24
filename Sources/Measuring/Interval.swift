/// A closed interval of real numbers.
public struct Interval: Hashable, Sendable {
  /// The lower end.
  public let low: Double
  /// The upper end; at least `low`.
  public let high: Double

  /// The interval between two numbers, given in either order.
  public init(_ one: Double, _ other: Double) {
    low = min(one, other)
    high = max(one, other)
  }

  /// Whether `value` lies inside or on an end.
  public func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The interval with both ends mapped by a monotonic function.
  func mapped(_ transform: (Double) -> Double) -> Interval {
    Interval(transform(low), transform(high))
  }
}
