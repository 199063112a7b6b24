import ListLayout
import Testing

@testable import Reporting
@testable import Runs

@Suite("Reliability of a run")
struct ReliabilityTests {
  @Test("The report has the differences between A/A controls and their strategies")
  func controls() {
    func controls(_ controls: [(ratio: Double, verdict: Verdict)]) -> [String] {
      let groups = controls.enumerated().map { index, control in
        var row = StrategyResult.measured("a", 10).row
        row.cell.group = CellGroup(scenario: "offset", heights: "chat", rows: 1000 + index)
        (row.control.value, row.verdict) = (control.ratio, control.verdict)
        return GroupReport.of("offset", "chat", 1000 + index, [.measured("a", 10)], control: row)
      }
      return RunReport.of(groups).reliability
    }
    #expect(controls([]).isEmpty)
    #expect(
      controls([(1.01, .equivalent), (0.8, .unresolved), (1.02, .unresolved)]) == [
        "A/A control: 3 pairs of identical cells differ by 2.0 % (median) to 25 %, none "
          + "significantly."
      ])
    let loud = controls([(1.02, .slower), (0.5, .faster), (1.9, .unresolved)])[0]
    #expect(
      loud.hasSuffix(
        """
        2 significantly, by up to 100 % (offset, chat, 1,001 rows). In these groups, verdicts on \
        differences of that size are suppressed.
        """))
  }

  @Test(
    "A single implausible result is described; several results are counted",
    arguments: [
      (
        1,
        "Implausible result of a0 in jump: had not settled when it was timed; faster than with "
          + "10 rows."
      ),
      (2, "2 results are implausible: see the column 'doubts' in summary.csv."),
    ])
  func implausible(count: Int, line: String) {
    let results = (0..<count).map { number -> StrategyResult in
      var result = StrategyResult.measured("a\(number)", 10)
      result.row.doubts = "had not settled when it was timed; faster than with 10 rows"
      return result
    }
    #expect(RunReport.of([.of("jump", "chat", 1000, results)]).reliability == [line])
  }

  @Test("Harness overhead above the limit is named, with its effect on ratios")
  func overhead() {
    func lines(_ groups: [(overhead: Double, isNet: Bool?)]) -> [String] {
      let reports = groups.enumerated().map { place, group in
        var fastest = StrategyResult.measured("a", 10)
        fastest.row.isRatioNet = group.isNet
        return GroupReport.of(
          "group\(place)", "chat", 1000, [.measured("floor", group.overhead), fastest])
      }
      return RunReport.of(reports).reliability
    }
    let limit = Quantity.percent(JudgingRules.overheadShare * 100)
    #expect(lines([(0.9, false)]).isEmpty)
    #expect(
      lines([(1.1, true), (1.1, false), (1.2, true)]) == [
        "Harness overhead is above \(limit) of the fastest time in group0, group2 (ratios exclude "
          + "it); group1 (ratios include it)."
      ])
  }

  /// The results of one strategy for lists of 1k, 100k and 1M rows.
  private func results(_ medians: [Double], _ scenario: String = "offset") -> [StrategyResult] {
    zip([1000, 100_000, 1_000_000], medians).map { rows, median in
      GroupReport.of(scenario, "chat", rows, [.measured("a", median)]).results[0]
    }
  }

  @Test(
    "Growth contradicts a claim only if caches do not explain it",
    arguments: [
      ([100, 10_000, 100_000], Growth.constant, true),
      ([100, 10_000, 100_000], .logarithmic, true), ([100, 10_000, 100_000], .linear, false),
      ([100, 10_000, 100_000], .linearithmic, false), ([100, 800, 1600], .constant, false),
      ([100, 105, 98], .linear, false), ([100, 200_000, 20_000_000], .linear, true),
      ([100, 1000, 3162], .squareRoot, false), ([100, 200_000, 20_000_000], .squareRoot, true),
    ])
  func claims(medians: [Double], claim: Growth, expected: Bool) {
    #expect(claim.isContradicted(by: results(medians)) == expected)
  }

  @Test("Caches may slow latencies more; one length or missing intervals contradict nothing")
  func limits() {
    #expect(Growth.squareRoot.notation == "O(√n)")
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

  @Test("A contradiction names strategy, claim, scenario, and the list where it is largest")
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
        "growing claims O(1) for offset, but its time at 1M rows is 1,000x the time at 1k (pages)"
      ])
  }
}
