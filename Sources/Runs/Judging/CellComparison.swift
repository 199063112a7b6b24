import Measuring

/// Two times and the verdict on their ratio: of two strategies in one run, of a cell in two runs, or of a
/// cell in two revisions.
package struct CellComparison: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double
  /// The slowdown.
  package let ratio: Estimate
  /// The ratios that count as equal.
  package let margin: Margin
  /// The verdict that the estimate suggests, however weak the evidence.
  package let claim: Verdict
  /// The two-sided p-value of the contrary of the claim.
  package let pValue: Double
  package private(set) var adjustedP = 1.0
  package private(set) var verdict = Verdict.unresolved
  /// Whether there was a difference that fresh evidence did not confirm.
  package private(set) var isUnconfirmed = false

  /// A comparison without a verdict yet.
  init(
    cell: CellKey, baseNs: Double, headNs: Double, evidence: some RatioEvidence, margin: Margin
  ) {
    (self.cell, self.baseNs, self.headNs, self.margin) = (cell, baseNs, headNs, margin)
    (ratio, claim, pValue) = (evidence.estimate, evidence.claim(margin), evidence.pValue(margin))
  }

  /// A comparison without a verdict yet. The margin follows from `baseNs` and the ratio, which varies less
  /// than `headNs` in paired designs.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, evidence: some RatioEvidence,
    thresholds: Thresholds
  ) {
    self.init(
      cell: cell, baseNs: baseNs, headNs: headNs, evidence: evidence,
      margin: thresholds.margin(baseNs: baseNs, headNs: baseNs * evidence.estimate.value))
  }

  /// Whether the interval is entirely on the side of the claim.
  var isInsideInterval: Bool {
    guard let interval = ratio.interval else { return false }
    return switch claim {
    case .slower: interval.low > margin.ratios.high
    case .faster: interval.high < margin.ratios.low
    default: interval.low >= margin.ratios.low && interval.high <= margin.ratios.high
    }
  }

  /// The comparison with its claim as the verdict if it is decided.
  func decided(_ isDecided: Bool, adjustedP: Double) -> CellComparison {
    var comparison = self
    (comparison.verdict, comparison.adjustedP) = (isDecided ? claim : .unresolved, adjustedP)
    return comparison
  }

  /// The comparison without its difference, which fresh evidence did not confirm.
  func unconfirmed() -> CellComparison {
    var comparison = self
    (comparison.verdict, comparison.isUnconfirmed) = (.unresolved, true)
    return comparison
  }

  /// The comparison with its verdict suppressed if the A/A control has a difference that is at least as
  /// large. The control's difference is the end of its interval farther from 1, or its estimate without an
  /// interval.
  func suppressed(beside control: CellComparison?) -> CellComparison {
    guard let control, control.verdict.isDifference else { return self }
    let ends = control.ratio.interval.map { [$0.low, $0.high] } ?? [control.ratio.value]
    let size = ends.map { abs(naturalLogarithm($0)) }.max() ?? 0
    return abs(naturalLogarithm(ratio.value)) <= size ? suppressed() : self
  }

  /// The comparison with its verdict suppressed, if it has one.
  func suppressed() -> CellComparison {
    var comparison = self
    if verdict != .unresolved { comparison.verdict = .suppressed }
    return comparison
  }
}

extension [CellComparison] {
  /// The comparisons of one table with their verdicts. The chance of even one wrong verdict is at most
  /// 1 - `confidence`, however the comparisons depend on each other (Holm).
  ///
  /// - Parameter needsInterval: Whether a verdict also needs its interval on the side of the claim.
  func judged(confidence: Double, needsInterval: Bool = false) -> [CellComparison] {
    zip(self, holm(pValues: map(\.pValue))).map { comparison, pValue in
      let isCertain = pValue <= 1 - confidence
      return comparison.decided(
        isCertain && (!needsInterval || comparison.isInsideInterval), adjustedP: pValue)
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

/// The evidence on a ratio of times: from one run, from two, or from pairs of processes.
package protocol RatioEvidence: Sendable {
  /// The ratio with its interval.
  var estimate: Estimate { get }

  /// The one-sided p-value of a ratio of at most `bound`.
  func pValue(ifAtMost bound: Double) -> Double

  /// The one-sided p-value of a ratio of at least `bound`.
  func pValue(ifAtLeast bound: Double) -> Double
}

extension RatioEvidence {
  /// The verdict that the estimate suggests. A ratio at an end of the margin is inside.
  func claim(_ margin: Margin) -> Verdict {
    if estimate.value > margin.ratios.high { return .slower }
    if estimate.value < margin.ratios.low { return .faster }
    return .equivalent
  }

  /// The p-value of the contrary of the claim: two-sided, because the same evidence chooses the end to test.
  /// For equivalence both ends are tested and the weaker result counts. (Two one-sided tests: D. J.
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

/// Student's t on the logarithm of a ratio.
package struct StudentRatio: RatioEvidence {
  package let estimate: Estimate
  /// The range of the logarithm over all ways to compute it: the end nearer to the bound is tested.
  var logarithms = Interval(0, 0)
  var error = 0.0
  /// Nil where only the ratio is known: then no verdict is possible.
  var student: StudentT?

  package func pValue(ifAtMost bound: Double) -> Double {
    upperTail(logarithms.low - naturalLogarithm(bound))
  }

  package func pValue(ifAtLeast bound: Double) -> Double {
    upperTail(naturalLogarithm(bound) - logarithms.high)
  }

  private func upperTail(_ distance: Double) -> Double {
    guard let student else { return 1 }
    // Observations without any spread are certain.
    return error > 0 ? student.upperTail(distance / error) : distance > 0 ? 0 : 1
  }
}

/// The relative difference below which two times count as equal: for 1 %, ratios from 1 / 1.01 to 1.01.
package struct Margin: Hashable, Sendable {
  /// 0.01 for 1 %; not below 0.
  package let relative: Double

  init(_ relative: Double) { self.relative = relative > 0 ? relative : 0 }

  /// The ratios that count as equal.
  var ratios: Interval { Interval(1 / (1 + relative), 1 + relative) }
}

/// The smallest change of a time that counts: it exceeds both the relative and the absolute threshold, with
/// the given confidence for the table as a whole.
package struct Thresholds: Hashable, Encodable, Sendable {
  package var relative: Double
  /// The change in nanoseconds per operation below which no relative change matters.
  package var absoluteNs: Double
  /// The confidence of the table as a whole, in 0..<1.
  package var confidence: Double

  enum CodingKeys: String, CodingKey {
    case relative, confidence
    case absoluteNs = "absolute_ns"
  }

  /// For two runs that were recorded one after the other.
  package static let separate = Thresholds(relative: 0.05, absoluteNs: 1, confidence: 0.99)
  /// For two revisions whose processes alternate on one core.
  package static let paired = Thresholds(relative: 0.01, absoluteNs: 0.2, confidence: 0.95)

  /// Both thresholds as one margin around the ratio of two times, in nanoseconds. The absolute one is
  /// relative to the shorter time, so that swapping the times gives the same margin.
  func margin(baseNs: Double, headNs: Double) -> Margin {
    let shorter = min(baseNs, headNs)
    return Margin(shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity)
  }
}
