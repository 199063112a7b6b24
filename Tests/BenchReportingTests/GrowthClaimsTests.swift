import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Complexity claims")
struct GrowthClaimsTests {
  private func counted(
    _ strategy: String, _ instructions: Double, descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var result = StrategyResult.measured(strategy, 0, descriptor: descriptor)
    (result.row.time.timeNs, result.row.rounds) = (nil, 0)
    return result.with(.instructions, instructions)
  }

  /// One strategy's results at 1k, 100k and 1M rows.
  private func results(_ instructions: [Double]) -> [StrategyResult] {
    zip([1000, 100_000, 1_000_000], instructions).map { rows, count in
      GroupReport.of("offset", "chat", rows, [counted("a", count)]).results[0]
    }
  }

  @Test(
    "A claim is contradicted only if the measured growth is faster than claimed",
    arguments: [
      ([100, 10_000, 100_000], Growth.constant, true),
      ([100, 10_000, 100_000], .logarithmic, true), ([100, 10_000, 100_000], .linear, false),
      ([100, 200, 200], .constant, false), ([100, 800, 1600], .constant, true),
      ([100, 105, 98], .linear, false), ([0, 0, 0], .constant, false),
      ([100, 200_000, 20_000_000], .linear, true), ([100, 1000, 3162], .squareRoot, false),
    ])
  func claims(instructions: [Double], claim: Growth, expected: Bool) {
    #expect(claim.isContradicted(by: results(instructions)) == expected)
  }

  @Test("Times can't contradict a claim, and neither can results for a single list length")
  func limits() {
    let one = results([100, 10_000, 100_000])[0]
    #expect(!Growth.constant.isContradicted(by: [one, one]))
    let timed = [1000, 1_000_000].map { rows in
      GroupReport.of(
        "offset", "chat", rows,
        [.measured("growing", Double(rows), descriptor: .of("growing", "e"))])
    }
    #expect(RunReport.of(timed).contradictedClaims.isEmpty)
  }

  @Test("A contradicted claim is reported once, even if several lists contradict it")
  func lines() {
    let groups = ["chat", "pages"].flatMap { heights in
      [1000, 1_000_000].map { rows in
        let factor = rows == 1000 ? 1.0 : 1000
        return GroupReport.of(
          "offset", heights, rows,
          [
            counted("steady", 9, descriptor: .of("steady", "e")),
            counted("growing", 10 * factor - 1, descriptor: .of("growing", "e")),
          ])
      }
    }
    #expect(
      RunReport.of(groups).contradictedClaims == [
        "growing claims O(1) for offset, but executes 1,000x as many instructions at 1M rows as at "
          + "1k (chat)"
      ])
  }
}
