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
  /// The equivalence margin. With a margin of 0.01, ratios between 1 / 1.01 and 1.01 count as equal.
  package let margin: Double

  /// Computes the margin from `baseNs` and `ratio` and ignores `headNs`, because paired ratios vary less
  /// than separate times.
  package init(
    cell: CellKey, baseNs: Double, headNs: Double, ratio: Estimate, thresholds: Thresholds
  ) {
    (self.cell, self.baseNs, self.headNs, self.ratio) = (cell, baseNs, headNs, ratio)
    margin = thresholds.margin(baseNs: baseNs, headNs: baseNs * ratio.value)
  }

  /// A verdict is conclusive only if the whole interval lies either inside the margin or entirely on one
  /// side of it.
  package var verdict: Verdict {
    guard let interval = ratio.interval else { return .undecided }
    let equal = Interval(1 / (1 + margin), 1 + margin)
    if interval.low > equal.high { return .slower }
    if interval.high < equal.low { return .faster }
    return equal.contains(interval.low) && equal.contains(interval.high) ? .equal : .undecided
  }

  package var mayBeSlower: Bool { ratio.interval.map { $0.high > 1 + margin } ?? true }
}

/// A cell's times in two saved runs. Reports print these times without a verdict, because in some cells, even
/// identical code runs twice as fast in one process as in another.
package struct TimePair: Equatable, Sendable {
  package let cell: CellKey
  package let baseNs, headNs: Double

  /// Returns nil unless both runs timed the cell. Also returns nil for results without rounds: these come
  /// from `worker count`, which measures times only roughly.
  init?(_ results: Sides<CellResult>) {
    let times = results.map { $0.rounds > 0 ? $0.time.timeNs ?? 0 : 0 }
    guard times.base > 0, times.head > 0 else { return nil }
    (cell, baseNs, headNs) = (results.head.cell, times.base, times.head)
  }

  package var ratio: Double { headNs / baseNs }
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

/// A change must exceed both the relative and the absolute threshold to count.
package struct Thresholds: Hashable, Encodable, Sendable {
  package var relative: Double
  package var absoluteNs: Double
  package var confidence: Double

  enum CodingKeys: String, CodingKey {
    case relative, confidence
    case absoluteNs = "absolute_ns"
  }

  /// Thresholds for revisions that are linked several times, each time with a different function order.
  package static let paired = Thresholds(relative: 0.05, absoluteNs: 0.2, confidence: 0.95)
  /// Revisions linked only once need a larger threshold: moving code to other addresses often slows it by
  /// several percent.
  package static let unshuffled = 0.1

  /// Divides by the shorter time, so that swapping BASE and HEAD does not change the margin.
  func margin(baseNs: Double, headNs: Double) -> Double {
    let shorter = min(baseNs, headNs)
    return shorter > 0 ? max(relative, absoluteNs / shorter) : .infinity
  }
}
