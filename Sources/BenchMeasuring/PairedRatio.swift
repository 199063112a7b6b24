import Foundation

/// The ratio between the times of two strategies, based on pairs of times that were measured close together.
///
/// The estimate is the median of the ratios, and its interval comes from the sign test (as in nanobench's
/// `compare`). Estimate and interval are computed from logarithms, so swapping the strategies gives the
/// reciprocal.
package struct PairedRatio: Hashable, Sendable {
  /// ln(time / baseline) for each pair, in the order of measurement.
  package let logRatios: Sample
  /// The ratio, which is above 1 if the times are slower than the baseline. Its interval is nil if there are
  /// too few pairs.
  package let estimate: Estimate

  /// Computes the ratio from observations, which must be independent. If they are correlated, the interval is
  /// too narrow.
  package init(logRatios: Sample, confidence: Double) {
    self.logRatios = logRatios
    estimate = logRatios.medianEstimate(confidence: confidence).mapped(exp)
  }

  /// Compares two series of times, in any unit. Times with the same index form a pair. Throws
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

/// The natural logarithms of `values`. Throws `.notFinite` or `.notPositive`.
func logarithms(of values: [Double]) throws(StatisticsError) -> [Double] {
  if !values.allSatisfy(\.isFinite) { throw .notFinite }
  if !values.allSatisfy({ $0 > 0 }) { throw .notPositive }
  return values.map { log($0) }
}
