/// The middle of a sample without its tails, and how well it is known.
public struct TrimmedMean: Hashable, Sendable {
  /// The mean of the values that are left.
  public let value: Double
  /// The square of its standard error.
  public let squaredError: Double
  /// The degrees of freedom of that.
  public let degrees: Int

  /// Where the true value lies, by Student's t; nil for a confidence outside 0..<1.
  package func interval(confidence: Double) -> Interval? {
    guard (0..<1).contains(confidence) else { return nil }
    let quantile = StudentT(degrees: degrees).quantile(upperTail: (1 - confidence) / 2)
    let half = quantile * squaredError.squareRoot()
    return Interval(value - half, value + half)
  }
}

extension Sample {
  /// The mean of the values without the smallest and the greatest ones, a share of `tail` each.
  ///
  /// For values of which some are spoiled, mostly to one side: a few of them move it little, and widen
  /// its error little. The error follows from the winsorised sum of squares, in which each trimmed value
  /// counts as the nearest one left: SSD / (h (h - 1)) for h values left. Nil where fewer than two are
  /// left.
  ///
  /// Source: K. Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61, 1974.
  /// - Parameter tail: the share of either tail, in 0..<0.5.
  /// - Complexity: O(n).
  public func trimmedMean(tail: Double = 0.25) -> TrimmedMean? {
    guard (0..<0.5).contains(tail) else { return nil }
    let trimmed = Int(tail * Double(count))
    let left = Array(sorted[trimmed..<(count - trimmed)])
    guard left.count > 1, let first = left.first, let last = left.last else { return nil }
    let ends = Array(repeating: first, count: trimmed) + Array(repeating: last, count: trimmed)
    let winsorised = Sample(checked: left + ends)
    let centre = winsorised.mean
    let squares = winsorised.values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    return TrimmedMean(
      value: Sample(checked: left).mean,
      squaredError: squares / Double(left.count * (left.count - 1)), degrees: left.count - 1)
  }
}
