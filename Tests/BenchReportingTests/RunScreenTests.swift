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
    let coloured = screen(ChatRun.report, style: Style(useColour: true))
    var plain = coloured
    for code in ["0", "1", "2", "32", "33", "1;31"] { plain.replace("\u{1B}[\(code)m", with: "") }
    let lines = plain.split(separator: "\n").map { String($0).trimmedAtEnd }
    #expect(lines == screen(ChatRun.report).split(separator: "\n").map(String.init))
    for part in [
      "\u{1B}[1mchat, 1M rows\u{1B}[0m", "\u{1B}[32m 410ns<\u{1B}[0m",
      "\u{1B}[2m 450ns*\u{1B}[0m", "\u{1B}[1;31m   slow \u{1B}[0m",
      "\u{1B}[33mwarning:\u{1B}[0m the",
    ] { #expect(coloured.contains(part), "\(part)") }
  }

  @Test(
    "The summary of a default run fits on 45 lines, or on 60 with many warnings",
    arguments: [80, 120])
  func defaultRun(width: Int) {
    var report = DefaultRun.report
    let long = String(repeating: "the machine was busy, close other programs, ", count: 3)
    for count in [0, 3] {
      report.record.warnings += Array(repeating: RunWarning(.busy, text: long), count: count)
      let text = screen(report, width)
      #expect(text.count { $0 == "\n" } <= (count == 0 ? 45 : 60), "\(count) more warnings")
      let shown = text.split(separator: "\n").count { $0.contains("warning: the machine") }
      // At most three warnings are shown, and the run already has one.
      #expect(shown == min(count, 2) && text.contains("1 more in README.md") == (count > 2))
    }
  }

  @Test("Published code gets its own rows if there is enough space, and a mark otherwise")
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
    #expect(few.contains("\n  same  ") && !few.contains("\n  same (p)"))
    let crowded = try #require((0..<40).lazy.map(text).first { !$0.contains("(p)") })
    #expect(
      crowded.contains("\nwrong° ") && crowded.contains("\nsame ") && crowded.contains("other-9"))
    #expect(unwrapped(crowded).contains("°: the published code shows wrong rows."))
  }

  @Test("The legend explains exactly the marks that occur in the table")
  func legend() {
    let implausible = StrategyResult.measured("implausible", 500).with(.work(.rowsScanned), 1e5)
    let results: [StrategyResult] = [
      .measured("a", 400), implausible, .measured("w", 410).wrong(9),
      .absent("t", .timedOut("slow")), .absent("x", .wrong(step: 7)),
      .measured("window", 100, descriptor: .of("window", "w")),
    ]
    let more = [StrategyResult.absent("a", .unsupported("no")), .measured("f", 400)]
    let text = unwrapped(
      screen(.of([.of("offset", "chat", 10, results), .of("scroll", "chat", 10, more)]), 200))
    for mark in [
      "<: fastest", ".: not", "slow: timed out", "wrong: failed", "*: shows", "?: cannot be true",
      "†: knows only", "offset: find the y position of", Repetitions.timeRule, "500ns? ",
    ] { #expect(text.contains(mark), "\(mark)") }
    let plain = unwrapped(screen(.of([.of("scroll", "chat", 10, [.measured("a", 400)])]), 200))
    for mark in [".:", "slow:", "wrong:", "*:", "?:", "†:", "°:", "(p):", "B/row:", "recalc:"] {
      #expect(!plain.contains(mark), "\(mark)")
    }
  }

  @Test(
    "The summary shows as many columns as fit, always in the same order", arguments: [40, 80, 120])
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

  @Test(
    "The time to write a report grows linearly with the number of strategies",
    .timeLimit(.minutes(1)))
  func manyStrategies() throws {
    // With this many strategies, a quadratic algorithm would take minutes.
    let names = (0..<1000).map { "reload-window:window=\($0)" }
    let groups = ["offset", "scroll"].map { scenario in
      GroupReport.of(
        scenario, "fixed:44", 1000,
        names.enumerated().map { place, name in
          .measured(name, 100 + Double(place), descriptor: .of(name, "w"))
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
    for text in [screen(run), run.readme] {
      #expect(text.contains("text:…s.txt, 91,702 rows  offset"), "\(text)")
    }
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
  func whole() {
    let text = ChatRun.report.readme
    for part in [
      "    bench --strategy all\n\n# chat: run of 2026-03-01\n",
      "\n| compiler | Swift 6.3.1, -O |\n", "\n| status | complete |\n",
      "\n| started | 2026-03-01T10:15:00Z, took 1 min 00 s |\n",
      "\n## Times of the longest lists\n\n    "
        + ChatRun.matrix.joined(separator: "\n    ") + "\n\nTimes: ",
      """
      ## Recommendation

      | strategy | slowest operation | of a 120 Hz frame | at 30 µs a height | prefer it when |
      | --- | --- | --- | --- | --- |
      | blocked-sums | prepend 1.2 µs | \\<0.1 % | - | exact scroll bar, jumps: all heights are known |

      - Ranked by
      """, "\n## Reliability\n\n- The run has no A/A control",
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

  @Test("The README's tables are at most 114 columns wide and have a row for every strategy")
  func size() {
    let matrix = DefaultRun.report.readme.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(matrix.count > 20 && matrix.allSatisfy { $0.count <= 114 })
    // `fixed-list` can't lay out the first list.
    for name in ["fixed-list", "cyclic", "fenwick", "on-demand"] {
      #expect(matrix.contains { $0.hasPrefix("    \(name) ") }, "\(name)")
    }
  }

}

@Suite("Instruction count reports")
struct CountReportTests {
  @Test("Strategies that show incorrect rows are marked and come last in count tables")
  func wrong() throws {
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
    let warning = RunWarning(
      ruledOut: report.groups[0].results.map(\.row), repeatedBy: { _ in "bench run" })
    report.record.warnings = [try #require(warning)]

    let one = try #require(report.counts(of: "offset", width: 160, style: .plain))
    for text in [report.counts(width: 160, style: .plain), one, report.readme, report.page()] {
      #expect(text.contains(/\nliar +10(\.0)?\*/) && text.contains(/\nbroken +wrong/), "\(text)")
      #expect(text.contains("*: shows wrong rows."))
      #expect(text.contains("Warning: no result for broken (corrected) in offset, chat, 1000 rows"))
    }
    #expect(report.readme.contains("Instructions per operation"))
    let names = one.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.dropFirst(2).prefix(4) == ["adaptive", "fenwick", "liar", "broken"])
  }
}
