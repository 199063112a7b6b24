import ListLayout
import Runs
import Testing

@testable import Reporting

@Suite("A run's page")
struct RunPageTests {
  @Test(
    "Recommendations, every list and length as a table, a chart for each scenario, reliability: below 400 kB"
  )
  func whole() {
    let html = RunView(DefaultRun.report).page()
    #expect(html.utf8.count < 400_000)
    #expect(
      html.contains("<th scope=\"col\">prefer it when</th>")
        && html.contains("<h3>chat, 1M rows</h3>"))
    let parts =
      ["chat, 1M rows", "fixed:44, 1M rows", "pages, 1M rows"]
      .map { #"<thead><tr><th scope="col">\#($0)</th>"# }
      + ["chat, 100k rows", "pages, 1k rows"].map { "<details><summary>\($0)</summary>" }
      + DefaultRun.scenarios.map { #"aria-label="Time by rows: \#($0), chat""# }
    for part in parts { #expect(html.contains(part), "\(part)") }
    // Before the first figure.
    let header = html.split(separator: "</header>").first ?? ""
    #expect(header.contains("Warning: the load average was 2.31"))
    #expect(!html.contains("@@") && !html.contains("http://") && !html.contains("https://"))
    #expect(!html.contains("film.html"))
  }

  @Test("No name is taken for markup, in no place")
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
    // A quote with an accent is a quote.
    #expect(HTML.escaped("\"\u{301}<\u{301}\n") == "&quot;\u{301}&lt;\u{301} ")
  }

  @Test("What one length leaves out, and what a run without figures has")
  func little() {
    let one = RunView(.of([.of("scroll", "chat", 1000, [.measured("a", 400)])])).page()
    #expect(one.contains("lists of one length only") && one.contains("<b>400 ns&lt;</b>"))
    let none = RunView(.of([])).page()
    #expect(none.contains("<p>Nothing was measured.</p>") && none.contains("<h1>Nothing measured"))
  }

  @Test("A line goes from the least to the greatest number of rows, upwards where it grows")
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
    for axis in ["rows in the list", "time of an operation"] {
      #expect(html.contains(">\(axis)</text>"))
    }
    #expect(GrowthChart([groups[0]]) == nil)
  }

  @Test("A chart is as high as the names of its lines need")
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
