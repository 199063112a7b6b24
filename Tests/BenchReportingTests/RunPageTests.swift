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
        "Other lists, on fixed:44: fixed-list",
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
    #expect(!html.contains("<img") && html.split(separator: "<script>").count == 2)
    #expect(html.contains(#"<a href="a&quot;b.html">"#))
  }

  @Test("A page lets readers change the costs only if the run recorded frames")
  func controls() {
    var report = SmoothTableTests.report([SmoothTableTests.window, SmoothTableTests.tree])
    #expect(!report.page().contains(#"<input id="row""#))
    let cells = report.groups.flatMap(\.results).map(\.row.cell)
    report.frames = cells.map { FrameRow(cell: $0, kind: FrameWork(phase: .scroll), count: 900) }
    let page = report.page()
    #expect(page.contains(#"<input id="row""#) && page.contains(#""key":"1000000""#))
    #expect(page.contains("[[0,0,0,900],[],[],[]]"))
  }

  @Test("A chart plots times on the vertical axis against row counts on the horizontal axis")
  func line() throws {
    let groups = [1000, 1_000_000].map { rows in
      GroupReport.of(
        "scroll", "chat", rows, [.measured("flat", 100), .measured("linear", Double(rows) / 10)])
    }
    let html = try #require(RunReport.chart(of: groups))
    for part in [
      #"data-s="flat" d="M120 430 720 430""#, #"data-s="linear" d="M120 430 720 16""#,
      "<title>linear: 100 ns at 1k, 100 µs at 1M</title>",
    ] { #expect(html.contains(part), "\(part)") }
  }
}

@Suite("A run as JSON")
struct RunJSONTests {
  private func read(_ report: RunReport, _ cells: [StrategyResult]) throws -> [String: Any] {
    let json = try report.json(of: cells, folder: "results/\"x\"\n")
    return try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("The JSON contains all cells, including those of `floor`, and all recommendations")
  func whole() throws {
    let report = DefaultRun.report
    let document = try read(report, report.cells())
    #expect(document["folder"] as? String == "results/\"x\"\n")
    #expect(document["status"] as? String == "complete")
    #expect((document["warnings"] as? [String])?.count == 1)
    let advice = try #require(document["advice"] as? [[String: Any]])
    #expect(advice.map { $0["heights"] as? String } == ["chat", "fixed:44"])
    for list in advice {
      #expect(list["rows"] as? Int == 1_000_000)
      let first = (list["recommendations"] as? [[String: Any]])?.first
      #expect(first?["slowest_ns"] is Double && first?["slowest_scenario"] is String)
      #expect(first?["strategy"] as? String == list["start_with"] as? String)
    }
    let cells = try #require(document["cells"] as? [[String: Any]])
    #expect(cells.count == report.groups.reduce(0) { $0 + 1 + $1.results.count })
    #expect(cells[0]["strategy"] as? String == "floor" && cells[0]["time_ns"] as? Int == 1)
    #expect(
      cells.contains {
        $0["time_ns"] is NSNull && $0["status"] as? String == "not supported: cannot"
      })
    #expect(cells.contains { $0["deviates"] as? Bool == true })
  }

  @Test("The JSON contains the selected cells with the cost of the requested heights")
  func part() throws {
    let list: KnownList = "name kind asked open scroll\nwindow - 20 100 100\nb - 1 300 300"
    var report = RunReport.of([1000, 2000].flatMap { list.groups(rows: $0) })
    (report.rows, report.heightNs) = (2000, 1000)
    let selected = report.cells(scenario: "open", strategy: "window")
    let cells = try #require(try read(report, selected)["cells"] as? [[String: Any]])
    #expect(cells.count == 1 && cells[0]["rows"] as? Int == 2000)
    #expect(cells[0]["time_ns"] as? Int == 100 && cells[0]["heights_ns"] as? Int == 20_000)
    #expect(report.cells(strategy: "none").isEmpty)
  }
}
