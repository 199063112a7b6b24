extension PairedRatio {
  /// The smallest relative difference that as many rounds would find with the chance `power`.
  ///
  /// 0.02 means 2 %. The median of n values with standard deviation s has about the standard error
  /// s sqrt(pi / 2 / n), so a difference is found with that chance when its logarithm is at least
  ///
  ///     (z(1 - (1 - confidence) / 2) + z(power)) s sqrt(pi / 2 / n)
  ///
  /// where s is the observations' robust deviation and z the quantile of the normal distribution.
  /// Nil for a single observation and for a confidence or power outside 0..<1; the confidence is the estimate's
  /// own unless another one is named. It describes a plan; no verdict rests on it.
  public func minimumDetectableEffect(power: Double = 0.8, confidence: Double? = nil) -> Double? {
    guard (0..<1).contains(power), let error = standardErrorTimesRootCount,
      let quantile = Self.quantile(of: confidence ?? estimate.confidence)
    else { return nil }
    let sum = quantile + normalQuantile(upperTail: 1 - power)
    return max(0, exponential(sum * error / Double(observations.count).squareRoot()) - 1)
  }

  /// About how many rounds, all told, give an interval that reaches no further than
  /// `relativeHalfWidth` from the ratio: 0.02 means from 2 % below to 2 % above.
  ///
  ///     n = (z(1 - (1 - confidence) / 2) s sqrt(pi / 2) / ln(1 + half width))^2
  ///
  /// but at least the fewest that allow an interval; times the rounds of one observation. Nil for a
  /// single observation, a confidence outside 0..<1 and a half width that is not above 0.
  public func roundsNeeded(relativeHalfWidth: Double, confidence: Double? = nil) -> Int? {
    let confidence = confidence ?? estimate.confidence
    guard relativeHalfWidth > 0, let error = standardErrorTimesRootCount,
      let quantile = Self.quantile(of: confidence),
      let fewest = Sample.smallestCount(forMedianAt: confidence)
    else { return nil }
    let root = quantile * error / naturalLogarithm(1 + relativeHalfWidth)
    let needed = max((root * root).rounded(.up), Double(fewest))
    let roundsOfOne = (logRatios.count + observations.count / 2) / observations.count
    // Beyond 2^53 the count means "never"; it is bounded so that it stays a number.
    return Int(min(needed * Double(roundsOfOne), 0x1p53))
  }

  /// s sqrt(pi / 2): divided by the root of a count, the standard error of the median.
  private var standardErrorTimesRootCount: Double? {
    observations.robustDeviation.map { $0 * (Double.pi / 2).squareRoot() }
  }

  private static func quantile(of confidence: Double) -> Double? {
    (0..<1).contains(confidence) ? normalQuantile(upperTail: (1 - confidence) / 2) : nil
  }
}

/// The z with the share `tail` of a standard normal distribution above it, within -40...40.
private func normalQuantile(upperTail tail: Double) -> Double {
  var low = -40.0
  var high = 40.0
  // Each step halves the range: after 64 it is narrower than the last digit of any z.
  for _ in 0..<64 {
    let middle = (low + high) / 2
    if normalUpperTail(middle) > tail { low = middle } else { high = middle }
  }
  return high
}
