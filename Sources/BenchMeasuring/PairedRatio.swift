import Foundation

/// The ratio of the times of two strategies, computed from pairs of times. The two times of a pair are
/// measured close together, so the machine is in the same state for both.
///
/// The estimate is the median of the ratios, and its confidence interval comes from the sign test (as in
/// nanobench's `compare`). The median and the interval are computed from the logarithms of the ratios, so
/// that swapping the two strategies gives the reciprocal.
package struct PairedRatio: Hashable, Sendable {
  /// The logarithm ln(time / baseline) of each observation, in the order of measurement.
  package let logRatios: Sample
  /// The ratio with its confidence interval. The ratio is above 1 if the contender is slower than the
  /// baseline; the interval is nil if there are too few observations.
  package let estimate: Estimate

  /// Computes the ratio from independent observations. Do not pass consecutive repetitions, because they are
  /// correlated and the interval would be too narrow.
  package init(logRatios: Sample, confidence: Double) {
    self.logRatios = logRatios
    estimate = logRatios.medianEstimate(confidence: confidence).mapped(exp)
  }

  /// Compares two series of times per operation, in any unit; times with the same index form a pair. Throws
  /// `.unequalCounts`, `.empty`, `.notFinite` or `.notPositive`.
  package init(
    of times: [Double], to baseline: [Double], confidence: Double = 0.95
  ) throws(StatisticsError) {
    guard times.count == baseline.count else { throw .unequalCounts }
    let (logTimes, logBaseline) = (try logarithms(of: times), try logarithms(of: baseline))
    self.init(
      logRatios: try Sample(zip(logTimes, logBaseline).map { $0 - $1 }), confidence: confidence)
  }
}

/// The natural logarithms of times or costs. Throws `.notFinite` or `.notPositive`.
func logarithms(of values: [Double]) throws(StatisticsError) -> [Double] {
  if !values.allSatisfy(\.isFinite) { throw .notFinite }
  if !values.allSatisfy({ $0 > 0 }) { throw .notPositive }
  return values.map { log($0) }
}

/// The natural logarithm of `x`, which is not finite if `x` is 0 or negative.
package func naturalLogarithm(_ x: Double) -> Double { log(x) }
