import Measuring

/// One ratio against a margin: what it points to, and how surprising it would be if that were false.
///
/// It rests on blocks of consecutive repetitions, because neighbours share what the machine was doing (see
/// `Repetitions`): each block is one observation. So few have no exact test that stands a correction for
/// hundreds of comparisons, so the p-value is Student's t over the logarithms of the blocks' ratios
/// without the tails (Yuen), and a verdict needs the interval on its side as well, see `Judgement.table`.
package struct Comparison: RatioEvidence {
  /// The ratios of the blocks.
  package let blocks: PairedRatio
  /// What counts as equal.
  package let margin: Margin
  /// The quotient of the two figures with its interval.
  package let estimate: Estimate
  /// The middle of the logarithms; nil where there are too few.
  private let middle: TrimmedMean?
  /// The repetitions that both have.
  private let repetitions: Int

  /// Compares the repetitions that two strategies have in common.
  ///
  /// - Throws: as `PairedRatio` does.
  package init(
    _ pairs: Repetitions.Pairs, margin: Margin, confidence: Double
  ) throws(StatisticsError) {
    let (own, other) = pairs.leastOfBlocks
    blocks = try PairedRatio(of: own, to: other, confidence: confidence)
    guard let ratio = pairs.ratio else { throw .empty }
    estimate = ratio
    middle = blocks.logRatios.trimmedMean(tail: 0.2)
    repetitions = pairs.own.count
    self.margin = margin
  }

  /// What the estimate points to; whether there is enough evidence is another question.
  package var claim: Verdict { claim(margin) }

  /// The two-sided p-value of the claim's contrary, see `RatioEvidence.pValue(_:)`.
  package var pValue: Double { pValue(margin) }

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
  package func pValue(ifAtMost bound: Double) -> Double {
    upperTail { $0 - naturalLogarithm(bound) }
  }

  /// The same of repetitions below it.
  package func pValue(ifAtLeast bound: Double) -> Double {
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
  package func detectable(confidence: Double) -> Double? {
    blocks.minimumDetectableEffect(power: 0.8, confidence: confidence)
      .map { (1 + margin.relative) * (1 + $0) - 1 }
  }

  /// About how many repetitions would decide it, if the estimate is right; nil where that cannot be told.
  package func roundsNeeded(confidence: Double) -> Int? {
    let distance = abs(abs(naturalLogarithm(estimate.value)) - margin.logarithm)
    let ofOne = max(1, repetitions / max(1, blocks.observations.count))
    return blocks.roundsNeeded(
      relativeHalfWidth: exponential(distance) - 1, confidence: confidence
    ).map { $0.multipliedReportingOverflow(by: ofOne).partialValue }
  }
}

/// What was measured of one ratio of times, by whatever design: paired rounds of one run, or repetitions
/// of two runs.
package protocol RatioEvidence: Sendable {
  /// The ratio with its interval: above 1 when the time compared is the longer.
  var estimate: Estimate { get }

  /// How surprising the evidence is if the ratio is at most `bound`; one-sided, in 0...1.
  func pValue(ifAtMost bound: Double) -> Double

  /// How surprising the evidence is if the ratio is at least `bound`; one-sided, in 0...1.
  func pValue(ifAtLeast bound: Double) -> Double
}

extension RatioEvidence {
  /// What the estimate points to; whether there is enough evidence is another question. A ratio at an
  /// end of the margin is inside.
  func claim(_ margin: Margin) -> Verdict {
    if estimate.value > margin.ratios.high { return .slower }
    if estimate.value < margin.ratios.low { return .faster }
    return .equivalent
  }

  /// The two-sided p-value of the contrary of the claim.
  ///
  /// Two-sided, because which end is tested depends on the same evidence; for equivalence both ends
  /// are, and the weaker counts (two one-sided tests).
  ///
  /// Source: D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power
  /// approach", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
  func pValue(_ margin: Margin) -> Double {
    let oneSided =
      switch claim(margin) {
      case .slower: pValue(ifAtMost: margin.ratios.high)
      case .faster: pValue(ifAtLeast: margin.ratios.low)
      default: max(pValue(ifAtLeast: margin.ratios.high), pValue(ifAtMost: margin.ratios.low))
      }
    return min(1, 2 * oneSided)
  }
}

/// The relative difference below which two times count as equal: a decision of the user's, not a
/// statistic.
///
/// A margin of 1 % means ratios from 1 / 1.01 to 1.01: the same from both sides, so that swapping the
/// two changes nothing.
package struct Margin: Hashable, Sendable {
  /// The difference, 0.01 for 1 %; not below 0.
  package let relative: Double

  /// A margin; one below 0, or none, is taken as 0.
  package init(_ relative: Double) { self.relative = relative > 0 ? relative : 0 }

  /// The ratios that count as equal.
  package var ratios: Interval { Interval(1 / (1 + relative), 1 + relative) }

  /// The margin without sign on the scale of logarithms.
  var logarithm: Double { naturalLogarithm(1 + relative) }
}
