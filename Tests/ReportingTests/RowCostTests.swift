import Foundation
import Recording
import Testing

@testable import Reporting

@Suite("A cost for each height asked")
struct RowCostTests {
  /// A technique that is quick and asks for 100 heights, and one that is slow and asks for 10.
  private func group(_ scenario: String = "open") -> GroupReport {
    var exact = StrategyResult.measured("exact", 1000)
    exact.row.work.heightsAsked = 100
    var window = StrategyResult.measured("window", 1900, ratio: (1.9, 1.8, 2))
    window.family = .window
    window.row.work.heightsAsked = 10
    return .of(scenario, "chat", 1000, [exact, window])
  }

  private func cost(_ nanoseconds: Double) throws -> RowCost {
    try #require(RowCost(nanoseconds: nanoseconds))
  }

  private func screen(_ report: RunReport, _ cost: RowCost?) -> String {
    RunScreen(report, rowCost: cost, folder: nil, width: 80, style: .plain).text
  }

  @Test("A time is what was measured and the heights asked times their cost")
  func times() throws {
    let costed = try cost(2).added(to: group(), margin: 0.01)
    #expect(costed.results.map(\.median) == [1200, 1920])
    #expect(costed.results[1].row.time.lowNs == 1900 * 0.97 + 20)
    // The exact one is still the fastest, and the ratio is that of the pairs, moved.
    let ratio = costed.results[1].row.ratio
    #expect(ratio.toFastest == 1.6)
    #expect(ratio.low == 1820.0 / 1200 && ratio.high == 2020.0 / 1200)
    #expect(costed.results[1].row.verdict.verdict == "slower")
  }

  @Test("With another fastest, ratios are of times that were not taken in pairs")
  func reversed() throws {
    let costed = try cost(100).added(to: group(), margin: 0.01)
    #expect(costed.results.map(\.median) == [11_000, 2900])
    #expect(Ranking(costed).fastest?.name == "window")
    let ratio = costed.results[0].row.ratio
    #expect(ratio.toFastest == 11_000.0 / 2900)
    #expect(ratio.low == (970.0 + 10_000) / (1900 * 1.04 + 1000))
    #expect(costed.results[1].row.ratio.toFastest == 1)
  }

  @Test("No cost is none, and a cell that was not counted has no figure")
  func limits() throws {
    #expect(RowCost(nanoseconds: 0) == nil)
    var group = group()
    group.results[0].row.work.heightsAsked = nil
    group.results.append(.measured("floor", 3, isFloor: true))
    let costed = try cost(5).added(to: group, margin: 0.01)
    #expect(costed.results[0].median == nil)
    #expect(costed.results[0].row.status == .noFigure(reason: "heights asked were not counted"))
    #expect(costed.results[2].median == 3)
  }

  @Test("Times cross at (t2 - t1) / (a1 - a2), and the advice turns")
  func turns() throws {
    let groups = [group()]
    let turns = RowCostTurns(groups, try cost(30_000), margin: 0.01)
    let fastest = try #require(turns.fastest.first)
    #expect(fastest.scenario == "open")
    #expect(fastest.turn == .init(before: "exact", after: "window", costNs: 10))
    let start = try #require(turns.start)
    #expect(start.before == "exact" && start.after == "window")
    #expect(abs(start.costNs - 10) < 0.01)
    let none = RowCostTurns(groups, try cost(3), margin: 0.01)
    #expect(none.fastest.isEmpty && none.start == nil)
    #expect(none.statements.map(\.text).first?.hasPrefix("nothing turns") == true)
  }

  @Test("The screen says what was added, and where what turns")
  func shown() throws {
    let report = RunReport.of([group()])
    let text = screen(report, try cost(30_000))
    #expect(
      text.replacing("\n", with: " ").contains(
        "Row cost: heights asked, counted, x 30.0 µs each, added to the measured time."))
    #expect(text.contains("start with window instead of exact from 10.0 ns a row."))
    #expect(text.contains("open: window instead of exact from 10.0 ns."))
    #expect(text.contains("3.00ms") && text.contains("302us") || text.contains("302µs"))
    #expect(!screen(report, nil).contains("Row cost"))
  }

  @Test("One question shows the same figures and says so")
  func detail() throws {
    let report = RunReport.of([group()])
    let text = try #require(
      RunDetail(
        report, .scenario("open"), rowCost: try cost(30_000), width: 80, style: .plain
      ).text)
    #expect(text.contains("302 µs"))
    #expect(text.contains("Row cost: heights asked"))
    #expect(text.contains("Fastest in open: window instead of exact from 10.0 ns."))
  }

  @Test("What is kept of a run knows nothing of it")
  func kept() throws {
    let report = RunReport.of([group()])
    let before = RunReadme(report).text
    _ = screen(report, try cost(30_000))
    #expect(RunReadme(report).text == before)
    #expect(report.groups[0].results[0].row.time.medianNs == 1000)
  }

  @Test("A default run with a cost fits its terminal", arguments: [80, 120])
  func width(width: Int) throws {
    let text = RunScreen(
      DefaultRun.report, rowCost: try cost(30_000), folder: "results/x", width: width,
      style: .plain
    ).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 66)
    #expect(lines.allSatisfy { $0.count <= width })
  }
}
