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
}
