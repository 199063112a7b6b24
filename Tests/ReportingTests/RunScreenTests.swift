import Basics
import Runs
import Testing

@testable import Reporting

@Suite("A run on one screen")
struct RunScreenTests {
  private static let folder = "results/runs/20260301T101500Z"

  private static func text(
    _ report: RunReport, _ width: Int = 80, style: Style = .plain, folder: String? = folder
  ) -> String {
    RunView(report).screen(folder: folder, width: width, style: style)
  }

  @Test("Matrix, recommendations, reliability, where the files are, at 80 columns")
  func narrow() { #expect(Self.text(ChatRun.report) == ChatRun.screen) }

  @Test("Colours are all that colour adds")
  func colourOnly() {
    let coloured = Self.text(DefaultRun.report, 100, style: Style(useColour: true))
    var plain = coloured
    for code in ["0", "1", "2", "32", "33", "1;31"] {
      plain.replace("\u{1B}[\(code)m", with: "")
    }
    #expect(plain != coloured)
    let lines = plain.split(separator: "\n").map { String($0).trimmedAtEnd }
    #expect(lines == Self.text(DefaultRun.report, 100).split(separator: "\n").map(String.init))
    let chat = Self.text(ChatRun.report, style: Style(useColour: true))
    for part in [
      "\u{1B}[1mchat, 1M rows     recalc  scroll prepend   B/row\u{1B}[0m",
      "\u{1B}[32m 410ns<\u{1B}[0m", "\u{1B}[2m 450ns*\u{1B}[0m", "\u{1B}[2m     . \u{1B}[0m",
      "\u{1B}[1;31m  12ms \u{1B}[0m", "\u{1B}[1;31m  slow \u{1B}[0m",
      "\u{1B}[33mwarning:\u{1B}[0m the",
    ] { #expect(chat.contains(part), "\(part)") }
  }

  @Test(
    "A default run fits a screen: 60 lines, with ever more warnings, too", arguments: [80, 120])
  func defaultRun(width: Int) {
    var report = DefaultRun.report
    let words = String(repeating: "something was not as it should be, ", count: 4)
    for count in [0, 1, 3, 12] {
      report.record.warnings =
        DefaultRun.report.record.warnings
        + Array(repeating: RunWarning(.busy, text: words), count: count)
      let text = Self.text(report, width)
      #expect(text.count { $0 == "\n" } <= 60, "\(count) more warnings")
      let shown = text.split(separator: "\n").count { $0.contains("warning: something") }
      let told = text.contains("more: see README.md")
      // The run has a warning of its own, and three are shown.
      #expect(shown == min(count, 2) && told == (count > 2), "\(count) more warnings")
    }
    let text = Self.text(DefaultRun.report, width)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Every strategy stands in it, also those that cannot show the first list.
    for name in ["fixed-list", "three-view-pager", "cyclic", "fenwick", "on-demand"] {
      let own = lines.filter {
        ($0.hasPrefix(name + " ") || $0.hasPrefix(name + "°")) && !$0.hasPrefix(name + " (p)")
      }
      #expect(own.count == 1, "\(name)")
    }
    // Published forms that show wrong rows are told of, with a line as far as there is room, else by
    // a mark.
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("in the published form"))
    let wrong = Set(
      DefaultRun.report.groups.flatMap(\.results).filter { $0.isPublished && $0.deviates }
        .map(\.row.cell.strategy))
    #expect(!wrong.isEmpty)
    for name in wrong {
      #expect(lines.contains { $0.hasPrefix(name + "°") || $0.hasPrefix(name + " (p)") }, "\(name)")
    }
  }

  @Test("Published forms have lines where all have room, whatever was found of them; else a mark")
  func published() {
    func text(_ count: Int) -> String {
      let list = """
        name kind asked scroll
        same - - 400
        same(p) - - 405
        wrong - - 400
        wrong(p) - - 390*

        """
      let others = (0..<count).map { "other-\($0) - - 500\n" }.joined()
      return Self.text(.of(KnownList(list + others).groups()), folder: nil)
    }
    let few = text(0)
    #expect(few.contains("\nsame (p)") && few.contains("wrong (p)") && few.contains("390ns*"))
    #expect(few.contains("Wrong rows: wrong in the published form."))
    // Corrected code is there, so nobody is to start with what its post has.
    #expect(few.contains("\n  same  ") && !few.contains("\n  same (p)"))
    let crowded = text(40)
    #expect(
      !crowded.contains("(p)") && crowded.contains("\nwrong° ") && crowded.contains("\nsame "))
    #expect(crowded.replacing("\n", with: " ").contains("°: wrong rows as published (show -s"))
  }

  @Test("The legend and the facts name the rules that results are made by, and what B/row is")
  func rules() {
    let text = Self.text(ChatRun.report, 200)
    #expect(
      text.contains(JudgingRules.time) && text.contains("B/row: bytes that the strategy keeps"))
    let facts = RunView(ChatRun.report).facts.map(\.text)
    #expect(facts.contains(JudgingRules.time) && facts.contains(JudgingRules.interval))
    for number in [JudgingRules.fastestRepetitions, JudgingRules.intervalBlocks] {
      #expect((JudgingRules.time + JudgingRules.interval).contains("\(number)"))
    }
  }

  @Test("Columns stand in one order, as many as fit, whatever the figures; none touches another")
  func columns() throws {
    let order = [
      "offset", "recalc", "scroll", "open", "rotate", "prepend", "jump", "edit", "append",
      "hit-test", "recalc-100", "expand", "endless",
    ]
    var report = DefaultRun.report
    for group in report.groups.indices {
      for place in report.groups[group].results.indices {
        // As wide as figures come.
        for path in [\TimeFigures.timeNs, \.lowNs, \.highNs] {
          report.groups[group].results[place].row.time[keyPath: path]? *= 888.8
        }
      }
    }
    for width in [60, 80, 100, 120, 160, 200] {
      let lines = Self.text(DefaultRun.report, width).split(separator: "\n")
      let header = try #require(lines.first)
      let titles = header.split(separator: " ").map(String.init).filter { order.contains($0) }
      #expect(titles == Array(order.prefix(titles.count)))
      #expect(titles.count >= 2 && Self.text(report, width).hasPrefix(header))
      let legend = lines.drop { !$0.hasPrefix("Time of") }.joined(separator: " ")
      #expect((width < 200) == legend.contains("No room for"))
      // A column begins with a space in every line below its title.
      let rows = Self.text(report, width).split(separator: "\n").dropFirst()
        .prefix { !$0.hasPrefix("Time of") }
        .filter { !$0.contains(": ") && !$0.hasPrefix("On ") && !$0.hasPrefix(" ") }
      for title in titles {
        let end = try #require(header.firstRange(of: title + " ")).lowerBound
        let start = header.distance(from: header.startIndex, to: end) - max(0, 7 - title.count)
        for row in rows where row.count > start {
          #expect(Array(row)[start] == " ", "\(title) in \(row)")
        }
      }
    }
  }

  @Test("No line is wider than the terminal", arguments: [40, 60, 80, 100, 120, 200])
  func width(width: Int) {
    for report in [ChatRun.report, DefaultRun.report] {
      for line in Self.text(report, width).split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test("Another length and another list are shown when they are asked for")
  func others() {
    func text(rows: Int?, heights: String?) -> String {
      RunView(DefaultRun.report, rows: rows, heights: heights)
        .screen(folder: nil, width: 80, style: .plain)
    }
    #expect(text(rows: nil, heights: nil).contains("chat, 1M rows"))
    #expect(text(rows: 1000, heights: nil).contains("chat, 1k rows"))
    #expect(text(rows: 7, heights: "fixed:44").hasPrefix("fixed:44, 1M rows"))
  }

  @Test("When no strategy has a figure, the reasons are all there is")
  func allMissing() {
    #expect(Self.text(.of([]), folder: nil) == "Nothing was measured.\n")
    let none = [
      StrategyResult.absent("a", .wrong(step: 7)),
      .absent("b", .timedOut("a repetition takes 4.0 s")),
    ]
    #expect(
      Self.text(.of([.of("scroll", "chat", 1000, none)]), folder: nil) == """
        Nothing was measured.
        wrong answer in step 7: a.
        timed out: a repetition takes 4.0 s: b.

        """)
    // Beside something with a figure they say so in their cells.
    let some = none + [.measured("c", 400), .absent("d", .unsupported("has no ends"))]
    let lines = Self.text(.of([.of("scroll", "chat", 1000, some)]), folder: nil)
      .split(separator: "\n").map { $0.split(separator: " ") }
    for line in [["a", "wrong"], ["b", "slow"], ["c", "400ns<"]] as [[Substring]] {
      #expect(lines.contains(line))
    }
    #expect(!lines.contains { $0.first == "d" })
  }

  @Test("What was wrong while it was timed has no figure anywhere, and says why in its place")
  func wrongWhileTimed() throws {
    var liar = StrategyResult.measured("liar", 1)
    liar.row.status = .wrong(step: nil)
    let report = RunReport.of([.of("scroll", "chat", 1000, [liar, .measured("right", 400)])])
    let detail = RunView(report).detail(scenario: "scroll", width: 100, style: .plain) ?? ""
    let outputs = [
      Self.text(report), RunView(report).readme, RunView(report).page(), detail,
      try RunView(report).json(of: RunView(report).cells(), folder: "r"),
    ]
    for output in outputs {
      #expect(!output.contains(" 1.0 ns") && !output.contains(" 1.0ns"))
      #expect(!output.contains("\"time_ns\" : 1,"))
      #expect(output.replacing("\n", with: " ").contains("wrong answers while timed"))
    }
    #expect(Self.text(report).contains("\n  right  "))
  }

  @Test("An implausible result has a question mark wherever it is shown, and a line that says so")
  func doubts() {
    var doubted = StrategyResult.measured("a", 400)
    doubted.row.doubts = "had not settled"
    let report = RunReport.of([
      .of("scroll", "chat", 1000, [doubted, .measured("b", 500, ratio: (1.25, 1.2, 1.3))])
    ])
    for text in [Self.text(report), RunView(report).readme] {
      #expect(text.contains(" 400ns?<") && text.contains(" 500ns\n"))
      #expect(text.replacing("\n", with: " ").contains("?: implausible, see column doubts"))
    }
    #expect(RunView(report).page().contains("<b>400 ns?&lt;</b>"))
    #expect(!Self.text(ChatRun.report).contains("?:"))
  }

  @Test("A long path is cut, never the number of rows, and a space stays before the next column")
  func longPath() {
    let path = "text:/home/somebody/lists/of/a/long/name/messages.txt"
    let run = RunReport.of(
      ["offset", "prepend", "recalc"].map { .of($0, path, 91_702, [.measured("fenwick", 400)]) })
    for text in [Self.text(run), Self.text(run, 120), RunView(run).readme] {
      #expect(text.contains("text:….txt, 91,702 rows  offset  recalc prepend\n"), "\(text)")
    }
    let ten = RunReport.of([.of("prepend", path, 10_000, [.measured("fenwick", 400)])])
    #expect(Self.text(ten).hasPrefix("text:/…es.txt, 10k rows prepend\n"))
  }

  @Test("An unfinished run is called one; a list's name cannot break a line")
  func interrupted() {
    var report = RunReport.of([.of("scroll", "file:/a\n\u{1B}[2Jb", 1000, [.measured("a", 400)])])
    report.record.status = .interrupted
    let text = Self.text(report)
    #expect(text.contains("\nRecommendations from an unfinished run\n"))
    #expect(!text.contains("\u{1B}") && !text.contains("\nb"))
  }
}

@Suite("A run's README")
struct RunReadmeTests {
  @Test("The command, the facts, the matrix, recommendations, reliability")
  func whole() { #expect(RunView(ChatRun.report).readme == ChatRun.readme) }

  @Test("No name is taken for markup, in no place; the command can be typed again")
  func escapes() {
    let absent = StrategyResult.absent("b", .unsupported("needs <pages> | more"))
    var report = RunReport.of([
      .of("scroll", "file:/a|b_c`d\ne", 1000, [.measured("my|list", 400), absent])
    ])
    report.record.warnings = [RunWarning(.busy, text: "`chat` | is *cut*")]
    report.record.command = ["bench", "--heights", "file:/a b|`c`.txt", "--note", "x\ny"]
    let text = RunView(report).readme
    #expect(text.hasPrefix("    bench --heights 'file:/a b|`c`.txt' --note $'x\\ny'\n"))
    #expect(text.contains("\n# file:/a\\|b\\_c\\`d e: run of 2026-03-01\n"))
    // Indented text is shown as it is.
    #expect(text.contains("\n    my|list  "))
    #expect(text.contains("\n- `chat` \\| is \\*cut\\*\n"))
    let nothing = RunView(.of([.of("scroll", "chat", 1000, [absent])])).readme
    #expect(nothing.contains("\n- needs \\<pages\\> \\| more: b\n"))
    let empty = RunView(.of([])).readme
    #expect(empty.contains("\n# Nothing measured: run of 2026-03-01\n"))
    #expect(!empty.contains("\n## Rec"))
  }

  @Test("It can be read at a glance: 15 kB at most, no line of the matrix over 114 columns")
  func size() {
    let text = RunView(DefaultRun.report).readme
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
    var report = RunReport.of([])
    (report.record.status, report.record.finished) = (status, nil)
    let text = RunView(report).readme
    #expect(text.contains("\n| status | \(words) |\n"))
    #expect(text.contains("\n| started | 2026-03-01T10:15:00Z |\n"))
  }
}
