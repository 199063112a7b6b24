/// How many times as long one contender takes as another, from times paired by round.
///
/// The two times of a round share what the machine was doing then, so their ratio is steadier than
/// either. The estimate is the median of the ratios, with the exact interval of the sign test; all is
/// computed on logarithms, so that swapping the two gives exactly the reciprocal.
///
/// Source of the method: nanobench's `compare`, with exact ranks for every n and any confidence.
package struct PairedRatio: Hashable, Sendable {
  /// ln(time / baseline) of each round, in time order; none is ever dropped.
  package let logRatios: Sample

  /// The logarithms that the interval takes as independent: the rounds', or the medians of those with the
  /// same label.
  package let observations: Sample

  /// The ratio: above 1 when the contender is slower than the baseline. Its count is the number of
  /// observations, not of rounds; its interval is nil when they are too few.
  package let estimate: Estimate

  /// Compares two series of times per operation, in any unit; round i is the i-th value of each.
  ///
  /// - Parameters:
  ///   - times: the contender's.
  ///   - baseline: those of what it is compared with.
  ///   - confidence: of the interval; for k comparisons of one table 1 - 0.05 / k, say.
  ///   - labels: of the rounds, as many as there are: the median of those with the same one, of one
  ///     process say, is one observation. Consecutive rounds are correlated; an interval that takes
  ///     them for independent is too narrow, and more rounds make it worse. Nil: each is one.
  /// - Throws: `.unequalCounts`, `.empty`, or `.notFinite` and `.notPositive` with the first index of
  ///   such a time in `times`, then in `baseline`.
  /// - Complexity: O(n log n).
  package init(
    of times: [Double], to baseline: [Double], confidence: Double = 0.95,
    labels: [Int]? = nil
  ) throws(StatisticsError) {
    guard times.count == baseline.count else {
      throw .unequalCounts(times.count, baseline.count)
    }
    if let labels, labels.count != times.count { throw .unequalCounts(times.count, labels.count) }
    let logTimes = try logarithms(of: times)
    let logBaseline = try logarithms(of: baseline)
    logRatios = try Sample(zip(logTimes, logBaseline).map { $0 - $1 })
    observations = labels.map(logRatios.medians(labelled:)) ?? logRatios
    estimate = observations.medianEstimate(confidence: confidence).mapped(exponential)
  }

  /// The exact chance of so many rounds above `bound`, or more, if the ratio were at most `bound`.
  package func pValue(ifAtMost bound: Double) -> Double {
    let logBound = naturalLogarithm(bound)
    let above = observations.values.count { $0 > logBound }
    return FairCoin(tosses: observations.count).chance(ofAtMost: observations.count - above)
  }

  /// The exact chance of so many rounds below `bound`, or more, if the ratio were at least `bound`.
  package func pValue(ifAtLeast bound: Double) -> Double {
    let logBound = naturalLogarithm(bound)
    let below = observations.values.count { $0 < logBound }
    return FairCoin(tosses: observations.count).chance(ofAtMost: observations.count - below)
  }

  /// The exact two-sided p-value of "the ratio is 1"; for `holm(pValues:)` over a table.
  ///
  /// It is at most 1 - confidence exactly when the interval lies wholly on one side of 1.
  package var pValue: Double {
    signTestPValue(
      positive: observations.values.count { $0 > 0 },
      negative: observations.values.count { $0 < 0 },
      ties: observations.values.count { $0 == 0 })
  }
}

extension Sample {
  /// The median of the values with each label, in the order in which the labels first occur.
  fileprivate func medians(labelled labels: [Int]) -> Sample {
    var order: [Int] = []
    var groups: [Int: [Double]] = [:]
    for (label, value) in zip(labels, values) {
      if groups[label] == nil { order.append(label) }
      groups[label, default: []].append(value)
    }
    return Sample(checked: order.compactMap { groups[$0] }.map { Sample(checked: $0).median })
  }
}

/// The natural logarithms of times or costs.
///
/// - Throws: `.notFinite` or `.notPositive` for the first value that has none.
func logarithms(of values: [Double]) throws(StatisticsError) -> [Double] {
  for (index, value) in values.enumerated() {
    if !value.isFinite { throw .notFinite(index: index) }
    if value <= 0 { throw .notPositive(index: index, value: value) }
  }
  return values.map(naturalLogarithm)
}

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
  package func minimumDetectableEffect(power: Double = 0.8, confidence: Double? = nil) -> Double? {
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
  package func roundsNeeded(relativeHalfWidth: Double, confidence: Double? = nil) -> Int? {
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
