import ListLayout
import Runs
import Testing

@testable import Reporting

@Suite("Claims that a run contradicts")
struct ContradictedClaimsTests {
  /// Two strategies that claim O(1), at 1k and 1M rows of two lists.
  private func report(scenario: ScenarioFacts, growing: Double) -> RunReport {
    .of(
      ["chat", "pages"].flatMap { heights in
        [1000, 1_000_000].map { rows in
          let factor = rows == 1000 ? 1 : growing * (heights == "pages" ? 2 : 1)
          var group = GroupReport.of(
            scenario.id, heights, rows,
            [.measured("steady", 10), .measured("growing", 10 * factor)])
          group.scenario = scenario
          for index in group.results.indices { group.results[index].claim = .constant }
          return group
        }
      })
  }

  @Test("a line names strategy, claim, scenario, and the list where it is worst")
  func lines() {
    let facts = ScenarioFacts(id: "offset", unit: "question", why: "")
    #expect(
      ContradictedClaims(report(scenario: facts, growing: 500)).lines == [
        "growing claims O(1) for offset, but at 1M rows takes 1,000x its time at 1k (pages)"
      ])
  }

  @Test("latencies may grow by what memory takes")
  func latencies() {
    var facts = ScenarioFacts(id: "offset", unit: "question", why: "")
    #expect(ContradictedClaims(report(scenario: facts, growing: 25)).lines.count == 1)
    facts.isDependent = true
    #expect(ContradictedClaims(report(scenario: facts, growing: 25)).lines == [])
  }

  @Test("what grows as claimed is not mentioned")
  func none() {
    let facts = ScenarioFacts(id: "offset", unit: "question", why: "")
    #expect(ContradictedClaims(report(scenario: facts, growing: 4)).lines == [])
  }
}
