import Foundation

/// The median ratio of times that were measured close together, with the sign test's interval (as in
/// nanobench's `compare`). Computed from logarithms, so swapping the strategies gives the reciprocal.
package struct PairedRatio: Hashable, Sendable {
  package let logRatios: Sample
  package let estimate: Estimate

  /// If observations are correlated, the interval is too narrow.
  package init(logRatios: Sample, confidence: Double) {
    self.logRatios = logRatios
    estimate = logRatios.medianEstimate(confidence: confidence).mapped(exp)
  }

  /// Returns nil if a time is not a positive number, or if the series can't be paired.
  package init?(of times: [Double], to baseline: [Double], confidence: Double = 0.95) {
    guard times.count == baseline.count, (times + baseline).allSatisfy({ $0 > 0 }),
      let logRatios = Sample(zip(times, baseline).map { log($0) - log($1) })
    else { return nil }
    self.init(logRatios: logRatios, confidence: confidence)
  }
}
