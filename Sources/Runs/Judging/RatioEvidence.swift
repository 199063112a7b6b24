import Measuring

/// What was measured of one ratio of times, by whatever design: repetitions of one run, of two runs, or pairs
/// of processes.
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

extension PairedRatio: RatioEvidence {}

/// Evidence by Student's t on the logarithm of a ratio.
///
/// There may be two readings of the logarithm; the evidence against a bound is that of the weaker one.
package struct StudentRatio: RatioEvidence {
  package let estimate: Estimate
  private let readings: Interval
  private let error: Double
  /// Nil where the ratio is all that is known: no evidence.
  private let student: StudentT?

  init(_ estimate: Estimate, readings: Interval, error: Double, student: StudentT) {
    (self.estimate, self.readings, self.error) = (estimate, readings, error)
    self.student = student
  }

  /// A ratio on which no verdict can rest.
  init(unproven estimate: Estimate) {
    (self.estimate, readings, error, student) = (estimate, Interval(0, 0), 0, nil)
  }

  package func pValue(ifAtMost bound: Double) -> Double {
    upperTail(readings.low - naturalLogarithm(bound))
  }

  package func pValue(ifAtLeast bound: Double) -> Double {
    upperTail(naturalLogarithm(bound) - readings.high)
  }

  private func upperTail(_ distance: Double) -> Double {
    guard let student else { return 1 }
    // Without any spread the ratio is where it is.
    return error > 0 ? student.upperTail(distance / error) : distance > 0 ? 0 : 1
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
}
