/// An estimate of any statistic, its interval by resampling: for statistics that have no exact one.
///
/// Percentile method: the statistic of `resamples` samples drawn with replacement; the interval holds
/// the middle `confidence` of them. Approximate, too narrow for small or skewed samples: for a median
/// take `Sample.medianEstimate(confidence:)`, which is exact. The interval is nil for a single value,
/// for no resamples, for a confidence outside 0...1, and when a resample's statistic is not finite.
///
/// Source: B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979.
/// - Parameters:
///   - sample: the observed values; taken to be independent.
///   - seed: the same seed gives the same interval.
///   - statistic: called once for the sample and once for each resample.
/// - Complexity: O(`resamples` n log n), and that many calls of `statistic`.
public func bootstrap(
  _ sample: Sample, confidence: Double, resamples: Int = 10_000, seed: UInt64,
  statistic: (Sample) -> Double
) -> Estimate {
  func estimate(_ interval: Interval?) -> Estimate {
    Estimate(
      value: statistic(sample), interval: interval, confidence: confidence, count: sample.count)
  }
  guard sample.count > 1, resamples > 0, (0...1).contains(confidence) else { return estimate(nil) }
  var generator = SplitMix64(seed: seed, purpose: "bootstrap")
  var drawn = sample.values
  var statistics: [Double] = []
  statistics.reserveCapacity(resamples)
  for _ in 0..<resamples {
    for index in drawn.indices { drawn[index] = sample.values[generator.below(sample.count)] }
    statistics.append(statistic(Sample(checked: drawn)))
  }
  guard let distribution = try? Sample(statistics) else { return estimate(nil) }
  let tail = (1 - confidence) / 2 * 100
  return estimate(Interval(distribution.percentile(tail), distribution.percentile(100 - tail)))
}
