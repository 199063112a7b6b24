import Recording
import Testing

@testable import Reporting

@Suite("A run's README")
struct RunReadmeTests {
  private func lines(_ report: RunReport) -> [String] {
    RunReadme(report).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test("The command, the facts, the summary, what n costs, and every figure")
  func whole() {
    #expect(RunReadme(ChatRun.report).text == Golden.readme)
  }

  @Test("The first line is the command, ready to be typed again")
  func command() {
    var report = ChatRun.report
    report.record.command = ["bench", "--heights", "file:/a b|`c`.txt", "--note", "x\ny"]
    #expect(lines(report)[0] == #"    bench --heights 'file:/a b|`c`.txt' --note $'x\ny'"#)
  }

  @Test("No name is taken for markup, in no place")
  func escapes() {
    var result = StrategyResult.measured("my|list", 400)
    result.title = "a `list` [of](mine)"
    let absent = StrategyResult.absent("b", .noFigure(reason: "needs <pages> | more"))
    var report = RunReport.of([.of("scroll", "file:/a|b_c`d\ne", 1000, [result, absent])])
    report.record.warnings = [RunWarning(.busy, text: "`chat` | is *cut*")]
    let text = RunReadme(report).text
    #expect(text.contains("\n# file:/a\\|b\\_c\\`d e: run of 2026-03-01\n"))
    #expect(text.contains("\n| my\\|list | 400 ns |"))
    #expect(text.contains("\n- my\\|list: a \\`list\\` \\[of\\](mine)\n"))
    #expect(text.contains("No figure at 1k rows: needs \\<pages\\> \\| more: b."))
    #expect(text.contains("\n- `chat` \\| is \\*cut\\*\n"))
  }

  @Test("All rows of a table have as many cells as its header")
  func tables() {
    for report in [ChatRun.report, DefaultRun.report, .of([])] {
      var columns: Int?
      for line in lines(report) {
        guard line.hasPrefix("|") else {
          columns = nil
          continue
        }
        let cells = line.indices.count {
          line[$0] == "|" && ($0 == line.startIndex || line[line.index(before: $0)] != "\\")
        }
        #expect(cells == columns ?? cells, "\(line)")
        columns = cells
      }
    }
  }

  @Test("A default run has each list and scenario once")
  func defaultRun() {
    let lines = lines(DefaultRun.report)
    #expect(
      lines.filter { $0.hasPrefix("## ") }.suffix(3) == ["## chat", "## fixed:44", "## pages"])
    #expect(lines.count { $0.hasPrefix("### ") } == 3 * ScenarioFacts.all.count)
    #expect(lines.count < 2000)
  }

  @Test(
    "How a run ended",
    arguments: [
      (RunStatus.complete, "complete"), (.interrupted, "interrupted: a partial result"),
      (.incomplete, "incomplete: the run still goes on, or was killed"),
    ])
  func status(status: RunStatus, words: String) {
    var report = ChatRun.report
    report.record.status = status
    report.record.finished = nil
    #expect(lines(report).contains("| status | \(words) |"))
    #expect(lines(report).contains("| started | 2026-03-01T10:15:00Z |"))
  }

  @Test("What was cut at many rows still shows its time at few")
  func cut() {
    let report = RunReport.of([
      .of("scroll", "chat", 1000, [.measured("a", 400), .measured("b", 5e6)]),
      .of("scroll", "chat", 1_000_000, [.measured("a", 410), .absent("b", .cut)]),
    ])
    let row = lines(report).first { $0.hasPrefix("| b |") }
    let figures = Array(repeating: "-", count: 11).joined(separator: " | ")
    #expect(row == "| b | cut | \(figures) | 5.00 ms [4.85, 5.20] |")
  }

  @Test("Single frames are shown where they were timed")
  func frames() {
    var result = StrategyResult.measured("a", 400)
    (result.row.frames.p50Ns, result.row.frames.p90Ns) = (390, 450)
    (result.row.frames.p99Ns, result.row.frames.p999Ns) = (1200, 9e6)
    (result.row.frames.maxNs, result.row.frames.over1ms) = (1.7e7, 1234)
    (result.row.frames.over8ms, result.row.frames.over16ms) = (2, 1)
    let frameless = StrategyResult.measured("b", 500, ratio: (1.2, 1.1, 1.3))
    let lines = lines(.of([.of("scroll", "chat", 1000, [result, frameless])]))
    let start = lines.firstIndex(of: "<details><summary>Single frames</summary>") ?? 0
    #expect(
      lines[start...].dropFirst(4) == [
        "| a | 390 ns | 450 ns | 1.20 µs | 9.00 ms | 17.0 ms | 1,234 | 2 | 1 |", "", "</details>",
        "",
      ])
  }

  @Test("A run without groups has its facts and says that nothing was measured")
  func empty() {
    let lines = lines(.of([]))
    #expect(lines[2] == "# Nothing measured: run of 2026-03-01")
    #expect(lines.suffix(2) == ["Nothing was measured.", ""])
  }
}
