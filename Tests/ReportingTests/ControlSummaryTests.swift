import Measuring
import Runs
import Testing

@testable import Reporting

@Suite("What a report says of the null control")
struct ControlSummaryTests {
  private func report(_ controls: [(ratio: Double, verdict: Verdict)]) -> RunReport {
    .of(
      controls.enumerated().map { index, control in
        var group = GroupReport.of("offset", "chat", 1000 + index, [.measured("a", 10)])
        var row = SummaryRow(cell: group.results[0].row.cell, status: .ok)
        row.cell.strategy += "-twin"
        row.control.ratio = control.ratio
        row.verdict.verdict = control.verdict
        group.control = row
        return group
      })
  }

  @Test("a run without one says nothing of it")
  func absent() {
    #expect(ControlSummary(report([])) == nil)
    #expect(ControlSummary(.of([.of("offset", "chat", 10, [.measured("a", 1)])])) == nil)
  }

  @Test("equal strategies that are not called different")
  func silent() throws {
    let summary = try #require(
      ControlSummary(report([(1.01, .equivalent), (0.8, .unresolved), (1.02, .unresolved)])))
    #expect(
      summary.text == """
        Null control (a strategy against itself; 3 pairs): none is called \
        different; 2.0 % apart at the median, 25 % at most.
        """)
  }

  @Test("equal strategies that are called different: the worst place is named")
  func loud() throws {
    let summary = try #require(
      ControlSummary(report([(1.02, .slower), (0.5, .faster), (1.9, .unresolved)])))
    #expect(summary.differing.map(\.ratio) == [0.5, 1.02])
    #expect(
      summary.text.contains("2 are called different, by up to 100 % (offset, chat, 1,001 rows)"))
    #expect(summary.text.contains("withheld"))
  }
}
