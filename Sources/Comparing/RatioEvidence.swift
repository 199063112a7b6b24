import Measuring

/// What was measured of one ratio of times, by whatever design: paired rounds of one run, or repetitions
/// of two runs.
public protocol RatioEvidence: Sendable {
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
