import ListLayout
import Testing

@testable import Reporting

@Suite("What more rows cost")
struct CostGrowthTests {
  /// Results at 1k, 100k and 1M rows.
  private func results(_ medians: [Double], claim: Growth?) -> [StrategyResult] {
    zip([1000, 100_000, 1_000_000], medians).map { rows, median in
      var result = StrategyResult.measured("a", median)
      result.row.cell.group.rows = rows
      result.claim = claim
      return result
    }
  }

  private func isContradicted(_ results: [StrategyResult], isDependent: Bool = false) -> Bool {
    results.last?.claim.map {
      ContradictedClaims.contradicts(
        $0, results, step: ContradictedClaims.cacheStep(isDependent: isDependent))
    } ?? false
  }

  @Test(
    "A claim is contradicted by faster growth only, and not by what caches may add",
    arguments: [
      ([100, 100_000 / 10, 100_000], Growth.constant, true),
      ([100, 10_000, 100_000], .logarithmic, true),
      ([100, 10_000, 100_000], .linear, false),
      ([100, 10_000, 100_000], .linearithmic, false),
      ([100, 800, 1600], .constant, false),
      ([100, 105, 98], .linear, false),
      ([100, 200_000, 20_000_000], .linear, true),
    ])
  func claims(medians: [Double], claim: Growth, expected: Bool) {
    #expect(isContradicted(results(medians, claim: claim)) == expected)
  }

  @Test("A latency may grow more for the caches than a throughput")
  func latency() {
    let lookUp = results([1.6, 40, 82], claim: .constant)
    #expect(isContradicted(lookUp) && !isContradicted(lookUp, isDependent: true))
    let scan = results([100, 10_000, 100_000], claim: .constant)
    #expect(isContradicted(scan, isDependent: true))
  }

  @Test("Without intervals, and of fewer than two lengths, nothing is contradicted")
  func tooLittle() {
    let results = results([100, 10_000, 100_000], claim: .constant)
    #expect(!isContradicted(results.map(\.withoutIntervals)))
    #expect(!isContradicted([results[0]]) && !isContradicted([results[0], results[0]]))
  }
}
