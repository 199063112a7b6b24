import BenchBasics
import BenchMeasuring
import Testing

@testable import BenchReporting
@testable import BenchRuns

private func screen(
  _ report: RunReport, _ width: Int = 80, style: Style = .plain, folder: String? = "results/run"
) -> String {
  report.screen(folder: folder, width: width, style: style)
}

/// Puts the text on one line, so that wrapping doesn't matter.
private func unwrapped(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

@Suite("A run's summary on the terminal")
struct RunScreenTests {
  @Test("The summary fits into 80 columns")
  func narrow() {
    #expect(screen(ChatRun.report, folder: "results/runs/20260301T101500Z") == ChatRun.screen)
  }

  @Test("Colours are the only difference between coloured and plain output")
  func colourOnly() {
    let coloured = screen(DefaultRun.report, 100, style: Style(useColour: true))
    var plain = coloured
    for code in ["0", "1", "2", "32", "33", "1;31"] {
      plain.replace("\u{1B}[\(code)m", with: "")
    }
    #expect(plain != coloured)
    let lines = plain.split(separator: "\n").map { String($0).trimmedAtEnd }
    #expect(lines == screen(DefaultRun.report, 100).split(separator: "\n").map(String.init))
    let chat = screen(ChatRun.report, style: Style(useColour: true))
    for part in [
      "\u{1B}[1mchat, 1M rows\u{1B}[0m", "\u{1B}[32m 410ns<\u{1B}[0m",
      "\u{1B}[2m 450ns*\u{1B}[0m", "\u{1B}[2m      . \u{1B}[0m", "\u{1B}[1;31m  12ms \u{1B}[0m",
      "\u{1B}[1;31m   slow \u{1B}[0m", "\u{1B}[33mwarning:\u{1B}[0m the",
    ] { #expect(chat.contains(part), "\(part)") }
  }

  @Test(
    "The summary of a default run fits on 45 lines, or on 60 with many warnings",
    arguments: [80, 120])
  func defaultRun(width: Int) {
    var report = DefaultRun.report
    let long = String(repeating: "the machine was busy, close other programs, ", count: 3)
    for count in [0, 1, 3, 12] {
      report.record.warnings =
        DefaultRun.report.record.warnings
        + Array(repeating: RunWarning(.busy, text: long), count: count)
      let text = screen(report, width)
      #expect(text.count { $0 == "\n" } <= (count == 0 ? 45 : 60), "\(count) more warnings")
      let shown = text.split(separator: "\n").count { $0.contains("warning: the machine") }
      // At most three warnings are shown, and the run already has one.
      #expect(shown == min(count, 2) && text.contains("more in README.md") == (count > 2))
    }
    let lines = DefaultRun.report.readme.split(separator: "\n").map { $0.drop { $0 == " " } }
    // Strategies that can't lay out the first list get a row too.
    for name in ["fixed-list", "three-view-pager", "cyclic", "fenwick", "on-demand"] {
      let own = lines.filter { $0.hasPrefix(name + " ") || $0.hasPrefix(name + "°") }
      #expect(own.count { !$0.hasPrefix(name + " (p)") } == 1, "\(name)")
    }
  }

  @Test("Published code gets its own rows if they fit and a mark otherwise")
  func published() throws {
    func text(_ count: Int) -> String {
      let list = """
        name kind asked scroll
        same - - 400
        same(p) - - 405
        wrong - - 400
        wrong(p) - - 390*

        """
      let others = (0..<count).map { "other-\($0) - - 500\n" }.joined()
      return screen(.of(KnownList(list + others).groups()), folder: nil)
    }
    let few = text(0)
    #expect(few.contains("\nsame (p)") && few.contains("wrong (p)") && few.contains("390ns*"))
    #expect(
      unwrapped(few).contains(
        "Not recommended, because they show wrong rows: wrong as published."))
    #expect(few.contains("\n  same  ") && !few.contains("\n  same (p)"))
    let crowded = try #require((0..<40).lazy.map(text).first { !$0.contains("(p)") })
    #expect(
      crowded.contains("\nwrong° ") && crowded.contains("\nsame ") && crowded.contains("other-9"))
    #expect(unwrapped(crowded).contains("°: the published code shows wrong rows."))
  }

  @Test("The legend explains exactly the marks that occur in the table")
  func legend() {
    let implausible = StrategyResult.measured("implausible", 500).with(.work(.rowsScanned), 1e4)
    let results: [StrategyResult] = [
      .measured("a", 400), implausible, .measured("w", 410).wrong(9),
      .absent("t", .timedOut("slow")), .absent("x", .wrong(step: 7)),
      .measured("window", 100, descriptor: .of("window", "w")),
    ]
    let more = [StrategyResult.absent("a", .unsupported("no")), .measured("f", 400)]
    let text = unwrapped(
      screen(.of([.of("offset", "chat", 10, results), .of("scroll", "chat", 10, more)]), 200))
    for mark in [
      "<: fastest", ".: not", "slow: timed out", "wrong: failed",
      "*: shows", "?: cannot be true", "†: knows only", "offset: find the y position of",
      Repetitions.timeRule, "500ns? ",
    ] { #expect(text.contains(mark), "\(mark)") }
    let plain = unwrapped(screen(.of([.of("scroll", "chat", 10, [.measured("a", 400)])]), 200))
    for mark in [".:", "slow:", "wrong:", "*:", "?:", "†:", "°:", "(p):", "B/row:", "recalc:"] {
      #expect(!plain.contains(mark), "\(mark)")
    }
  }

  @Test(
    "The summary shows as many columns as fit, always in the same order",
    arguments: [40, 60, 80, 100, 120, 200])
  func columns(width: Int) throws {
    let order = ["offset", "recalc", "scroll", "open", "rotate", "prepend", "jump", "edit"]
    for report in [ChatRun.report, DefaultRun.report] {
      for line in screen(report, width).split(separator: "\n") {
        #expect(String(line).columns <= width && line.last != " ", "\(line)")
      }
    }
    guard width > 40 else { return }
    let text = screen(DefaultRun.report, width)
    let header = try #require(text.split(separator: "\n").first)
    let titles = header.split(separator: " ").map(String.init).filter { order.contains($0) }
    #expect(titles == Array(order.prefix(titles.count)) && titles.count >= 2)
    #expect(header.hasSuffix("B/row"))
    #expect((titles.count < order.count) == unwrapped(text).contains("Not shown:"))
  }

  @Test(
    "The summary can show another list or list length",
    arguments: [(1000, nil, "chat, 1k rows"), (7, "fixed:44", "fixed:44, 1M rows")])
  func others(rows: Int?, heights: String?, start: String) {
    var report = DefaultRun.report
    (report.rows, report.heights) = (rows, heights.map { ExactText($0) })
    #expect(screen(report).hasPrefix(start))
  }

  @Test("Reports take linear time in the number of strategies", .timeLimit(.minutes(1)))
  func manyStrategies() throws {
    // At this size, quadratic time would take minutes.
    let names = (0..<1000).map { "reload-window:window=\($0)" }
    let groups = ["offset", "scroll"].map { scenario in
      GroupReport.of(
        scenario, "fixed:44", 1000,
        names.enumerated().map { place, name in
          .measured(
            name, 100 + Double(place),
            descriptor: .of(name, "w"))
        })
    }
    let report = RunReport.of(groups)
    #expect(screen(report).contains(names[0]) && report.readme.contains(names[999]))
    #expect(report.page().contains(names[999]))
    #expect(try report.json(of: report.cells(), folder: "run").contains(names[999]))
  }

  @Test("If nothing was measured, the summary explains why")
  func allMissing() {
    #expect(screen(.of([]), folder: nil) == "Nothing was measured.\n")
    let none = [
      StrategyResult.absent("a", .wrong(step: 7)),
      .absent("b", .timedOut("a repetition takes 4.0 s")),
    ]
    let nothing = RunReport.of([.of("scroll", "chat", 1000, none)])
    #expect(
      screen(nothing, folder: nil) == """
        Nothing was measured.
        wrong answer in step 7: a.
        timed out: a repetition takes 4.0 s: b.

        """)
    #expect(nothing.recommendations.isEmpty && nothing.findings.isEmpty)
    let some = none + [.measured("c", 400), .absent("d", .unsupported("is circular"))]
    let lines = screen(.of([.of("scroll", "chat", 1000, some)]), folder: nil)
      .split(separator: "\n").map { $0.split(separator: " ") }
    for line in [["a", "wrong"], ["b", "slow"], ["c", "400ns<"]] as [[Substring]] {
      #expect(lines.contains(line))
    }
    #expect(!lines.contains { $0.first == "d" })
  }

  @Test("A strategy that failed during timing is reported with the reason and without a time")
  func wrongWhileTimed() throws {
    var liar = StrategyResult.measured("liar", 1)
    liar.row.status = .wrong(step: nil)
    let report = RunReport.of([.of("scroll", "chat", 1000, [liar, .measured("right", 400)])])
    let detail = report.detail(scenario: "scroll", width: 100, style: .plain) ?? ""
    let outputs = [
      screen(report), report.readme, report.page(), detail,
      try report.json(of: report.cells(), folder: "r"),
    ]
    for output in outputs {
      #expect(!output.contains(" 1.0 ns") && !output.contains(" 1.0ns"))
      #expect(!output.contains("\"time_ns\" : 1,"))
      #expect(unwrapped(output).contains("wrong answers while timed"))
    }
    #expect(screen(report).contains("\n  right  "))
  }

  @Test("The title shortens a long path, but not the number of rows")
  func longPath() {
    let path = "text:/home/somebody/lists/of/a/long/name/messages.txt"
    let run = RunReport.of(
      ["offset", "prepend", "recalc"].map { .of($0, path, 91_702, [.measured("fenwick", 400)]) })
    for text in [screen(run), screen(run, 120), run.readme] {
      #expect(text.contains("text:…s.txt, 91,702 rows  offset"), "\(text)")
    }
    let ten = RunReport.of([.of("prepend", path, 10_000, [.measured("fenwick", 400)])])
    #expect(screen(ten).hasPrefix("text:/h…es.txt, 10k rows  prepend\n"), "\(screen(ten))")
  }

  @Test("An unfinished run's summary says that the run is unfinished")
  func interrupted() {
    var report = RunReport.of([.of("scroll", "file:/a\n\u{1B}[2Jb", 1000, [.measured("a", 400)])])
    report.record.status = .interrupted
    let text = screen(report)
    #expect(text.contains("\nRecommendation from an unfinished run\n"))
    #expect(!text.contains("\u{1B}") && !text.contains("\nb"))
  }
}

@Suite("A run's README")
struct RunReadmeTests {
  @Test("The README shows the same results as the terminal, plus the command and the machine")
  func whole() { #expect(ChatRun.report.readme == ChatRun.readme) }

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

  @Test("The README stays below 15 kB and 114 columns")
  func size() {
    let text = DefaultRun.report.readme
    #expect(text.utf8.count <= 15_000)
    let matrix = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(matrix.count > 20 && matrix.allSatisfy { $0.count <= 114 })
  }

  @Test(
    "The README states whether the run is complete",
    arguments: [
      (RunStatus.interrupted, "interrupted, with partial results"),
      (.incomplete, "incomplete, because it is still running or was killed"),
    ])
  func status(status: RunStatus, description: String) {
    var report = RunReport.of([])
    (report.record.status, report.record.finished) = (status, nil)
    let text = report.readme
    #expect(text.contains("\n| status | \(description) |\n"))
    #expect(text.contains("\n| started | 2026-03-01T10:15:00Z |\n"))
  }
}

@Suite("Instruction count reports")
struct CountReportTests {
  /// Of three counted strategies, one shows incorrect rows. A fourth failed verification.
  private static let report: RunReport = {
    func counted(_ id: String, _ instructions: Double, wrong: Int = 0) -> StrategyResult {
      var result = StrategyResult.measured(id, 1).wrong(wrong)
      for counter in Counter.simulated { result.row.counters[counter] = 1 }
      result.row.counters[.instructions] = instructions
      return result
    }
    let results = [
      counted("fenwick", 40), counted("adaptive", 30), counted("liar", 10, wrong: 7),
      StrategyResult.absent("broken", .wrong(step: 3)),
    ]
    var report = RunReport.of([.of("offset", "chat", 1000, results)])
    report.record.simulation = .init(tool: "valgrind-3.19.0", model: "48k,2M")
    if let warning = RunWarning(
      ruledOut: report.groups[0].results.map(\.row), repeatedBy: { _ in "bench run" })
    {
      report.record.warnings = [warning]
    }
    return report
  }()

  /// Maps the first word of each line to the second, which is a strategy's first number.
  private static func cells(_ text: String) -> [String: String] {
    let words = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(words.filter { $0.count > 1 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  @Test("Strategies that show incorrect rows are marked and come last in count tables")
  func wrong() throws {
    let report = Self.report
    let whole = report.counts(width: 160, style: .plain)
    let one = try #require(report.counts(of: "offset", width: 160, style: .plain))
    for text in [whole, one, report.readme] {
      let cells = Self.cells(text)
      #expect(["10.0*", "10*"].contains(cells["liar"]) && cells["broken"] == "wrong", "\(text)")
      #expect(text.contains("*: shows wrong rows."))
      #expect(text.contains("Warning: no result for broken (corrected) in offset, chat, 1000 rows"))
    }
    #expect(whole.contains("Instructions per operation"))
    let names = one.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.dropFirst(2).prefix(4) == ["adaptive", "fenwick", "liar", "broken"])
    let page = report.page()
    for cell in ["<td>10.0*</td>", "<td>wrong</td>", #"<td class="h1">30.0</td>"#] {
      #expect(page.contains(cell))
    }
  }
}
