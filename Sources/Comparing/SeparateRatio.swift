import Measuring

/// The ratio of a cell's times in two runs that were made one after the other, and so are not paired.
///
/// Student's t on logarithms, with the errors of both runs' repetitions (Welch; Yuen for trimmed means) and of
/// what moves a cell between runs, see `SeparateRuns`. There are two readings of the difference, with the machine's
/// own shift taken for part of it or not; the evidence against a bound is that of the weaker reading,
/// and the interval covers both.
///
/// Source: B. L. Welch, "The generalization of 'Student's' problem when several different population
/// variances are involved", Biometrika 34, 1947; F. E. Satterthwaite, Biometrics Bulletin 2, 1946, for
/// the degrees of freedom.
public struct SeparateRatio: RatioEvidence {
  /// A part of the difference's variance, and the degrees of freedom of its estimate.
  struct Part {
    let variance: Double
    let degrees: Double

    init(variance: Double, degrees: Double) {
      self.variance = variance
      self.degrees = degrees
    }

    /// The part of the repetitions in one run.
    init(_ level: TrimmedMean) {
      self.init(variance: level.squaredError, degrees: Double(level.degrees))
    }
  }

  public let estimate: Estimate
  /// The least and the greatest reading of the logarithm.
  private let readings: Interval
  private let standardError: Double
  private let student: StudentT

  /// A ratio of which the logarithm is `difference`, or `difference` less `shift`.
  ///
  /// - Parameter observations: the repetitions that it rests on.
  init(difference: Double, shift: Double, parts: [Part], observations: Int, confidence: Double) {
    readings = Interval(difference, difference - shift)
    let variance = parts.reduce(0) { $0 + $1.variance }
    standardError = variance.squareRoot()
    let weights = parts.reduce(0) { $0 + $1.variance * $1.variance / max(1, $1.degrees) }
    // Without any variance the degrees do not matter; so many are as good as a normal distribution.
    student = StudentT(degrees: weights > 0 ? Int(min(variance * variance / weights, 1000)) : 1000)
    let half = student.quantile(upperTail: (1 - confidence) / 2) * standardError
    estimate = Estimate(
      value: exponential(difference),
      interval: Interval(exponential(readings.low - half), exponential(readings.high + half)),
      confidence: confidence, count: observations)
  }

  /// The chance of so great a difference, in its lesser reading, if the ratio were at most `bound`.
  public func pValue(ifAtMost bound: Double) -> Double {
    upperTail(readings.low - naturalLogarithm(bound))
  }

  /// The same of so small a difference, in its greater reading.
  public func pValue(ifAtLeast bound: Double) -> Double {
    upperTail(naturalLogarithm(bound) - readings.high)
  }

  private func upperTail(_ distance: Double) -> Double {
    // Without any spread the difference is where it is.
    standardError > 0 ? student.upperTail(distance / standardError) : distance > 0 ? 0 : 1
  }
}

/// Two medians of which only intervals are known: a ratio that no verdict can rest on.
public struct MedianRatio: RatioEvidence {
  public let estimate: Estimate

  /// A ratio with the interval that its medians' own allow; nil where they have none.
  public init(
    _ head: Double, _ headInterval: Interval?, to base: Double, _ baseInterval: Interval?,
    confidence: Double, count: Int
  ) {
    var interval: Interval?
    if let headInterval, let baseInterval, baseInterval.low > 0 {
      interval = Interval(
        headInterval.low / baseInterval.high, headInterval.high / baseInterval.low)
    }
    estimate = Estimate(
      value: head / base, interval: interval, confidence: confidence, count: count)
  }

  /// 1: no evidence.
  public func pValue(ifAtMost bound: Double) -> Double { 1 }
  /// 1: no evidence.
  public func pValue(ifAtLeast bound: Double) -> Double { 1 }
}
