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
      ]
      + ["chat, 1M rows", "fixed:44, 1M rows", "pages, 1M rows"]
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
    let html = report.page(film: #"a"b.html"#)
    #expect(html.contains("&lt;img src=x onerror=&quot;boom()&quot;&gt;&amp;"))
    #expect(!html.contains("<img") && html.count("<script>") == 1)
    #expect(html.contains(#"<a href="a&quot;b.html">"#))
  }

  @Test("A run with a single list length has no charts; an empty run has no tables")
  func little() {
    let one = RunReport.of([.of("scroll", "chat", 1000, [.measured("a", 400)])]).page()
    #expect(
      one.contains("all lists in this run have the same length") && one.contains("<b>400ns&lt;</b>")
    )
    let none = RunReport.of([]).page()
    #expect(none.contains("<p>Nothing was measured.</p>") && none.contains("<h1>Nothing measured"))
  }

  @Test(
    "A page lets readers change the costs if the run has frames, and shows static tables otherwise")
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

  @Test("A line spans from the smallest to the largest number of rows and rises with the time")
  func line() throws {
    let html = try #require(
      chart { [.measured("flat", 100), .measured("linear", $0 == 1000 ? 100 : 100_000)] })
    for part in [
      #"data-s="flat" d="M120 430 720 430""#, #"data-s="linear" d="M120 430 720 16""#,
      "<title>linear: 100 ns at 1k, 100 µs at 1M</title>", ">rows in the list</text>",
      ">time per operation</text>",
    ] { #expect(html.contains(part), "\(part)") }
  }

  @Test("A chart is tall enough for the names of its lines", arguments: [(2, 500), (30, 686)])
  func height(count: Int, height: Int) throws {
    let html = try #require(chart { _ in (0..<count).map { .measured("list-\($0)", 100) } })
    #expect(html.contains("viewBox=\"0 0 980 \(height)\""))
  }
}

extension String {
  fileprivate func count(_ part: String) -> Int { split(separator: part).count - 1 }
}

@Suite("A run as JSON")
struct RunJSONTests {
  /// The run's results. `JSONDecoder` decodes them, because `JSONSerialization` rounds numbers.
  private struct Exact: Decodable {
    struct Cell: Decodable { let time_ns: Double? }
    let cells: [Cell]
  }

  private func read(
    _ report: RunReport, _ cells: [StrategyResult]
  ) throws -> (document: [String: Any], advice: [[String: Any]], cells: [[String: Any]]) {
    let json = try report.json(of: cells, folder: "results/\"x\"\n")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return (
      document, try #require(document["advice"] as? [[String: Any]]),
      try #require(document["cells"] as? [[String: Any]])
    )
  }

  @Test("The JSON contains all cells, including the empty strategy, and all recommendations")
  func whole() throws {
    let report = DefaultRun.report
    let (document, advice, cells) = try read(report, report.cells())
    #expect(document["folder"] as? String == "results/\"x\"\n")
    #expect(document["status"] as? String == "complete")
    #expect((document["warnings"] as? [String])?.count == 1)
    #expect(advice.map { $0["heights"] as? String } == ["chat", "fixed:44", "pages"])
    for list in advice {
      let rows = try #require(list["recommendations"] as? [[String: Any]])
      let first = try #require(rows.first)
      #expect(list["rows"] as? Int == 1_000_000)
      #expect(first["strategy"] as? String == list["start_with"] as? String)
      #expect((first["prefer_when"] as? String)?.isEmpty == false)
      #expect(first["slowest_ns"] is Double && first["slowest_scenario"] is String)
    }
    let times = report.groups.flatMap { [$0.overhead?.timeNs] + $0.results.map(\.timeNs) }
    let json = try report.json(of: report.cells(), folder: "")
    let exact = try JSONDecoder().decode(Exact.self, from: Data(json.utf8))
    #expect(exact.cells.map(\.time_ns) == times)
    #expect(
      cells.contains {
        $0["time_ns"] is NSNull && $0["status"] as? String == "not supported: cannot"
      })
    #expect(cells.contains { $0["deviates"] as? Bool == true })
    #expect(cells.allSatisfy { $0["heights_ns"] is NSNull })
  }

  @Test("The JSON contains only the selected cells, with the cost of their heights")
  func part() throws {
    let window = StrategyResult.measured("window", 100).with(.work(.heightsAsked), 20)
    var report = RunReport.of(
      [1000, 2000].flatMap { rows in
        ["open", "scroll"].map { .of($0, "chat", rows, [window, .measured("b", 300)]) }
      })
    (report.rows, report.heightNs) = (2000, 1000)
    let (_, advice, cells) = try read(report, report.cells(scenario: "open", strategy: "window"))
    #expect(cells.count == 1 && cells[0]["time_ns"] as? Int == 100)
    #expect(cells[0]["heights_ns"] as? Int == 20_000 && cells[0]["rows"] as? Int == 2000)
    #expect(advice.map { $0["rows"] as? Int } == [2000])
    #expect(report.cells(strategy: "none").isEmpty)
  }
}
