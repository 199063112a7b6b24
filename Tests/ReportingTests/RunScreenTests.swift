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
    RunScreen(report, folder: folder, width: width, style: style).text
  }

  @Test("Matrix, what to take away, how sure it is, where the rest is, at 80 columns")
  func narrow() { #expect(Self.text(ChatRun.report) == Golden.chat80) }

  @Test("Colours are all that colour adds")
  func colourOnly() {
    let coloured = Self.text(DefaultRun.report, 100, style: Style(useColour: true))
    var plain = coloured
    for code in ["0", "1", "2", "32", "33", "1;31"] {
      plain = plain.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
    }
    #expect(plain != coloured)
    let lines = plain.split(separator: "\n").map { String($0).trimmedAtEnd }
    #expect(lines == Self.text(DefaultRun.report, 100).split(separator: "\n").map(String.init))
    let chat = Self.text(ChatRun.report, style: Style(useColour: true))
    for part in [
      "\u{1B}[1mchat, 1M rows     recalc  scroll prepend   B/row\u{1B}[0m",
      "\u{1B}[32m 408ns<\u{1B}[0m", "\u{1B}[2m 450ns*\u{1B}[0m", "\u{1B}[2m     . \u{1B}[0m",
      "\u{1B}[1;31m12.3ms \u{1B}[0m", "\u{1B}[1;31m   cut \u{1B}[0m",
      "\u{1B}[33mwarning:\u{1B}[0m the",
    ] { #expect(chat.contains(part), "\(part)") }
  }

  @Test("A default run fits a screen: 60 lines", arguments: [80, 120])
  func defaultRun(width: Int) {
    let text = Self.text(DefaultRun.report, width)
    #expect(text.count { $0 == "\n" } <= 60)
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
    #expect(lines.contains { $0.contains("as published") })
    let wrong = Set(
      DefaultRun.report.groups.flatMap(\.results).filter { $0.isPublished && $0.deviates }
        .map(\.row.cell.strategy))
    #expect(!wrong.isEmpty)
    for name in wrong {
      #expect(lines.contains { $0.hasPrefix(name + "°") || $0.hasPrefix(name + " (p)") }, "\(name)")
    }
  }

  @Test(
    "With ever more warnings it still fits, and tells how many it has not shown",
    arguments: [80, 120])
  func warnings(width: Int) {
    var report = DefaultRun.report
    let words = String(repeating: "something was not as it should be, ", count: 4)
    let warning = RunWarning(.busy, text: words)
    let usual = report.record.warnings
    for count in [1, 3, 12] {
      report.record.warnings = usual + Array(repeating: warning, count: count)
      let text = Self.text(report, width)
      #expect(text.count { $0 == "\n" } <= 60, "\(count) more warnings")
      let shown = text.split(separator: "\n").count { $0.contains("warning: something") }
      let told = text.contains("more: see README.md")
      #expect(shown == count || told && shown > 0, "\(count) more warnings")
    }
    #expect(Self.text(report, width).contains("more: see README.md"))
  }

  @Test("Published forms have lines where all have room, whatever was found of them; else a mark")
  func published() {
    func result(_ id: String, _ ns: Double, _ mode: String, wrong: Int = 0) -> StrategyResult {
      .measured(id, ns, ratio: (ns / 400, ns / 412, ns / 388), mode: mode).wrong(wrong)
    }
    func report(_ count: Int) -> RunReport {
      let others = (0..<count).map { result("other-\($0)", 500, "corrected") }
      return .of([
        .of(
          "scroll", "chat", 1000,
          [
            result("same", 400, "corrected"), result("same", 405, "published"),
            result("wrong", 400, "corrected"), result("wrong", 390, "published", wrong: 40),
          ] + others)
      ])
    }
    let text = Self.text(report(0), folder: nil)
    #expect(text.contains("\nsame (p)") && text.contains("wrong (p)") && text.contains("390ns*"))
    #expect(text.contains("Wrong rows    as published wrong."))
    // Corrected code is there, so nobody is to start with what its post has.
    let start = text.split(separator: "\n").first { $0.contains("Start with") } ?? ""
    #expect(!start.contains("published"))
    let crowded = Self.text(report(40), folder: nil)
    #expect(
      !crowded.contains("(p)") && crowded.contains("\nwrong° ") && crowded.contains("\nsame "))
    #expect(crowded.replacing("\n", with: " ").contains("°: wrong rows as published (show -s"))
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
        for path in [\TimeFigures.medianNs, \.lowNs, \.highNs] {
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
      #expect((width < 200) == lines.contains { $0.contains("No room for") })
      // A column begins with a space in every line below its title.
      let rows = Self.text(report, width).split(separator: "\n").dropFirst().prefix {
        !$0.hasPrefix("Time of")
      }
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
      RunScreen(
        DefaultRun.report, rows: rows, heights: heights, folder: nil, width: 80, style: .plain
      ).text
    }
    #expect(text(rows: nil, heights: nil).contains("chat, 1M rows"))
    #expect(text(rows: 1000, heights: nil).contains("chat, 1k rows"))
    #expect(text(rows: 7, heights: "fixed:44").hasPrefix("fixed:44, 1M rows"))
  }

  @Test("When no strategy has a figure, the reasons are all there is")
  func allMissing() {
    #expect(Self.text(.of([]), folder: nil) == "Nothing was measured.\n")
    let none = StrategyResult.absent("a", .wrong(step: 7))
    let report = RunReport.of([.of("scroll", "chat", 1000, [none, .absent("b", .cut)])])
    #expect(
      Self.text(report, folder: nil) == """
        Nothing was measured.
        wrong answer in step 7: a.
        cut off, far too slow for the time there was: b.

        """)
  }

  @Test("What is wrong or cut says so in its cell")
  func marks() {
    let report = RunReport.of([
      .of(
        "scroll", "chat", 1000,
        [
          .measured("a", 400), .absent("b", .wrong(step: 7)),
          .absent("c", .cut), .absent("d", .unsupported("has no ends")),
        ])
    ])
    let lines = Self.text(report, folder: nil).split(separator: "\n").map {
      $0.split(separator: " ")
    }
    #expect(lines.contains(["a", "400ns<"]))
    #expect(lines.contains(["b", "wrong"]))
    #expect(lines.contains(["c", "cut"]))
    #expect(!lines.contains { $0.first == "d" })
  }

  @Test("What was wrong while it was timed has no figure anywhere, and says why in its place")
  func wrongWhileTimed() throws {
    var liar = StrategyResult.measured("liar", 1)
    liar.row.status = .wrong(step: nil)
    let report = RunReport.of([.of("scroll", "chat", 1000, [liar, .measured("right", 400)])])
    let detail = RunDetail(report, .scenario("scroll"), width: 100, style: .plain).text ?? ""
    let outputs = [
      Self.text(report), RunReadme(report).text, RunPage(report).html, detail,
      try RunTable(report, folder: "r").json(),
    ]
    for output in outputs {
      #expect(!output.contains("1.00 ns") && !output.contains("1.00ns"))
      #expect(!output.contains("\"median_ns\" : 1,"))
      #expect(output.replacing("\n", with: " ").contains("wrong answers while timed"))
    }
    #expect(Self.text(report).contains("Start with    right: "))
  }

  @Test("An unfinished run is called one")
  func interrupted() {
    var report = RunReport.of([
      .of("scroll", "chat", 1000, [.measured("a", 400), .absent("b", .ok)])
    ])
    report.record.status = .interrupted
    #expect(Self.text(report).contains("\nWhat to take away from an unfinished run\n"))
  }

  @Test("What is hard to believe has a question mark wherever it stands, and a line that says so")
  func doubts() {
    var doubted = StrategyResult.measured("a", 400)
    doubted.row.doubts = [.unsettled]
    let report = RunReport.of([
      .of("scroll", "chat", 1000, [doubted, .measured("b", 500, ratio: (1.25, 1.2, 1.3))])
    ])
    for text in [Self.text(report), RunReadme(report).text] {
      #expect(text.contains(" 400ns?<") && text.contains(" 500ns\n"))
      #expect(text.replacing("\n", with: " ").contains("?: hard to believe, see column doubts"))
    }
    #expect(RunPage(report).html.contains("<b>400 ns?&lt;</b>"))
    #expect(!Self.text(ChatRun.report).contains("?:"))
  }

  @Test("Where memory swung during the run, times of what keeps more than 1 MiB have two digits")
  func memory() {
    var report = RunReport.of([
      .of(
        "open", "chat", 1_000_000,
        [
          StrategyResult.measured("tree", 423_456).with(.bytesPerRow, 8),
          StrategyResult.measured("window", 512_345, ratio: (1.2, 1.1, 1.3)).with(.bytesPerRow, 1),
        ])
    ])
    func swing(_ slow: Double) -> String {
      var disturbance = Disturbance()
      (disturbance.bestLastLevelNs, disturbance.lastLevelP90Ns) = (100, slow)
      report.record.disturbance = disturbance
      return Self.text(report, 120)
    }
    let steady = swing(129)
    #expect(steady == Self.text(report, 120) && steady.contains(" 423µs<") && !steady.contains("~"))
    let loud = swing(180)
    #expect(loud.contains("~420µs<") && loud.contains(" 512µs "))
    #expect(loud.contains("its longest is open, 420 µs") || loud.contains("open takes 420 µs"))
    #expect(
      loud.replacing("\n", with: " ").contains(
        "~: keeps more than 1 MiB; memory beyond that swung by 1.80x during the run."))
    let detail = RunDetail(report, .scenario("open"), width: 100, style: .plain).text ?? ""
    #expect(detail.contains("420 µs [411, 440]") && detail.contains("512 µs ["))
    #expect(RunPage(report).html.contains("<b>~420 µs&lt;</b>"))
  }

  @Test("A list's name cannot break a line")
  func hostileName() {
    let report = RunReport.of([.of("scroll", "file:/a\n\u{1B}[2Jb", 1000, [.measured("a", 400)])])
    #expect(!Self.text(report).contains("\u{1B}"))
    #expect(!Self.text(report).contains("\nb"))
  }
}
