extension Sample {
  /// The median absolute deviation from the median, unscaled.
  public var medianAbsoluteDeviation: Double {
    let middle = median
    return Sample(checked: sorted.map { abs($0 - middle) }).median
  }

  /// The standard deviation, with n - 1, by two passes; nil for a single value.
  public var standardDeviation: Double? {
    guard count > 1 else { return nil }
    return (sumOfSquares(around: mean) / Double(count - 1)).squareRoot()
  }

  /// The standard deviation of a normal distribution with the sample's spread, unmoved by outliers:
  /// 1.4826 MAD, or where more than half of the values agree and MAD is 0, `standardDeviation`.
  public var robustDeviation: Double? {
    guard count > 1 else { return nil }
    let deviation = medianAbsoluteDeviation
    return deviation > 0 ? 1.4826 * deviation : standardDeviation
  }

  /// How far each value lies from the median, in robust standard deviations; in time order.
  ///
  /// 0.6745 (x - median) / MAD. Where MAD is 0 the mean absolute deviation times 1.2533 takes the
  /// place of MAD / 0.6745; where that is 0 too, all values agree and all scores are 0.
  ///
  /// Source: B. Iglewicz, D. Hoaglin, "How to detect and handle outliers", 1993.
  public var modifiedZScores: [Double] {
    let middle = median
    let deviation = medianAbsoluteDeviation
    let meanDeviation = values.reduce(0) { $0 + abs($1 - middle) } / Double(count)
    let scale = deviation > 0 ? deviation / 0.6745 : 1.2533 * meanDeviation
    return values.map { scale > 0 ? ($0 - middle) / scale : 0 }
  }

  /// The places, in time order, of values whose modified z-score is beyond `score` on either side.
  ///
  /// A label for the report, never a reason to drop a value.
  public func outliers(beyond score: Double = 3.5) -> [Int] {
    let scores = modifiedZScores
    return scores.indices.filter { abs(scores[$0]) > score }
  }

  /// How much each value resembles the one before it, in -1...1; 0 for independent values.
  ///
  /// Nil for fewer than three values and when all agree: then there is nothing to correlate.
  public var lag1Autocorrelation: Double? {
    let centre = mean
    let total = sumOfSquares(around: centre)
    guard count > 2, minimum < maximum, total > 0 else { return nil }
    let products = zip(values, values.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.0 - centre) * (pair.1 - centre)
    }
    return products / total
  }

  private func sumOfSquares(around centre: Double) -> Double {
    values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
  }
}
