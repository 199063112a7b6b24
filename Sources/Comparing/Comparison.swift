import Measuring

/// One ratio against a margin: what it points to, and how surprising it would be if that were false.
///
/// Rounds of one visit share more than the machine's mood: the lists that were built for the visit,
/// and so their places in memory. A few visits cannot be judged by signs alone; what separates them
/// is measured by Student's t over their medians, and counts beside the rounds' own test.
public struct Comparison: RatioEvidence {
  /// How many times as long as the baseline the contender takes.
  public let ratio: PairedRatio
  /// The median log ratio of each visit, where visits are not the ratio's own observations.
  public let visits: Sample?
  /// What counts as equal.
  public let margin: Margin

  /// Compares a ratio with a margin.
  ///
  /// - Parameter visits: the logarithms of the visits' median ratios; nil where the observations of
  ///   `ratio` are independent of each other already.
  public init(_ ratio: PairedRatio, visits: Sample? = nil, margin: Margin) {
    self.ratio = ratio
    self.visits = visits
    self.margin = margin
  }

  /// Compares two series of times; round i is the i-th value of each, in visit `visits[i]`.
  ///
  /// From as many visits on as a sign test needs at confidence `strictest`, each is one observation.
  /// - Throws: as `PairedRatio` does.
  public init(
    of times: [Double], to baseline: [Double], visits: [Int], margin: Margin, confidence: Double,
    strictest: Double
  ) throws(StatisticsError) {
    let fewest = Sample.smallestCount(forMedianAt: strictest) ?? .max
    let isLabelled = Set(visits).count >= fewest
    let ratio = try PairedRatio(
      of: times, to: baseline, confidence: confidence,
      grouping: isLabelled ? .labelled(visits) : .automatic(blocksOf: 2, atLeast: fewest))
    self.init(
      ratio, visits: isLabelled ? nil : ratio.logRatios.medians(labelled: visits), margin: margin)
  }

  /// The ratio, with an interval that covers both what rounds and what visits show.
  public var estimate: Estimate {
    let own = ratio.estimate
    guard let interval = own.interval, let visits else { return own }
    let between = visits.meanInterval(confidence: own.confidence)
    return Estimate(
      value: own.value,
      interval: between.map {
        Interval(
          min(interval.low, exponential($0.low)), max(interval.high, exponential($0.high)))
      }, confidence: own.confidence, count: own.count)
  }

  /// What the estimate points to; whether there is enough evidence is another question.
  public var claim: Verdict { claim(margin) }

  /// The two-sided p-value of the claim's contrary, see `RatioEvidence.pValue(of:)`: of the exact sign
  /// test against the margin's ends, or of the t-test over visits, whichever is the weaker evidence.
  ///
  /// The sign test's is at most 1 - c exactly when the order-statistic interval of confidence c lies
  /// wholly beyond the margin (faster, slower) or wholly inside it (equivalent).
  public var pValue: Double { pValue(margin) }

  /// The chance of rounds, or visits, so far above `bound` if the ratio were at most `bound`.
  public func pValue(ifAtMost bound: Double) -> Double {
    let exact = ratio.pValue(ifAtMost: bound)
    guard let visits else { return exact }
    return max(exact, visits.tPValue(ifAtMost: naturalLogarithm(bound)) ?? 1)
  }

  /// The same of rounds, or visits, below it.
  public func pValue(ifAtLeast bound: Double) -> Double {
    let exact = ratio.pValue(ifAtLeast: bound)
    guard let visits else { return exact }
    return max(exact, visits.tPValue(ifAtLeast: naturalLogarithm(bound)) ?? 1)
  }

  /// How far the estimate lies from the nearer end of the margin, on the scale of logarithms.
  private var distance: Double {
    abs(abs(naturalLogarithm(ratio.estimate.value)) - margin.logarithm)
  }

  /// The smallest true difference that as many rounds would call faster or slower in four cases of
  /// five: 0.02 means 2 %. Nil where there is a single observation.
  public func detectable(confidence: Double) -> Double? {
    ratio.minimumDetectableEffect(power: 0.8, confidence: confidence)
      .map { (1 + margin.relative) * (1 + $0) - 1 }
  }

  /// About how many rounds would decide it, if the estimate is right; nil where that cannot be told.
  public func roundsNeeded(confidence: Double) -> Int? {
    ratio.roundsNeeded(relativeHalfWidth: exponential(distance) - 1, confidence: confidence)
  }
}
