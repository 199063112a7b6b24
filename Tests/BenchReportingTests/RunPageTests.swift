import Conformance
import Foundation
import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("A run's page")
struct RunPageTests {
  @Test("The page contains recommendations, tables and charts, and is smaller than 400 kB")
  func whole() {
    let html = DefaultRun.report.page()
    #expect(html.utf8.count < 400_000)
    let parts =
      [
        #"<th scope="col">prefer it when</th>"#, "<h3>chat, 1M rows</h3>", "Reliability",
        // Column titles have tooltips.
        #"<th scope="col" title=""#, "default-src 'none'",
        #"<thead><tr><th scope="col">fixed:44, 1M rows</th>"#,
        "<details><summary>chat, 100k rows</summary>",
      ] + KnownList.chat.scenarios.map { #"aria-label="Time by rows: \#($0), chat""# }
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
    let html = report.page(film: #"a"b.html"#)
    #expect(html.contains("&lt;img src=x onerror=&quot;boom()&quot;&gt;&amp;"))
    #expect(!html.contains("<img") && html.count("<script>") == 1)
    #expect(html.contains(#"<a href="a&quot;b.html">"#))
  }

  @Test(
    "The page has no charts if all lists have the same length, and no tables if the run is empty")
  func little() {
    let one = RunReport.of([.of("scroll", "chat", 1000, [.measured("a", 400)])]).page()
    #expect(one.contains("all lists in this run have the same length"))
    let none = RunReport.of([]).page()
    #expect(none.contains("<p>Nothing was measured.</p>") && none.contains("<h1>Nothing measured"))
  }

  @Test(
    "A page lets readers change the costs if the run recorded frames, and shows static tables otherwise"
  )
  func controls() {
    var report = SmoothTableTests.report([SmoothTableTests.window, SmoothTableTests.tree])
    #expect(!report.page().contains(#"<input id="row""#))
    let cells = report.groups.flatMap(\.results).map(\.row.cell)
    report.frames = cells.map { FrameRow(cell: $0, kind: FrameWork(phase: .scroll), count: 900) }
    let page = report.page()
    #expect(page.contains(#"<input id="row""#) && page.contains(#""key":"1000000""#))
    #expect(page.contains("[[0,0,0,900],[],[],[]]"))
  }

  private func chart(_ results: (Int) -> [StrategyResult]) -> String? {
    RunReport.chart(of: [1000, 1_000_000].map { .of("scroll", "chat", $0, results($0)) })
  }

  @Test(
    "A chart plots times on the vertical axis against row counts on the horizontal axis"
  )
  func line() throws {
    let html = try #require(
      chart { [.measured("flat", 100), .measured("linear", $0 == 1000 ? 100 : 100_000)] })
    for part in [
      #"data-s="flat" d="M120 430 720 430""#, #"data-s="linear" d="M120 430 720 16""#,
      "<title>linear: 100 ns at 1k, 100 µs at 1M</title>",
    ] { #expect(html.contains(part), "\(part)") }
  }
}

extension String {
  fileprivate func count(_ part: String) -> Int { split(separator: part).count - 1 }
}

@Suite("A run as JSON")
struct RunJSONTests {
  /// The JSON document. The tests decode it with `JSONDecoder`, because `JSONSerialization` rounds numbers.
  private struct Document: Decodable {
    struct Advice: Decodable {
      struct Row: Decodable {
        let strategy, prefer_when, slowest_scenario: String
        let slowest_ns: Double
      }
      let heights, start_with: String
      let rows: Int
      let recommendations: [Row]
    }
    struct Cell: Decodable {
      let time_ns, heights_ns: Double?
      let status: String
      let deviates: Bool
      let rows: Int
    }
    let folder, status: String
    let warnings: [String]
    let advice: [Advice]
    let cells: [Cell]
  }

  private func read(_ report: RunReport, _ cells: [StrategyResult]) throws -> Document {
    let json = try report.json(of: cells, folder: "results/\"x\"\n")
    return try JSONDecoder().decode(Document.self, from: Data(json.utf8))
  }

  @Test(
    "The JSON contains all cells, including those of the empty strategy, and all recommendations")
  func whole() throws {
    let report = DefaultRun.report
    let document = try read(report, report.cells())
    #expect(document.folder == "results/\"x\"\n" && document.status == "complete")
    #expect(document.warnings.count == 1)
    #expect(document.advice.map(\.heights) == ["chat", "fixed:44"])
    for list in document.advice {
      #expect(list.rows == 1_000_000)
      #expect(list.recommendations.first?.strategy == list.start_with)
    }
    let times = report.groups.flatMap { [$0.overhead?.timeNs] + $0.results.map(\.timeNs) }
    #expect(document.cells.map(\.time_ns) == times)
    #expect(document.cells.contains { $0.time_ns == nil && $0.status == "not supported: cannot" })
    #expect(document.cells.contains { $0.deviates })
    #expect(document.cells.allSatisfy { $0.heights_ns == nil })
  }

  @Test(
    "The JSON contains only the selected cells, and includes the cost of the heights that they request"
  )
  func part() throws {
    let window = StrategyResult.measured("window", 100).with(.work(.heightsAsked), 20)
    var report = RunReport.of(
      [1000, 2000].flatMap { rows in
        ["open", "scroll"].map { .of($0, "chat", rows, [window, .measured("b", 300)]) }
      })
    (report.rows, report.heightNs) = (2000, 1000)
    let cells = try read(report, report.cells(scenario: "open", strategy: "window")).cells
    #expect(cells.count == 1 && cells[0].time_ns == 100)
    #expect(cells[0].heights_ns == 20_000 && cells[0].rows == 2000)
    #expect(report.cells(strategy: "none").isEmpty)
  }
}
