import BenchMeasuring

/// The result of comparing the times of one cell in two programs.
package enum Verdict: String, NamedValue {
  case faster
  case slower
  /// The times differ by less than the threshold.
  case equal
  case undecided

  package var isDifference: Bool { self == .faster || self == .slower }
}

/// The times of one cell in two programs, and the verdict on their ratio.
package struct CellComparison: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double
  /// The second time divided by the first time, with the interval of this ratio.
  package let ratio: Estimate
  /// The relative difference up to which two times count as equal, 0 or more. With a margin of 0.01, two
  /// times count as equal if their ratio is between 1 / 1.01 and 1.01.
  package let margin: Double

  /// The margin is computed from `baseNs` and the ratio, not from `headNs`, because the ratio of paired
  /// measurements varies less than `headNs`.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, ratio: Estimate, thresholds: Thresholds
  ) {
    (self.cell, self.baseNs, self.headNs, self.ratio) = (cell, baseNs, headNs, ratio)
    margin = thresholds.margin(baseNs: baseNs, headNs: baseNs * ratio.value)
  }

  /// A verdict needs the whole interval on one side of the margin, or inside it.
  package var verdict: Verdict {
    guard let interval = ratio.interval else { return .undecided }
    let equal = Interval(1 / (1 + margin), 1 + margin)
    if interval.low > equal.high { return .slower }
    if interval.high < equal.low { return .faster }
    return equal.contains(interval.low) && equal.contains(interval.high) ? .equal : .undecided
  }

  /// Whether the cell may be slower by more than the margin.
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

  /// The thresholds for two revisions, each linked several times with its functions in another order.
  package static let paired = Thresholds(relative: 0.05, absoluteNs: 0.2, confidence: 0.95)
  /// The relative threshold for two revisions that are linked once each. Equal code at other addresses is
  /// often several percent slower.
  package static let unshuffled = 0.1

  /// Combines both thresholds into one relative margin for the ratio of two times, which are in nanoseconds.
  /// The absolute threshold is divided by the shorter time, so that swapping the times gives the same margin.
  func margin(baseNs: Double, headNs: Double) -> Double {
    let shorter = min(baseNs, headNs)
    return shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity
  }
}
