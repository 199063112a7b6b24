import Foundation

/// The median ratio of paired times, where the two times of each pair were measured in close succession. The
/// confidence interval comes from the sign test, as in nanobench's `compare`. The ratio is computed from
/// logarithms, so that swapping the two strategies yields its reciprocal.
package struct PairedRatio: Hashable, Sendable {
  package let logRatios: Sample
  package let estimate: Estimate

  /// If observations are correlated, the interval is too narrow.
  package init(logRatios: Sample, confidence: Double) {
    self.logRatios = logRatios
    estimate = logRatios.medianEstimate(confidence: confidence).mapped(exp)
  }

  /// Returns nil if a time is not a positive number, or if the two arrays have different lengths.
  package init?(of times: [Double], to baseline: [Double], confidence: Double = 0.95) {
    guard times.count == baseline.count, (times + baseline).allSatisfy({ $0 > 0 }),
      let logRatios = Sample(zip(times, baseline).map { log($0) - log($1) })
    else { return nil }
    self.init(logRatios: logRatios, confidence: confidence)
  }
}
