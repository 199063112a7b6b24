import BenchMeasuring

package enum Verdict: String, NamedValue {
  case faster
  case slower
  case equal
  case undecided

  package var isDifference: Bool { self == .faster || self == .slower }
}

package struct CellComparison: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double
  package let ratio: Estimate
  /// The equivalence margin, 0 or more. At 0.01, ratios between 1 / 1.01 and 1.01 count as equal.
  package let margin: Double

  /// The margin is based on `baseNs` and the ratio rather than on `headNs`, because ratios of paired
  /// measurements vary less.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, ratio: Estimate, thresholds: Thresholds
  ) {
    (self.cell, self.baseNs, self.headNs, self.ratio) = (cell, baseNs, headNs, ratio)
    margin = thresholds.margin(baseNs: baseNs, headNs: baseNs * ratio.value)
  }

  /// A verdict is conclusive only if the whole confidence interval is either within the margin or beyond it
  /// on one side.
  package var verdict: Verdict {
    guard let interval = ratio.interval else { return .undecided }
    let equal = Interval(1 / (1 + margin), 1 + margin)
    if interval.low > equal.high { return .slower }
    if interval.high < equal.low { return .faster }
    return equal.contains(interval.low) && equal.contains(interval.high) ? .equal : .undecided
  }

  package var mayBeSlower: Bool { ratio.interval.map { $0.high > 1 + margin } ?? true }
}

extension [CellComparison] {
  var worstFirst: [CellComparison] {
    let order: [Verdict] = [.faster, .equal, .undecided, .slower]
    func severity(_ comparison: CellComparison) -> (Int, Double) {
      (order.firstIndex(of: comparison.verdict) ?? 0, comparison.ratio.value)
    }
    return sorted { severity($0) > severity($1) }
  }
}

/// Minimum change in time that counts as a difference. A change must exceed both thresholds; the
/// confidence level applies to the table as a whole.
package struct Thresholds: Hashable, Encodable, Sendable {
  package var relative: Double
  package var absoluteNs: Double
  /// The probability that every verdict in the table is correct, in 0..<1.
  package var confidence: Double

  enum CodingKeys: String, CodingKey {
    case relative, confidence
    case absoluteNs = "absolute_ns"
  }

  /// Relative threshold for revisions that are linked several times, with a different function order each
  /// time.
  package static let paired = Thresholds(relative: 0.05, absoluteNs: 0.2, confidence: 0.95)
  /// The relative threshold for revisions linked only once. Moving code to other addresses often slows it
  /// down by several percent.
  package static let unshuffled = 0.1

  /// Combines both thresholds into one relative margin. Dividing by the shorter time keeps the margin
  /// unchanged if BASE and HEAD trade places.
  func margin(baseNs: Double, headNs: Double) -> Double {
    let shorter = min(baseNs, headNs)
    return shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity
  }
}
