import Measuring

/// What was measured of a ratio of times, in one run, in two, or in pairs of processes.
package protocol RatioEvidence: Sendable {
  /// The ratio with its interval: above 1 when the time compared is the longer.
  var estimate: Estimate { get }

  /// How surprising the evidence is if the ratio is at most `bound`; one-sided, in 0...1.
  func pValue(ifAtMost bound: Double) -> Double

  /// How surprising the evidence is if the ratio is at least `bound`; one-sided, in 0...1.
  func pValue(ifAtLeast bound: Double) -> Double
}

extension RatioEvidence {
  /// What the estimate points to, with enough evidence or not. A ratio at an end of the margin is inside.
  func claim(_ margin: Margin) -> Verdict {
    if estimate.value > margin.ratios.high { return .slower }
    if estimate.value < margin.ratios.low { return .faster }
    return .equivalent
  }

  /// The p-value of the contrary of the claim: two-sided, because which end is tested depends on
  /// the same evidence; for equivalence both ends are, and the weaker counts. (Two one-sided tests: D. J.
  /// Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.)
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

/// Student's t on the logarithm of a ratio, of which there may be two readings: the weaker counts.
package struct StudentRatio: RatioEvidence {
  package let estimate: Estimate
  var readings = Interval(0, 0)
  var error = 0.0
  /// Nil where the ratio is all that is known: no verdict can rest on it.
  var student: StudentT?

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

/// The difference below which two times count as equal: for 1 %, ratios from 1 / 1.01 to 1.01.
package struct Margin: Hashable, Sendable {
  /// 0.01 for 1 %; not below 0.
  package let relative: Double

  init(_ relative: Double) { self.relative = relative > 0 ? relative : 0 }

  /// The ratios that count as equal.
  var ratios: Interval { Interval(1 / (1 + relative), 1 + relative) }
}
