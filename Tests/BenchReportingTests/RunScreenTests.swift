import BenchBasics
import BenchMeasuring
import Testing

@testable import BenchReporting
@testable import BenchRuns

/// Puts the text on one line, so that wrapping doesn't matter.
private func unwrapped(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// A small run with statistical ties, wrong rows, a timeout and an unsupported operation.
private enum ChatRun {
  static let report: RunReport = {
    let list: KnownList = """
      name kind asked scroll recalc prepend
      floor - - 8.2 9.1 10
      blocked-sums - - 402 408 1230
      fenwick - - 405 5230 48100
      estimated - - 450* 495 900
      reload-window(p) - - 812 940 -
      fixed-list - - - - -
      all-heights e - 455 12.3e6 cut
      """
    var report = RunReport.of(
      [1000, 1_000_000].flatMap { list.groups(heights: "chat", rows: $0) })
    report.record.warnings = [
      RunWarning(.busy, text: "the load average was 2.31 when the run began")
    ]
    let bytes = ["blocked-sums": 8.52, "fenwick": 16, "estimated": 12]
    return report.editing { $0.row.counters[.bytesPerRow] = bytes[$0.id] }
  }()

  static let screen = """
    chat, 1M rows      recalc  scroll  prepend  B/row
    Exact offsets: needs all heights when the list opens and when it rotates
    blocked-sums        410ns<  400ns<   1.2µs   8.52
    fenwick             5.2µs   410ns<    48µs     16
    estimated           500ns   450ns*   900ns<    12
    reload-window (p)   940ns   810ns        .
    all-heights          12ms   460ns     slow
    Times: second fastest repetition of 24. <: fastest, or tied with it. .: not
    supported. slow: timed out. *: shows wrong rows. (p): published code, not ranked
    beside its corrected form. B/row: bytes of memory kept per row. recalc: change a
    row, then answer an offset query and a hit test, and lay out a frame.

    Recommendation
      strategy      slowest         at 30 µs  prefer it when
                    operation       a height
      blocked-sums  prepend 1.2 µs  -         exact scroll bar, jumps: all heights
                                              are known
      Slower than a 120 Hz frame (8.3 ms): all-heights (recalc).
      Not recommended, because they show wrong rows: estimated (scroll 9.0 %).

    Reliability
      The run has no A/A control, so its resolution is unknown.
      warning: the load average was 2.31 when the run began

    Files results/run: summary.csv, run.json
    Lists of 1k rows: bench show results/run --rows 1000

    """

  static let matrix = screen.split(separator: "\n").prefix(7)
}

@Suite("A run's summary on the terminal")
struct RunScreenTests {
  @Test("The summary fits into 80 columns")
  func narrow() {
    #expect(ChatRun.report.screen() == ChatRun.screen)
  }

  @Test("Colours are the only difference between coloured and plain output")
  func colourOnly() {
    let coloured = ChatRun.report.screen(style: Style(useColour: true))
    let plain = coloured.replacing(/\u{1B}\[[0-9;]+m/, with: "")
    let lines = plain.split(separator: "\n").map { String($0).trimmedAtEnd }
    #expect(lines == ChatRun.report.screen().split(separator: "\n").map(String.init))
    for part in [
      "\u{1B}[1mchat, 1M rows\u{1B}[0m", "\u{1B}[32m 410ns<\u{1B}[0m",
      "\u{1B}[2m 450ns*\u{1B}[0m", "\u{1B}[1;31m   slow \u{1B}[0m",
      "\u{1B}[33mwarning:\u{1B}[0m the",
    ] { #expect(coloured.contains(part), "\(part)") }
  }

  @Test(
    "The summary of a default run fits the width and 45 lines, or 60 lines with many warnings",
    arguments: [40, 80, 120])
  func defaultRun(width: Int) throws {
    var report = DefaultRun.report
    for line in report.screen(width: width).split(separator: "\n") {
      #expect(String(line).columns <= width && line.last != " ", "\(line)")
    }
    guard width > 40 else { return }
    let order = ["offset", "recalc", "scroll", "open", "rotate", "prepend", "jump", "edit"]
    let header = try #require(report.screen(width: width).split(separator: "\n").first)
    let titles = header.split(separator: " ").map(String.init).filter { order.contains($0) }
    #expect(titles == Array(order.prefix(titles.count)) && titles.count >= 2)
    #expect(header.hasSuffix("B/row"))
    let isCut = titles.count < order.count
    #expect(isCut == unwrapped(report.screen(width: width)).contains("Not shown:"))
    let long = String(repeating: "the machine was busy, close other programs, ", count: 3)
    for count in [0, 3] {
      report.record.warnings += Array(repeating: RunWarning(.busy, text: long), count: count)
      let text = report.screen(width: width)
      #expect(text.count { $0 == "\n" } <= (count == 0 ? 45 : 60), "\(count) more warnings")
      let shown = text.split(separator: "\n").count { $0.contains("warning: the machine") }
      // At most three warnings are shown, and the run already has one.
      #expect(shown == min(count, 2) && text.contains("1 more in README.md") == (count > 2))
    }
  }

  @Test("Published code gets its own rows if there is enough space, and a mark otherwise")
  func published() throws {
    func text(_ others: Int) -> String {
      let list = """
        name kind asked scroll
        same - - 400
        same(p) - - 405
        wrong - - 400
        wrong(p) - - 390*

        """
      let rest = (0..<others).map { "other-\($0) - - 500\n" }.joined()
      return RunReport.of(KnownList(list + rest).groups()).screen()
    }
    let few = text(0)
    #expect(few.contains("\nsame (p)") && few.contains("wrong (p)") && few.contains("390ns*"))
    #expect(few.contains("\n  same  ") && !few.contains("\n  same (p)"))
    let crowded = try #require((0..<40).lazy.map(text).first { !$0.contains("(p)") })
    #expect(
      crowded.contains("\nwrong° ") && crowded.contains("\nsame ") && crowded.contains("other-9"))
    #expect(unwrapped(crowded).contains("°: the published code shows wrong rows."))
  }

  @Test("The legend explains the marks of rare results")
  func legend() {
    let implausible = StrategyResult.measured("implausible", 500).with(.work(.rowsScanned), 1e5)
    let results: [StrategyResult] = [
      .measured("a", 400), implausible, .absent("x", .wrong(step: 7)),
      .measured("window", 100, descriptor: .of("window", "w")),
    ]
    let text = unwrapped(
      RunReport.of([.of("offset", "chat", 10, results)]).screen(width: 200))
    for mark in [
      "wrong: failed", "?: cannot be true", "†: knows only", "offset: find the y position of",
      "500ns? ",
    ] { #expect(text.contains(mark), "\(mark)") }
  }

  @Test(
    "The time to write a report grows linearly with the number of strategies",
    .timeLimit(.minutes(1)))
  func manyStrategies() throws {
    // With this many strategies, a quadratic algorithm would take minutes.
    let names = (0..<1000).map { "reload-window:window=\($0)" }
    let list = KnownList(
      "name kind asked offset scroll\n" + names.map { "\($0) w - 100 100\n" }.joined())
    let report = RunReport.of(list.groups())
    #expect(report.screen().contains(names[0]) && report.readme.contains(names[999]))
    #expect(report.page().contains(names[999]))
    #expect(try report.json(of: report.cells(), folder: "run").contains(names[999]))
  }

  @Test("If nothing was measured, the summary explains why")
  func allMissing() {
    #expect(RunReport.of([]).screen() == "Nothing was measured.\n")
    let nothing = RunReport.of(KnownList("name kind asked scroll\na - - cut\nb - - -").groups())
    #expect(
      nothing.screen()
        == "Nothing was measured.\ntimed out: slow: a.\ncannot: b.\n")
    #expect(nothing.page().contains("<p>Nothing was measured.</p>"))
  }

  @Test("A strategy that failed during timing is reported with the reason and without a time")
  func wrongWhileTimed() throws {
    var liar = StrategyResult.measured("liar", 1)
    liar.row.status = .wrong(step: nil)
    let report = RunReport.of([.of("scroll", "chat", 1000, [liar, .measured("right", 400)])])
    let detail = report.detail(scenario: "scroll", width: 100, style: .plain) ?? ""
    let outputs = [
      report.screen(), report.readme, report.page(), detail,
      try report.json(of: report.cells(), folder: "r"),
    ]
    for output in outputs {
      #expect(!output.contains(" 1.0 ns") && !output.contains(" 1.0ns"))
      #expect(!output.contains("\"time_ns\" : 1,"))
      #expect(unwrapped(output).contains("wrong answers while timed"))
    }
    #expect(report.screen().contains("\n  right  "))
  }

  @Test("The title names the selected list and shortens a long path, but not the number of rows")
  func titles() {
    var report = DefaultRun.report
    report.rows = 1000
    #expect(report.screen().hasPrefix("chat, 1k rows"))
    // No list has seven rows, so the longest one is shown.
    (report.rows, report.heights) = (7, "fixed:44")
    #expect(report.screen().hasPrefix("fixed:44, 1M rows"))
    let path = "text:/home/somebody/lists/of/a/long/name/messages.txt"
    let run = RunReport.of(
      ["offset", "prepend", "recalc"].map { .of($0, path, 91_702, [.measured("fenwick", 400)]) })
    for text in [run.screen(), run.readme] {
      #expect(text.contains("text:…s.txt, 91,702 rows  offset"), "\(text)")
    }
  }

  @Test("An unfinished run's summary says that the run is unfinished")
  func interrupted() {
    var report = RunReport.of([.of("scroll", "file:/a\n\u{1B}[2Jb", 1000, [.measured("a", 400)])])
    report.record.status = .interrupted
    let text = report.screen()
    #expect(text.contains("\nRecommendation from an unfinished run\n"))
    #expect(!text.contains("\u{1B}") && !text.contains("\nb"))
  }
}

@Suite("A run's README")
struct RunReadmeTests {
  @Test("The README shows the same results as the terminal, plus the command and the machine")
  func whole() {
    let text = ChatRun.report.readme
    for part in [
      "    bench --strategy all\n\n# chat: run of 2026-03-01\n",
      "\n| compiler | Swift 6.3.1, -O |\n", "\n| status | complete |\n",
      "\n| started | 2026-03-01T10:15:00Z, took 1 min 00 s |\n",
      "\n## Times of the longest lists\n\n    "
        + ChatRun.matrix.joined(separator: "\n    ") + "\n\nTimes: ",
      "\n## Recommendation\n\n| strategy | slowest operation |",
      "| \\<0.1 % | - | exact scroll bar, ",
      "\n\n- Ranked by", "\n## Reliability\n\n- The run has no A/A control",
      "\n## Warnings\n\n- the load average was 2.31", "\n## Files\n",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test("The README escapes names, and its command can be pasted into a shell")
  func escapes() {
    let absent = StrategyResult.absent("b", .unsupported("needs <pages> | more"))
    var report = RunReport.of([
      .of("scroll", "file:/a|b_c`d\ne", 1000, [.measured("my|list", 400), absent])
    ])
    report.record.warnings = [RunWarning(.busy, text: "`chat` | is *slow*")]
    report.record.command = ["bench", "--heights", "file:/a b|`c`.txt", "--note", "x\ny"]
    let text = report.readme
    #expect(text.hasPrefix("    bench --heights 'file:/a b|`c`.txt' --note $'x\\ny'\n"))
    for part in [
      "\n# file:/a\\|b\\_c\\`d e: run of 2026-03-01\n", "\n- `chat` \\| is \\*slow\\*\n",
      // Markdown doesn't interpret special characters in indented text.
      "\n    my|list  ",
    ] { #expect(text.contains(part), "\(part)") }
    let nothing = RunReport.of([.of("scroll", "chat", 1000, [absent])]).readme
    #expect(nothing.contains("\n- needs \\<pages\\> \\| more: b\n"))
    let empty = RunReport.of([]).readme
    #expect(empty.contains("\n# Nothing measured: run of 2026-03-01\n"))
    #expect(!empty.contains("\n## Rec"))
  }
}
