import Runs
import Testing

@testable import Reporting

@Suite("A run's README")
struct RunReadmeTests {
  @Test("The command, the facts, the matrix, what to take away, how sure it is")
  func whole() { #expect(RunReadme(ChatRun.report).text == Golden.readme) }

  @Test("No name is taken for markup, in no place; the command can be typed again")
  func escapes() {
    let absent = StrategyResult.absent("b", .unsupported("needs <pages> | more"))
    var report = RunReport.of([
      .of("scroll", "file:/a|b_c`d\ne", 1000, [.measured("my|list", 400), absent])
    ])
    report.record.warnings = [RunWarning(.busy, text: "`chat` | is *cut*")]
    report.record.command = ["bench", "--heights", "file:/a b|`c`.txt", "--note", "x\ny"]
    let text = RunReadme(report).text
    #expect(text.hasPrefix("    bench --heights 'file:/a b|`c`.txt' --note $'x\\ny'\n"))
    #expect(text.contains("\n# file:/a\\|b\\_c\\`d e: run of 2026-03-01\n"))
    // Indented text is shown as it is.
    #expect(text.contains("\n    my|list  "))
    #expect(text.contains("\n- `chat` \\| is \\*cut\\*\n"))
    let nothing = RunReadme(.of([.of("scroll", "chat", 1000, [absent])])).text
    #expect(nothing.contains("\n- needs \\<pages\\> \\| more: b\n"))
    let empty = RunReadme(.of([])).text
    #expect(empty.contains("\n# Nothing measured: run of 2026-03-01\n"))
    #expect(!empty.contains("\n## What"))
  }

  @Test("It can be read at a glance: 15 kB at most, no line of the matrix over 114 columns")
  func size() {
    let text = RunReadme(DefaultRun.report).text
    #expect(text.utf8.count <= 15_000)
    let matrix = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(matrix.count > 20 && matrix.allSatisfy { $0.count <= 114 })
  }

  @Test(
    "How a run ended",
    arguments: [
      (RunStatus.complete, "complete"), (.interrupted, "interrupted: a partial result"),
      (.incomplete, "incomplete: the run still goes on, or was killed"),
    ])
  func status(status: RunStatus, words: String) {
    var report = ChatRun.report
    (report.record.status, report.record.finished) = (status, nil)
    let text = RunReadme(report).text
    #expect(text.contains("\n| status | \(words) |\n"))
    #expect(text.contains("\n| started | 2026-03-01T10:15:00Z |\n"))
  }
}
