import Measuring
import Recording

/// One ratio against a margin: what it points to, and how surprising it would be if that were false.
///
/// It rests on repetitions, each of which built both lists anew, so each is one observation. The
/// interval is the exact one of the sign test; a few repetitions have no exact test that stands a
/// correction for hundreds of comparisons, so the p-value is Student's t over their logarithms without
/// the tails (Yuen), and a verdict needs both, see `Judgement.table`.
public struct Comparison: RatioEvidence {
  /// How many times as long as the baseline the strategy takes.
  public let ratio: PairedRatio
  /// What counts as equal.
  public let margin: Margin
  /// The ratio with its interval.
  public let estimate: Estimate
  /// The middle of the logarithms; nil where there are too few.
  private let middle: TrimmedMean?

  /// Compares the repetitions that two strategies have in common.
  ///
  /// - Throws: as `PairedRatio` does.
  public init(
    _ pairs: Repetitions.Pairs, margin: Margin, confidence: Double
  ) throws(StatisticsError) {
    ratio = try PairedRatio(of: pairs.own, to: pairs.other, confidence: confidence)
    estimate = pairs.isScarce ? ratio.estimate.reaching(over: pairs.allRatios) : ratio.estimate
    middle = ratio.logRatios.trimmedMean(tail: 0.2)
    self.margin = margin
  }

  /// What the estimate points to; whether there is enough evidence is another question.
  public var claim: Verdict { claim(margin) }

  /// The two-sided p-value of the claim's contrary, see `RatioEvidence.pValue(_:)`.
  public var pValue: Double { pValue(margin) }

  /// Whether the interval lies wholly where the claim says.
  var isInsideInterval: Bool {
    guard let interval = estimate.interval else { return false }
    return switch claim {
    case .slower: interval.low > margin.ratios.high
    case .faster: interval.high < margin.ratios.low
    default: interval.low >= margin.ratios.low && interval.high <= margin.ratios.high
    }
  }

  /// The chance of repetitions so far above `bound` if the ratio were at most `bound`.
  public func pValue(ifAtMost bound: Double) -> Double {
    upperTail { $0 - naturalLogarithm(bound) }
  }

  /// The same of repetitions below it.
  public func pValue(ifAtLeast bound: Double) -> Double {
    upperTail { naturalLogarithm(bound) - $0 }
  }

  private func upperTail(_ distance: (Double) -> Double) -> Double {
    guard let middle else { return 1 }
    let distance = distance(middle.value)
    let error = middle.squaredError.squareRoot()
    // Without any spread the ratio is where it is.
    guard error > 0 else { return distance > 0 ? 0 : 1 }
    return StudentT(degrees: middle.degrees).upperTail(distance / error)
  }

  /// The smallest true difference that as many repetitions would call faster or slower in four cases of
  /// five: 0.02 means 2 %. Nil where there is a single one.
  public func detectable(confidence: Double) -> Double? {
    ratio.minimumDetectableEffect(power: 0.8, confidence: confidence)
      .map { (1 + margin.relative) * (1 + $0) - 1 }
  }

  /// About how many repetitions would decide it, if the estimate is right; nil where that cannot be told.
  public func roundsNeeded(confidence: Double) -> Int? {
    let distance = abs(abs(naturalLogarithm(ratio.estimate.value)) - margin.logarithm)
    return ratio.roundsNeeded(
      relativeHalfWidth: exponential(distance) - 1, confidence: confidence)
  }
}
