import Foundation

package struct Sample: Hashable, Sendable {
  package let values: [Double]
  package let sorted: [Double]

  /// Returns nil if `values` is empty or contains a value that isn't finite.
  package init?(_ values: [Double]) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    self.values = values
    sorted = values.sorted()
  }

  package var count: Int { values.count }
  package var minimum: Double { sorted[0] }
  package var maximum: Double { sorted[count - 1] }

  package var median: Double { percentile(50) }

  /// Interpolates between values as R and NumPy do by default (Hyndman and Fan's type 7, 1996).
  package func percentile(_ percent: Double) -> Double {
    guard percent > 0 else { return minimum }
    guard percent < 100 else { return maximum }
    let position = Double(count - 1) * percent / 100
    let below = Int(position)
    let share = position - Double(below)
    guard share > 0 else { return sorted[below] }
    let (low, high) = (sorted[below], sorted[below + 1])
    // If the position is halfway between two values, use their mean, because this is how medians are
    // usually computed.
    return share == 0.5 ? (low + high) / 2 : low + share * (high - low)
  }

  /// The interval runs from the k-th smallest to the k-th largest value, where k is the largest number with
  /// P(Bin(n, 1/2) < k) <= (1 - confidence) / 2 (Thompson, Annals of Mathematical Statistics 7, 1936).
  func medianEstimate(confidence: Double) -> Estimate {
    let tail = (1 - confidence) / 2
    let rank = signTestRank(tail: tail)
    return Estimate(
      value: median, interval: rank > 0 ? Interval(sorted[rank - 1], sorted[count - rank]) : nil,
      count: count)
  }

  private func signTestRank(tail: Double) -> Int {
    // Use the logarithm of C(count, rank) / 2^count, because the value itself would underflow for large
    // samples.
    var (rank, logTerm, chance) = (0, -Double(count) * log(2), 0.0)
    while rank < (count + 1) / 2 {
      chance += exp(logTerm)
      guard chance <= tail else { break }
      rank += 1
      logTerm += log(Double(count - rank + 1) / Double(rank))
    }
    return rank
  }
}

package struct Estimate: Hashable, Sendable {
  package let value: Double
  package let interval: Interval?
  package let count: Int

  package init(value: Double, interval: Interval?, count: Int) {
    (self.value, self.interval, self.count) = (value, interval, count)
  }

  func mapped(_ transform: (Double) -> Double) -> Estimate {
    Estimate(
      value: transform(value),
      interval: interval.map { Interval(transform($0.low), transform($0.high)) }, count: count)
  }
}

package struct Interval: Hashable, Sendable {
  package let low, high: Double

  /// Creates the interval between two endpoints, which may be given in either order.
  package init(_ one: Double, _ other: Double) {
    (low, high) = (min(one, other), max(one, other))
  }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}

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
