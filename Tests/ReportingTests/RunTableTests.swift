import Foundation
import Runs
import Testing

@testable import Reporting

@Suite("A run as JSON")
struct RunTableTests {
  private struct Table: Decodable {
    struct Cell: Decodable {
      let status: String
      let rows: Int
      let time_ns, heights_ns: Double?
      let deviates: Bool
    }
    struct Advice: Decodable {
      let heights: String
      let rows: Int
      struct Row: Decodable {
        let strategy, slowest_scenario, prefer_when: String
        let slowest_ns: Double
      }
      let start_with: String?
      let recommendations: [Row]
    }
    let folder, status: String
    let warnings: [String]
    let advice: [Advice]
    let cells: [Cell]
  }

  private func read(_ view: RunView, of cells: [StrategyResult]) throws -> Table {
    try JSONDecoder().decode(
      Table.self, from: Data(view.json(of: cells, folder: "results/\"x\"\n").utf8))
  }

  @Test("All cells with their figures, what to start with, and where the files are")
  func whole() throws {
    let report = DefaultRun.report
    let view = RunView(report)
    let table = try read(view, of: view.cells())
    #expect(table.folder == "results/\"x\"\n" && table.status == "complete")
    #expect(table.cells.count == report.groups.reduce(0) { $0 + $1.results.count })
    #expect(table.warnings.count == 1)
    #expect(table.advice.map(\.heights) == ["chat", "fixed:44", "pages"])
    #expect(table.advice.allSatisfy { $0.rows == 1_000_000 && $0.start_with != nil })
    #expect(table.advice.allSatisfy { $0.recommendations.first?.strategy == $0.start_with })
    #expect(
      table.advice[0].recommendations.allSatisfy { $0.slowest_ns > 0 && !$0.prefer_when.isEmpty })
    #expect(table.cells.map(\.time_ns) == report.groups.flatMap { $0.results.map(\.timeNs) })
    #expect(table.cells.contains { $0.time_ns == nil && $0.status == "has no ends" })
    #expect(table.cells.contains { $0.deviates })
    // What is not known is null, and not left out.
    #expect(try view.json(of: view.cells(), folder: "").contains("\"heights_ns\" : null"))
  }

  @Test("A part of it, and what its heights cost")
  func part() throws {
    let window = StrategyResult.measured("window", 100).with(.work(.heightsAsked), 20)
    let report = RunReport.of(
      [1000, 2000].flatMap { rows in
        ["open", "scroll"].map { .of($0, "chat", rows, [window, .measured("b", 300)]) }
      })
    let view = RunView(report, rows: 2000, heightNs: 1000)
    let table = try read(view, of: view.cells(scenario: "open", strategy: "window"))
    #expect(table.cells.map(\.time_ns) == [100] && table.cells.map(\.heights_ns) == [20_000])
    #expect(table.cells.map(\.rows) == [2000] && table.advice.map(\.rows) == [2000])
    #expect(view.cells(strategy: "none").isEmpty)
  }
}
