import Runs
import Testing

@testable import Reporting

@Suite("A run's README")
struct RunReadmeTests {
  private func lines(_ report: RunReport) -> [String] {
    RunReadme(report).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test("The command, the facts, the matrix, what to take away, how sure it is")
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
    let absent = StrategyResult.absent("b", .unsupported("needs <pages> | more"))
    var report = RunReport.of([
      .of("scroll", "file:/a|b_c`d\ne", 1000, [.measured("my|list", 400), absent])
    ])
    report.record.warnings = [RunWarning(.busy, text: "`chat` | is *cut*")]
    let text = RunReadme(report).text
    #expect(text.contains("\n# file:/a\\|b\\_c\\`d e: run of 2026-03-01\n"))
    // Indented text is shown as it is.
    #expect(text.contains("\n    my|list  "))
    #expect(text.contains("\n- `chat` \\| is \\*cut\\*\n"))
    let nothing = RunReadme(.of([.of("scroll", "chat", 1000, [absent])])).text
    #expect(nothing.contains("\n- needs \\<pages\\> \\| more: b\n"))
  }

  @Test("It can be read at a glance: 15 kB at most, no line of the matrix over 114 columns")
  func size() {
    let text = RunReadme(DefaultRun.report).text
    #expect(text.utf8.count <= 15_000)
    let matrix = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(matrix.count > 20 && matrix.allSatisfy { $0.count <= 114 })
    for heading in ["The longest lists", "What to take away", "Can I trust it?", "Warnings"] {
      #expect(text.contains("\n## \(heading)\n"), "\(heading)")
    }
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

  @Test("A run without groups has its facts and says that nothing was measured")
  func empty() {
    let lines = lines(.of([]))
    #expect(lines[2] == "# Nothing measured: run of 2026-03-01")
    #expect(!lines.contains { $0.hasPrefix("## What") })
  }
}
