import Foundation

/// The ratio of the times of two strategies, from times paired by round, which share the state of the
/// machine.
///
/// The estimate is the median of the ratios, with the interval of the sign test (as in nanobench's
/// `compare`), computed on logarithms, so that swapping the strategies gives the reciprocal.
package struct PairedRatio: Hashable, Sendable {
  /// ln(time / baseline) of each observation, in time order.
  package let logRatios: Sample
  /// The ratio: above 1 if the contender is slower. Its interval is nil for too few observations.
  package let estimate: Estimate

  /// The ratio of independent observations. Consecutive rounds are correlated, so an interval over them is
  /// too narrow.
  package init(logRatios: Sample, confidence: Double) {
    self.logRatios = logRatios
    estimate = logRatios.medianEstimate(confidence: confidence).mapped(exp)
  }

  /// Compares two series of times per operation, in any unit, paired by index. Throws `.unequalCounts`,
  /// `.empty`, `.notFinite` or `.notPositive`.
  package init(
    of times: [Double], to baseline: [Double], confidence: Double = 0.95
  ) throws(StatisticsError) {
    guard times.count == baseline.count else { throw .unequalCounts }
    let (logTimes, logBaseline) = (try logarithms(of: times), try logarithms(of: baseline))
    self.init(
      logRatios: try Sample(zip(logTimes, logBaseline).map { $0 - $1 }), confidence: confidence)
  }

  /// The probability of at least this number of ratios above `bound` if the true ratio is at most `bound`.
  package func pValue(ifAtMost bound: Double) -> Double {
    let logBound = log(bound)
    return chance(ofBeyond: logRatios.values.count { $0 > logBound })
  }

  /// The probability of at least this number of ratios below `bound` if the true ratio is at least `bound`.
  package func pValue(ifAtLeast bound: Double) -> Double {
    let logBound = log(bound)
    return chance(ofBeyond: logRatios.values.count { $0 < logBound })
  }

  private func chance(ofBeyond rounds: Int) -> Double {
    FairCoin(flips: logRatios.count).chance(ofAtMost: logRatios.count - rounds)
  }
}

/// The natural logarithms of times or costs. Throws `.notFinite` or `.notPositive`.
func logarithms(of values: [Double]) throws(StatisticsError) -> [Double] {
  if !values.allSatisfy(\.isFinite) { throw .notFinite }
  if !values.allSatisfy({ $0 > 0 }) { throw .notPositive }
  return values.map { log($0) }
}

/// The natural logarithm; not finite for `x <= 0`.
package func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// e to the power of `x`.
package func exponential(_ x: Double) -> Double { exp(x) }
