import BenchMeasuring
import Testing

@testable import BenchRuns

@Suite("Comparing two times")
struct CellComparisonTests {
  private func comparison(
    _ low: Double?, _ high: Double, base: Double = 64, absoluteNs: Double = 0
  ) -> CellComparison {
    let value = ((low ?? high) + high) / 2
    return CellComparison(
      cell: .example(), baseNs: base, headNs: base * value,
      ratio: Estimate(value: value, interval: low.map { Interval($0, high) }, count: 9),
      thresholds: Thresholds(relative: 0.25, absoluteNs: absoluteNs, confidence: 0.95))
  }

  @Test("A verdict requires the whole interval to be either beyond or within the margin")
  func verdicts() {
    let cases: [(low: Double?, high: Double, Verdict)] = [
      (1.26, 3, .slower), (1.25, 3, .undecided), (0.9, 3, .undecided), (0.8, 1.25, .equal),
      (0.79, 1, .undecided), (0.5, 0.79, .faster), (0.5, 0.8, .undecided), (nil, 9, .undecided),
      (1, 1, .equal),
    ]
    for (low, high, verdict) in cases {
      let comparison = comparison(low, high)
      #expect(comparison.verdict == verdict, "\(low ?? 0) to \(high)")
      #expect(comparison.mayBeSlower == (high > 1.25), "\(low ?? 0) to \(high)")
    }
  }

  @Test("A change must exceed both the relative and the absolute threshold")
  func margins() {
    #expect(comparison(1.3, 1.4, base: 64, absoluteNs: 2).verdict == .slower)
    #expect(comparison(1.3, 1.4, base: 4, absoluteNs: 2).verdict == .equal)
    #expect(comparison(1.6, 1.8, base: 4, absoluteNs: 2).verdict == .slower)
    // Dividing by a base time of 0 must not produce a verdict.
    #expect(comparison(2, 3, base: 0).verdict == .equal)
  }

  @Test("Two runs' times are shown side by side only if both runs timed the cell")
  func pairs() throws {
    func result(_ timeNs: Double?, rounds: Int = 9) -> CellResult {
      var row = CellResult(cell: .example(), status: .ok)
      (row.time.timeNs, row.rounds) = (timeNs, rounds)
      return row
    }
    #expect(TimePair(Sides(base: result(200), head: result(300)))?.ratio == 1.5)
    for other in [result(nil), result(0), result(200, rounds: 0)] {
      #expect(TimePair(Sides(base: result(200), head: other)) == nil)
      #expect(TimePair(Sides(base: other, head: result(200))) == nil)
    }
  }
}
