import Measuring

/// Two times and the verdict on their ratio. The times belong to two strategies in one run, or to one cell in
/// two revisions.
package struct CellComparison: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double
  /// The second time divided by the first time, with the interval of this ratio.
  package let ratio: Estimate
  /// The relative difference up to which two times count as equal, 0 or more. With a margin of 0.01, two
  /// times count as equal if their ratio is between 1 / 1.01 and 1.01.
  package let margin: Double
  /// The verdict that the estimate suggests, even if the evidence is weak.
  package let claim: Verdict
  /// The two-sided p-value of the hypothesis that the suggested verdict (`claim`) is wrong.
  package let pValue: Double
  /// Whether the whole interval of the ratio agrees with `claim`.
  fileprivate let isInsideInterval: Bool
  package private(set) var adjustedP = 1.0
  package private(set) var verdict = Verdict.unresolved
  /// Whether new measurements failed to confirm a difference that earlier measurements showed.
  package private(set) var isUnconfirmed = false

  /// Creates a comparison that has no verdict yet. The margin is computed from `baseNs` and the ratio, not
  /// from `headNs`, because the ratio of paired measurements varies less than `headNs`.
  ///
  /// The p-value is two-sided, because the same evidence determines which end of the margin is tested. For
  /// equivalence, both ends of the margin are tested, and the larger p-value counts (two one-sided tests).
  /// Source: Donald Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, evidence: some RatioEvidence,
    thresholds: Thresholds
  ) {
    (self.cell, self.baseNs, self.headNs, ratio) = (cell, baseNs, headNs, evidence.estimate)
    margin = thresholds.margin(baseNs: baseNs, headNs: baseNs * ratio.value)
    let equal = Interval(1 / (1 + margin), 1 + margin)
    // A ratio exactly at an end of the margin counts as equivalent.
    claim =
      ratio.value > equal.high ? .slower : ratio.value < equal.low ? .faster : .equivalent
    let interval = ratio.interval
    let oneSided: Double
    switch claim {
    case .slower:
      oneSided = evidence.pValue(ifAtMost: equal.high)
      isInsideInterval = interval.map { $0.low > equal.high } ?? false
    case .faster:
      oneSided = evidence.pValue(ifAtLeast: equal.low)
      isInsideInterval = interval.map { $0.high < equal.low } ?? false
    default:
      oneSided = max(
        evidence.pValue(ifAtLeast: equal.high), evidence.pValue(ifAtMost: equal.low))
      isInsideInterval =
        interval.map { equal.contains($0.low) && equal.contains($0.high) } ?? false
    }
    pValue = min(1, 2 * oneSided)
  }

  /// A copy of the comparison with the verdict `claim` if `isDecided` is true, else `unresolved`.
  func decided(_ isDecided: Bool, adjustedP: Double) -> CellComparison {
    var comparison = self
    (comparison.verdict, comparison.adjustedP) = (isDecided ? claim : .unresolved, adjustedP)
    return comparison
  }

  /// A copy of the comparison with the verdict `unresolved`, after new measurements did not confirm it.
  func unconfirmed() -> CellComparison {
    var comparison = self
    (comparison.verdict, comparison.isUnconfirmed) = (.unresolved, true)
    return comparison
  }

  /// A copy of the comparison whose verdict is suppressed if the A/A control shows a difference that is at
  /// least as large. The control's difference is taken from the end of its interval that is farther from 1,
  /// or from its estimate if there is no interval.
  func suppressed(beside control: CellComparison?) -> CellComparison {
    guard let control, control.verdict.isDifference else { return self }
    let ends = control.ratio.interval.map { [$0.low, $0.high] } ?? [control.ratio.value]
    let size = ends.map { abs(naturalLogarithm($0)) }.max() ?? 0
    return abs(naturalLogarithm(ratio.value)) <= size ? suppressed() : self
  }

  /// A copy of the comparison with the verdict `suppressed`; an `unresolved` verdict stays unchanged.
  func suppressed() -> CellComparison {
    var comparison = self
    if verdict != .unresolved { comparison.verdict = .suppressed }
    return comparison
  }
}

extension [CellComparison] {
  /// Returns the comparisons of one table with their verdicts. The probability that any verdict in the table
  /// is wrong is at most 1 - `confidence`, even if the comparisons depend on each other (Holm). A verdict also
  /// requires the whole interval of the ratio to agree with the suggested verdict (`claim`).
  func judged(confidence: Double) -> [CellComparison] {
    zip(self, holm(pValues: map(\.pValue))).map { comparison, pValue in
      comparison.decided(
        pValue <= 1 - confidence && comparison.isInsideInterval, adjustedP: pValue)
    }
  }

  var worstFirst: [CellComparison] {
    let order: [Verdict] = [.faster, .equivalent, .unresolved, .suppressed, .slower]
    func severity(_ comparison: CellComparison) -> (Int, Double) {
      (order.firstIndex(of: comparison.verdict) ?? 0, comparison.ratio.value)
    }
    return sorted { severity($0) > severity($1) }
  }
}

/// Evidence about the ratio of two times, from one run or from pairs of processes.
package protocol RatioEvidence: Sendable {
  /// The estimate of the ratio, with its interval.
  var estimate: Estimate { get }

  /// The one-sided p-value of the hypothesis that the ratio is at most `bound`.
  func pValue(ifAtMost bound: Double) -> Double

  /// The one-sided p-value of the hypothesis that the ratio is at least `bound`.
  func pValue(ifAtLeast bound: Double) -> Double
}

extension PairedRatio: RatioEvidence {}

/// Evidence from Student's t-test on the logarithm of a ratio.
package struct StudentRatio: RatioEvidence {
  package let estimate: Estimate
  var logarithm = 0.0
  /// The standard error of the logarithm.
  var error = 0.0
  /// The t-distribution of the test; nil if only the ratio is known, in which case no verdict is possible.
  var student: StudentT?

  package func pValue(ifAtMost bound: Double) -> Double {
    upperTail(logarithm - naturalLogarithm(bound))
  }

  package func pValue(ifAtLeast bound: Double) -> Double {
    upperTail(naturalLogarithm(bound) - logarithm)
  }

  private func upperTail(_ distance: Double) -> Double {
    guard let student else { return 1 }
    // If the standard error is 0, the p-value is 0 for any positive distance from the bound.
    return error > 0 ? student.upperTail(distance / error) : distance > 0 ? 0 : 1
  }
}

/// The thresholds that a change in time must exceed to count as a difference. A change counts as a difference
/// if it exceeds both the relative and the absolute threshold, with the given confidence for the whole table.
package struct Thresholds: Hashable, Encodable, Sendable {
  package var relative: Double
  /// The absolute threshold, in nanoseconds per operation.
  package var absoluteNs: Double
  /// The confidence of all verdicts in the table together, in 0..<1.
  package var confidence: Double

  enum CodingKeys: String, CodingKey {
    case relative, confidence
    case absoluteNs = "absolute_ns"
  }

  /// The thresholds for two revisions whose processes alternate on one core.
  package static let paired = Thresholds(relative: 0.01, absoluteNs: 0.2, confidence: 0.95)

  /// Combines both thresholds into one relative margin for the ratio of two times, which are in nanoseconds.
  /// The absolute threshold is divided by the shorter time, so that swapping the times gives the same margin.
  func margin(baseNs: Double, headNs: Double) -> Double {
    let shorter = min(baseNs, headNs)
    return shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity
  }
}
