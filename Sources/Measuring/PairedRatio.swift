import Foundation

/// How many times as long one strategy takes as another, from times paired by round, which share what the
/// machine was doing then.
///
/// The estimate is the median of the ratios, with the exact interval of the sign test (as nanobench's `compare`
/// does); all is computed on logarithms, so that swapping the two gives exactly the reciprocal.
package struct PairedRatio: Hashable, Sendable {
  /// ln(time / baseline) of each observation, in time order; none is ever dropped.
  package let logRatios: Sample
  /// The ratio: above 1 when the contender is slower than the baseline; its interval is nil where there
  /// are too few observations.
  package let estimate: Estimate

  /// The ratio of independent observations. Consecutive rounds are correlated: an interval that takes them
  /// for independent is too narrow, and more rounds make it worse.
  package init(logRatios: Sample, confidence: Double) {
    self.logRatios = logRatios
    estimate = logRatios.medianEstimate(confidence: confidence).mapped(exp)
  }

  /// Compares two series of times per operation, in any unit; round i is the i-th value of each.
  /// Throws `.unequalCounts`, `.empty`, `.notFinite` or `.notPositive`.
  package init(
    of times: [Double], to baseline: [Double], confidence: Double = 0.95
  ) throws(StatisticsError) {
    guard times.count == baseline.count else { throw .unequalCounts }
    let (logTimes, logBaseline) = (try logarithms(of: times), try logarithms(of: baseline))
    self.init(
      logRatios: try Sample(zip(logTimes, logBaseline).map { $0 - $1 }), confidence: confidence)
  }

  /// The exact chance of so many rounds above `bound`, or more, if the ratio were at most `bound`.
  package func pValue(ifAtMost bound: Double) -> Double {
    let logBound = log(bound)
    return chance(ofBeyond: logRatios.values.count { $0 > logBound })
  }

  /// The exact chance of so many rounds below `bound`, or more, if the ratio were at least `bound`.
  package func pValue(ifAtLeast bound: Double) -> Double {
    let logBound = log(bound)
    return chance(ofBeyond: logRatios.values.count { $0 < logBound })
  }

  private func chance(ofBeyond rounds: Int) -> Double {
    FairCoin(flips: logRatios.count).chance(ofAtMost: logRatios.count - rounds)
  }
}

/// The natural logarithms of times or costs; throws where one has none.
func logarithms(of values: [Double]) throws(StatisticsError) -> [Double] {
  if !values.allSatisfy(\.isFinite) { throw .notFinite }
  if !values.allSatisfy({ $0 > 0 }) { throw .notPositive }
  return values.map { log($0) }
}

/// The natural logarithm; not finite for `x <= 0`.
package func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// e to the power of `x`.
package func exponential(_ x: Double) -> Double { exp(x) }
