import Measuring
import Testing

@testable import Runs

/// Evidence for a ratio; the test chooses the p-value, which is the same for all bounds on the same side of
/// the ratio.
struct Evidence: RatioEvidence {
  var ratio: Double
  var oneSided = 0.0

  var estimate: Estimate {
    Estimate(value: ratio, interval: Interval(ratio, ratio), confidence: 0.95, count: 8)
  }
  func pValue(ifAtMost bound: Double) -> Double { ratio > bound ? oneSided : 1 - oneSided }
  func pValue(ifAtLeast bound: Double) -> Double { ratio < bound ? oneSided : 1 - oneSided }
}

/// Compares the repetitions of two strategies.
private func compare(_ times: [Double], to baseline: [Double]) throws -> CellComparison {
  let pairs = Repetitions(times).paired(with: Repetitions(baseline))
  return CellComparison(
    cell: .example(rows: 1), baseNs: 100, headNs: 100, evidence: try #require(pairs.evidence),
    thresholds: Thresholds(relative: 0.01, absoluteNs: 0, confidence: 0.95))
}

/// Compares repetitions of 100 ns with repetitions that are slower by the given percentages.
private func compare(_ percents: [Double]) throws -> CellComparison {
  try compare(percents.map { 100 + $0 }, to: percents.map { _ in 100 })
}

@Suite("A comparison of two times")
struct CellComparisonTests {
  /// The thresholds for a change; they are binary fractions, so that a change can be exactly equal to a
  /// threshold.
  private let thresholds = Thresholds(relative: 0.25, absoluteNs: 2, confidence: 0.75)

  private func verdicts(_ cells: [(base: Double, head: Double, p: Double)]) -> [Verdict] {
    cells.enumerated().map { place, cell in
      CellComparison(
        cell: .example(rows: place), baseNs: cell.base, headNs: cell.head,
        evidence: Evidence(ratio: cell.head / cell.base, oneSided: cell.p), thresholds: thresholds)
    }.judged(confidence: thresholds.confidence).map(\.verdict)
  }

  // A difference that is exactly equal to a threshold (a factor of 1.25, or 2 ns added to 4 ns) does not
  // count as a change. Such a change cannot be shown to be within the threshold either, so its verdict is
  // `unresolved`.
  @Test(
    "a change counts only if it exceeds both the relative and the absolute threshold",
    arguments: [
      (64.0, 80.0, Verdict.unresolved), (64, 80.64, .slower), (64, 64, .equivalent),
      (4, 6, .unresolved), (4, 6.5, .slower), (1, 2.9, .equivalent),
    ])
  func margins(short: Double, long: Double, verdict: Verdict) {
    #expect(verdicts([(short, long, 0)]) == [verdict])
    #expect(verdicts([(long, short, 0)]) == [verdict == .slower ? .faster : verdict])
  }

  @Test("a verdict needs a p-value of at most 1 - confidence, corrected for the table (Holm)")
  func pValues() {
    #expect(verdicts([(64, 128, 0.125)]) == [.slower])
    #expect(verdicts([(64, 128, 0.1251)]) == [.unresolved])
    #expect(verdicts([(64, 64, 0.1251)]) == [.unresolved])
    // If the base time is 0, the ratio is undefined.
    #expect(verdicts([(0, 128, 0)]) == [.unresolved])
    // The two-sided p-values are 0.2, 0.08 and 0.04. Holm's method multiplies these p-values by 1, 2 and 3,
    // which gives 0.2, 0.16 and 0.12.
    #expect(
      verdicts([(64, 128, 0.1), (64, 128, 0.04), (64, 32, 0.02)]) == [.slower, .slower, .faster])
    // A p-value of 0.24 is small enough for a verdict if it is the only p-value. With a second p-value of
    // 0.2, which Holm's method doubles to 0.4, a p-value of 0.24 is too large.
    #expect(verdicts([(64, 128, 0.12), (64, 128, 0.1)]) == [.unresolved, .unresolved])
    #expect(verdicts([(64, 128, 0.12)]) == [.slower])
  }

  @Test("the worst comparisons come first")
  func order() {
    let cells = [(2.0, 0.0), (1, 0), (3, 0), (0.5, 0), (1.5, 0.5)].enumerated().map { place, cell in
      CellComparison(
        cell: .example(rows: place), baseNs: 64, headNs: 64 * cell.0,
        evidence: Evidence(ratio: cell.0, oneSided: cell.1), thresholds: thresholds)
    }
    let judged = cells.judged(confidence: thresholds.confidence)
    #expect(judged.worstFirst.map(\.cell.group.rows) == [2, 0, 4, 1, 3])
  }

  // MARK: Evidence from blocks of repetitions

  /// The mean of three values is not trimmed, so its standard error is the standard deviation divided by the
  /// square root of three. With two degrees of freedom, Student's t exceeds a value t with the probability
  /// 1/2 - t / (2 (2 + t^2)^(1/2)).
  @Test(
    "the p-value is twice the tail of Student's t against the nearer end of the margin, as computed by hand"
  )
  func student() throws {
    let logarithms = [1.05, 1.06, 1.08].map(naturalLogarithm)
    let mean = logarithms.reduce(0, +) / 3
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let t = (mean - naturalLogarithm(1.01)) / (squares / 6).squareRoot()
    let expected = 1 - t / (2 + t * t).squareRoot()
    #expect(abs(try compare([5, 6, 8]).pValue - expected) < 1e-12)
    // If the two lists of times are swapped, the p-value stays the same and the verdict is `faster` instead
    // of `slower`.
    let faster = try compare([100, 100, 100], to: [105, 106, 108])
    #expect(faster.claim == .faster)
    #expect(abs(faster.pValue - expected) < 1e-12)
  }

  @Test("for equivalence the nearer end of the margin is tested")
  func equivalence() throws {
    let middle = try compare([-0.1, 0, 0.1, 0, 0.05, -0.05, 0])
    let atTheEnd = try compare([0.8, 0.9, 1, 0.9, 0.95, 0.85, 0.9])
    #expect(middle.claim == .equivalent && atTheEnd.claim == .equivalent)
    #expect(middle.pValue < atTheEnd.pValue)
  }

  @Test("a fifth of the repetitions at either end may be outliers; a single one is no evidence")
  func outliers() throws {
    let clean = try compare([5, 6, 7, 8, 9])
    #expect(try compare([5, 6, 7, 8, 900]).pValue == clean.pValue)
    #expect(try compare([5, 6, 7, 900, 900]).pValue > 0.3)
    #expect(try compare([50]).pValue == 1)
    #expect(try compare([0, 0, 0]).pValue == 0)
  }

  private func judged(_ percents: [Double]) throws -> CellComparison {
    try [compare(percents)].judged(confidence: 0.95)[0]
  }

  // The statistical test trims a single odd repetition, but the interval of six blocks includes it. Five
  // repetitions are too few for an interval, even if all their times agree.
  @Test(
    "a small p-value alone is no verdict within a run: the interval must agree",
    arguments: [
      ([5.0, 6, 7, 8, 9, 9], Verdict.slower), ([-5, -6, -7, -8, -9, -9], .faster),
      ([0, 0.1, -0.1, 0.2, 0, 0.1], .equivalent), ([0.5, 6, 6.1, 6.2, 6.3, 6.4], .unresolved),
      ([0, 0.1, -0.1, 0.2, 0, 1.1], .unresolved), ([5, 5, 5, 5, 5], .unresolved),
    ])
  func verdicts(percents: [Double], verdict: Verdict) throws {
    let judged = try judged(percents)
    #expect(judged.adjustedP < 0.05)
    #expect(judged.verdict == verdict)
  }

  @Test(
    "an A/A control that differs suppresses verdicts on differences up to its own, but not on larger ones",
    arguments: [
      (nil, 2, .slower), (nil, 0, .equivalent), (0, 2, .slower), (0, 0, .equivalent),
      (3, 2, .suppressed), (3, -2, .suppressed), (3, 0, .suppressed), (3, 2.7, .suppressed),
      (3, 3.5, .slower), (3, -6, .faster), (-3, 2, .suppressed), (-3, -2, .suppressed),
      (-3, 0, .suppressed), (-3, 2.7, .suppressed), (-3, 3.5, .slower), (-3, 6, .slower),
    ] as [(Double?, Double, Verdict)])
  func control(control: Double?, percent: Double, verdict: Verdict) throws {
    func judged(_ percent: Double) throws -> CellComparison {
      try self.judged((0..<12).map { percent + Double($0 % 3) / 10 })
    }
    #expect(try judged(percent).suppressed(beside: control.map(judged)).verdict == verdict)
  }
}

extension CellKey {
  /// A cell for tests. If `strategy` is `control`, the cell is the A/A control of the strategy `a`.
  static func example(rows: Int, scenario: String = "offset", strategy: String = "fenwick") -> Self
  {
    CellKey(
      group: CellGroup(scenario: scenario, heights: "chat", rows: rows),
      strategy: strategy == "control" ? "a" : strategy,
      mode: "corrected", role: strategy == "control" ? .control : .strategy)
  }
}
