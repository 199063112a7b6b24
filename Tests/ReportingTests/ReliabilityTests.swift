import ListLayout
import Testing

@testable import Reporting
@testable import Runs

@Suite("Reliability of a run")
struct ReliabilityTests {
  private func controls(_ controls: [(ratio: Double, verdict: Verdict)]) -> [String] {
    RunReport.of(
      controls.enumerated().map { index, control in
        var group = GroupReport.of("offset", "chat", 1000 + index, [.measured("a", 10)])
        var row = SummaryRow(cell: group.results[0].row.cell, status: .ok)
        (row.control.value, row.verdict) = (control.ratio, control.verdict)
        group.control = row
        return group
      }
    ).reliability([])
  }

  @Test("Equal strategies: how far they are apart, and where they are called different")
  func controls() {
    #expect(controls([]).isEmpty)
    #expect(
      controls([(1.01, .equivalent), (0.8, .unresolved), (1.02, .unresolved)]) == [
        "A/A control: the same strategy twice, 3 pairs, 2.0 % apart at the median, 25 % at most; none is "
          + "called different."
      ])
    let loud = controls([(1.02, .slower), (0.5, .faster), (1.9, .unresolved)])[0]
    #expect(loud.contains("2 called different, by up to 100 % (offset, chat, 1,001 rows)"))
    #expect(loud.contains("suppressed"))
  }

  @Test("Implausible results are counted, and the first is named")
  func implausible() {
    func lines(_ count: Int) -> [String] {
      let results = (0..<count).map { number -> StrategyResult in
        var result = StrategyResult.measured("a\(number)", 10)
        result.row.doubts = "had not settled when it was timed; faster than with 10 rows"
        return result
      }
      return RunReport.of([.of("jump", "chat", 1000, results)]).reliability([])
    }
    let first = "a0 in jump: had not settled when it was timed; faster than with 10 rows."
    #expect(lines(1) == ["1 result is flagged as implausible: \(first)"])
    #expect(
      lines(2) == [
        "2 results are flagged as implausible (column doubts of summary.csv), the first is \(first)"
      ])
  }

  @Test("Harness overhead above the limit is named, with what ratios are of")
  func overhead() {
    func lines(_ share: Double, isNet: Bool?) -> [String] {
      var fastest = StrategyResult.measured("a", 10)
      fastest.row.isRatioNet = isNet
      let group = GroupReport.of("offset", "chat", 1000, [.measured("floor", share), fastest])
      return RunReport.of([group]).reliability([Ranking(group)])
    }
    let limit = Quantity.percent(JudgingRules.overheadShare * 100)
    let start = "Harness overhead is above \(limit) of the fastest time in offset: ratios there "
    #expect(lines(0.9, isNet: false).isEmpty)
    #expect(lines(1.1, isNet: true) == [start + "are net of it."])
    #expect(lines(1.1, isNet: false) == [start + "include it."])
  }

  /// Results of a strategy at 1k, 100k and 1M rows.
  private func results(_ medians: [Double], _ scenario: String = "offset") -> [StrategyResult] {
    zip([1000, 100_000, 1_000_000], medians).map { rows, median in
      GroupReport.of(scenario, "chat", rows, [.measured("a", median)]).results[0]
    }
  }

  @Test(
    "A claim is contradicted by faster growth only, and not by what caches may add",
    arguments: [
      ([100, 10_000, 100_000], Growth.constant, true),
      ([100, 10_000, 100_000], .logarithmic, true), ([100, 10_000, 100_000], .linear, false),
      ([100, 10_000, 100_000], .linearithmic, false), ([100, 800, 1600], .constant, false),
      ([100, 105, 98], .linear, false), ([100, 200_000, 20_000_000], .linear, true),
      ([100, 1000, 3162], .squareRoot, false), ([100, 200_000, 20_000_000], .squareRoot, true),
    ])
  func claims(medians: [Double], claim: Growth, expected: Bool) {
    #expect(claim.isContradicted(by: results(medians)) == expected)
    #expect(Growth.squareRoot.notation == "O(√n)")
  }

  @Test(
    "A latency may grow more for the caches; of one length or without intervals nothing is said")
  func limits() {
    let (lookUp, scan) = ([1.6, 40, 82], [100, 10_000, 100_000.0])
    #expect(Growth.constant.isContradicted(by: results(lookUp)))
    #expect(!Growth.constant.isContradicted(by: results(lookUp, "offset-chain")))
    #expect(Growth.constant.isContradicted(by: results(scan, "offset-chain")))
    let one = results(scan)[0]
    #expect(!Growth.constant.isContradicted(by: [one, one]))
    var without = results(scan)
    for place in without.indices { without[place].row.time.highNs = nil }
    #expect(!Growth.constant.isContradicted(by: without))
  }

  @Test("A line names strategy, claim, scenario, and the list where it is worst")
  func lines() {
    let groups = ["chat", "pages"].flatMap { heights in
      [1000, 1_000_000].map { rows in
        let factor = rows == 1000 ? 1.0 : heights == "pages" ? 1000 : 500
        return GroupReport.of(
          "offset", heights, rows,
          [
            .measured("steady", 10, descriptor: .of("steady", "e")),
            .measured("growing", 10 * factor, descriptor: .of("growing", "e")),
          ])
      }
    }
    #expect(
      RunReport.of(groups).contradictedClaims == [
        "growing claims O(1) for offset, but at 1M rows takes 1,000x its time at 1k (pages)"
      ])
  }
}
