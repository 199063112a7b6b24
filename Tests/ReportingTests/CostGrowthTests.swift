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

  @Test("The ratio is that of the medians at the ends, in any order of results")
  func ratio() throws {
    let growth = try #require(CostGrowth(results([100, 300, 812], claim: nil).reversed()))
    #expect(growth.rows == 1000...1_000_000)
    #expect(growth.ratio == 8.12)
    #expect(growth.isContradicted == false)
    // From the lower end of one to the upper end of the other: 0.97 and 1.04 of the medians.
    let interval = try #require(growth.interval)
    #expect(abs(interval.low - 8.12 * 0.97 / 1.04) < 1e-9)
    #expect(abs(interval.high - 8.12 * 1.04 / 0.97) < 1e-9)
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
      ([100, 1000, 3162], .squareRoot, false),
      ([100, 200_000, 20_000_000], .squareRoot, true),
    ])
  func claims(medians: [Double], claim: Growth, isContradicted: Bool) throws {
    let growth = try #require(CostGrowth(results(medians, claim: claim)))
    #expect(growth.isContradicted == isContradicted)
    #expect(Growth.squareRoot.notation == "O(√n)")
  }

  @Test("A latency may grow more for the caches than a throughput")
  func latency() throws {
    let lookUp = results([1.6, 40, 82], claim: .constant)
    #expect(try #require(CostGrowth(lookUp)).isContradicted)
    #expect(try #require(CostGrowth(lookUp, isDependent: true)).isContradicted == false)
    let scan = results([100, 10_000, 100_000], claim: .constant)
    #expect(try #require(CostGrowth(scan, isDependent: true)).isContradicted)
  }

  @Test("Without intervals nothing is contradicted")
  func noIntervals() throws {
    let results = results([100, 10_000, 100_000], claim: .constant).map(\.withoutIntervals)
    let growth = try #require(CostGrowth(results))
    #expect(growth.ratio == 1000)
    #expect(growth.interval == nil)
    #expect(!growth.isContradicted)
  }

  @Test("Fewer than two sizes with a figure grow by nothing")
  func tooFew() {
    let measured = results([100, 0, 0], claim: .linear)
    #expect(CostGrowth([]) == nil)
    #expect(CostGrowth([measured[0]]) == nil)
    #expect(CostGrowth([measured[0], measured[0]]) == nil)
    #expect(CostGrowth(measured) == nil)
    #expect(CostGrowth([measured[0], .absent("a", .cut)]) == nil)
  }
}
