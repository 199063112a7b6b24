import Measuring
import Testing

@testable import BenchTool
@testable import Runs

@Suite("The result of a self-test")
struct SelfTestTests {
  private struct Evidence: RatioEvidence {
    var estimate: Estimate {
      Estimate(value: 1.05, interval: nil, confidence: 0.99, count: 9)
    }
    func pValue(ifAtMost bound: Double) -> Double { 1 }
    func pValue(ifAtLeast bound: Double) -> Double { 1 }
  }

  /// The result for a slowed strategy and another one with these verdicts.
  private func result(_ slowed: Verdict, _ other: Verdict, head: Double = 1) -> SelfTestResult {
    let thresholds = Thresholds(.paired)
    let group = CellGroup(scenario: "scroll", heights: "chat", rows: 1000)
    var outcome = RunComparison(
      base: .init(name: ""), head: .init(name: ""), thresholds: thresholds)
    for (strategy, verdict) in [("slowed", slowed), ("other", other)] {
      let cell = CellKey(group: group, strategy: strategy, mode: "corrected")
      var comparison = CellComparison(
        cell: cell, baseNs: 100, headNs: 105, evidence: Evidence(), thresholds: thresholds)
      comparison.verdict = verdict
      outcome.times.append(comparison)
      outcome.counters.append(
        CounterComparison(
          cell: cell, counter: .work(.rowsScanned), base: 1, head: head))
    }
    return SelfTestResult(outcome, pairs: (9, 9), slowed: "slowed", by: 0.05)
  }

  @Test("passes where the slow-down is found and nothing else")
  func passes() {
    let found = result(.slower, .equivalent)
    #expect(found.isPassed && !found.isUndecided)
    #expect(found.text.contains("slowed was made 5 % slower: found in 1 of 1 cells"))
    #expect(found.text.hasSuffix("to find 5 % and to be silent otherwise.\n"))
    #expect(result(.slower, .unresolved).isPassed)
  }

  @Test("is undecided where the slow-down is not found and nothing wrong is said")
  func undecided() {
    let nothing = result(.unresolved, .unresolved)
    #expect(!nothing.isPassed && nothing.isUndecided)
    #expect(nothing.text.hasSuffix("This machine is too busy to find 5 % in this time.\n"))
  }

  @Test("fails where something wrong is said")
  func fails() {
    let wrong = [
      result(.equivalent, .equivalent), result(.faster, .equivalent),
      result(.slower, .slower), result(.unresolved, .faster),
      result(.slower, .equivalent, head: 2), result(.unresolved, .unresolved, head: 2),
    ]
    for result in wrong {
      #expect(!result.isPassed && !result.isUndecided)
      #expect(result.text.hasSuffix("The comparison cannot be trusted here.\n"))
    }
  }
}
