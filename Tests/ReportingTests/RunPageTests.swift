import Foundation
import ListLayout
import Runs
import Testing

@testable import Reporting

@Suite("A run's page")
struct RunPageTests {
  @Test(
    "The page has recommendations, tables and charts in less than 400 kB"
  )
  func whole() {
    let html = RunView(DefaultRun.report).page()
    #expect(html.utf8.count < 400_000)
    #expect(
      html.contains("<th scope=\"col\">prefer it when</th>")
        && html.contains("<h3>chat, 1M rows</h3>"))
    // The titles of columns have tooltips.
    #expect(html.contains(#"<th scope="col" title=""#))
    let parts =
      ["chat, 1M rows", "fixed:44, 1M rows", "pages, 1M rows"]
      .map { #"<thead><tr><th scope="col">\#($0)</th>"# }
      + ["chat, 100k rows", "pages, 1k rows"].map { "<details><summary>\($0)</summary>" }
      + DefaultRun.scenarios.map { #"aria-label="Time by rows: \#($0), chat""# }
    for part in parts { #expect(html.contains(part), "\(part)") }
    // Warnings are above the results.
    let header = html.split(separator: "</header>").first ?? ""
    #expect(header.contains("Warning: other programs took"))
    #expect(!html.contains("@@") && !html.contains("http://") && !html.contains("https://"))
    #expect(!html.contains("film.html"))
  }

  @Test("Names are escaped everywhere")
  func escapes() {
    let hostile = #"<img src=x onerror="boom()">&"#
    var descriptor = StrategyDescriptor.of(hostile, "e")
    descriptor.title = hostile
    let result = StrategyResult.measured(hostile, 400, descriptor: descriptor)
    let groups = [1000, 10_000].map { GroupReport.of("scroll", "file:\(hostile)", $0, [result]) }
    var report = RunReport.of(groups)
    report.record.command = ["bench", "-H", "file:\(hostile)</code><script>boom()</script>"]
    report.record.warnings = [RunWarning(.busy, text: hostile)]
    let html = RunView(report).page(film: #"a"b.html"#)
    #expect(html.contains("&lt;img src=x onerror=&quot;boom()&quot;&gt;&amp;"))
    #expect(!html.contains("<img") && html.count("<script>") == 1)
    #expect(html.contains(#"<a href="a&quot;b.html">"#))
    // A quotation mark with a combining accent must be escaped, too.
    #expect(HTML.escaped("\"\u{301}<\u{301}\n") == "&quot;\u{301}&lt;\u{301} ")
  }

  @Test("A run with a single list length has no charts; an empty run has no tables")
  func little() {
    let one = RunView(.of([.of("scroll", "chat", 1000, [.measured("a", 400)])])).page()
    #expect(one.contains("lists of one length only") && one.contains("<b>400ns&lt;</b>"))
    let none = RunView(.of([])).page()
    #expect(none.contains("<p>Nothing was measured.</p>") && none.contains("<h1>Nothing measured"))
  }

  @Test("A line leads from the smallest to the largest number of rows, and rises with the time")
  func line() {
    let groups = [1000, 1_000_000].map { rows in
      GroupReport.of(
        "scroll", "chat", rows,
        [.measured("flat", 100), .measured("linear", rows == 1000 ? 100 : 100_000)])
    }
    let html = GrowthChart(groups)?.html ?? ""
    #expect(html.contains(#"data-s="flat" d="M120 430 720 430""#))
    #expect(html.contains(#"data-s="linear" d="M120 430 720 16""#))
    #expect(html.contains("<title>linear: 100 ns at 1k, 100 µs at 1M</title>"))
    for axis in ["rows in the list", "time per operation"] {
      #expect(html.contains(">\(axis)</text>"))
    }
    #expect(GrowthChart([groups[0]]) == nil)
  }

  @Test("The height of a chart fits the names of its lines")
  func height() throws {
    for (count, height) in [(2, 500), (30, 686)] {
      let groups = [1000, 1_000_000].map { rows in
        GroupReport.of("scroll", "chat", rows, (0..<count).map { .measured("list-\($0)", 100) })
      }
      #expect(try #require(GrowthChart(groups)).html.contains("viewBox=\"0 0 980 \(height)\""))
    }
  }
}

extension String {
  fileprivate func count(_ part: String) -> Int { split(separator: part).count - 1 }
}

@Suite("A run as JSON")
struct RunJSONTests {
  private struct Document: Decodable {
    struct Cell: Decodable {
      let status: String
      let rows: Int
      let time_ns, heights_ns: Double?
      let deviates: Bool
    }
    struct Advice: Decodable {
      struct Row: Decodable {
        let strategy, slowest_scenario, prefer_when: String
        let slowest_ns: Double
      }
      let heights: String
      let rows: Int
      let start_with: String?
      let recommendations: [Row]
    }
    let folder, status: String
    let warnings: [String]
    let advice: [Advice]
    let cells: [Cell]
  }

  private func read(_ view: RunView, _ cells: [StrategyResult]) throws -> Document {
    try JSONDecoder().decode(
      Document.self, from: Data(view.json(of: cells, folder: "results/\"x\"\n").utf8))
  }

  @Test("The JSON has all cells, including the empty strategy, and all recommendations")
  func whole() throws {
    let report = DefaultRun.report
    let view = RunView(report)
    let document = try read(view, view.cells())
    #expect(document.folder == "results/\"x\"\n" && document.status == "complete")
    #expect(document.warnings.count == 1)
    #expect(document.advice.map(\.heights) == ["chat", "fixed:44", "pages"])
    #expect(document.advice.allSatisfy { $0.rows == 1_000_000 && $0.start_with != nil })
    #expect(document.advice.allSatisfy { $0.recommendations.first?.strategy == $0.start_with })
    #expect(document.advice[0].recommendations.allSatisfy { !$0.prefer_when.isEmpty })
    let times = report.groups.flatMap { [$0.overhead?.timeNs] + $0.results.map(\.timeNs) }
    #expect(document.cells.map(\.time_ns) == times)
    #expect(document.cells.contains { $0.time_ns == nil && $0.status == "cannot" })
    #expect(document.cells.contains { $0.deviates })
    #expect(try view.json(of: view.cells(), folder: "").contains("\"heights_ns\" : null"))
  }

  @Test("The JSON has only the selected cells, with the cost of their heights")
  func part() throws {
    let window = StrategyResult.measured("window", 100).with(.work(.heightsAsked), 20)
    let report = RunReport.of(
      [1000, 2000].flatMap { rows in
        ["open", "scroll"].map { .of($0, "chat", rows, [window, .measured("b", 300)]) }
      })
    let view = RunView(report, rows: 2000, heightNs: 1000)
    let document = try read(view, view.cells(scenario: "open", strategy: "window"))
    #expect(document.cells.map(\.time_ns) == [100] && document.cells.map(\.heights_ns) == [20_000])
    #expect(document.cells.map(\.rows) == [2000] && document.advice.map(\.rows) == [2000])
    #expect(view.cells(strategy: "none").isEmpty)
  }
}
