import Recording
import Testing

@testable import Reporting

@Suite("A run on a terminal")
struct RunTableTests {
  private static let folder = "results/runs/20260301T101500Z"

  private static func text(
    _ report: RunReport, _ width: Int = 80, style: Style = .plain, mostLines: Int = 100
  ) -> String {
    RunTable(report, folder: nil, width: width, style: style, mostLines: mostLines).text
  }

  @Test("Rankings, costs, floor, deviations, warnings, summary, files, at 80 columns")
  func narrow() {
    let table = RunTable(ChatRun.report, folder: Self.folder, width: 80, style: .plain)
    #expect(table.text == Golden.chat80)
  }

  @Test("The same at 120 columns")
  func wide() {
    let table = RunTable(ChatRun.report, folder: Self.folder, width: 120, style: .plain)
    #expect(table.text == Golden.chat120)
  }

  @Test("The same in colour")
  func colour() {
    let style = Style(useColour: true)
    let table = RunTable(ChatRun.report, folder: Self.folder, width: 80, style: style)
    #expect(table.text == Golden.chatInColour)
  }

  @Test("Colours are all that colour adds")
  func colourOnly() {
    let coloured = Self.text(DefaultRun.report, 100, style: Style(useColour: true))
    var plain = coloured
    for code in ["0", "1", "2", "32", "33", "1;31"] {
      plain = plain.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
    }
    #expect(plain != coloured)
    #expect(plain == Self.text(DefaultRun.report, 100))
  }

  @Test("Where there are too many lines, each ranking gets one")
  func short() {
    let table = RunTable(
      ChatRun.report, folder: Self.folder, width: 80, style: .plain, mostLines: 0)
    #expect(table.text == Golden.chatShort)
  }

  @Test("A default run has a line for each ranking", arguments: [(80, 135), (120, 115)])
  func defaultRun(width: Int, most: Int) {
    let lines = Self.text(DefaultRun.report, width).split(separator: "\n")
    #expect(lines.count <= most)
    for scenario in ScenarioFacts.all {
      let rankings = lines.filter { $0.hasPrefix(scenario.id + " ") }
      #expect(rankings.count == 3)
      // There is room for the runner-up at least.
      #expect(rankings.allSatisfy { $0.contains(/\] +(~ )?[a-z]/) }, "\(rankings)")
    }
    #expect(lines.count { $0.hasPrefix("prefix-array") && $0.contains("828x, not") } == 1)
  }

  @Test(
    "The more lines are allowed, the more is shown, up to every interval", arguments: [80, 120])
  func details(width: Int) {
    let allowed = [0, 150, 200, 300, Int.max]
    let texts = allowed.map { Self.text(DefaultRun.report, width, mostLines: $0) }
    for (fewer, more) in zip(texts, texts.dropFirst()) { #expect(fewer.count <= more.count) }
    for (text, most) in zip(texts, allowed) where most >= 200 {
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= most)
    }
    #expect(texts[4].replacing("\n", with: " ").contains("take [interval]"))
    #expect(!texts[4].contains("…"))
  }

  @Test(
    "No line is wider than the terminal", arguments: [40, 60, 80, 100, 120, 200], [0, Int.max])
  func width(width: Int, mostLines: Int) {
    for report in [ChatRun.report, DefaultRun.report] {
      for line in Self.text(report, width, mostLines: mostLines).split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test("Too few rounds: no interval, no tie, and the reader is told")
  func noIntervals() {
    let results = [
      StrategyResult.measured("fenwick", 412).withoutIntervals,
      .measured("blocked-sums", 1023, ratio: (2.48, 2, 3)).withoutIntervals,
    ]
    let report = RunReport.of([.of("scroll", "chat", 500, results)])
    #expect(
      Self.text(report) == """
        The fastest with its median time per operation, warm caches [95 % interval],
        then how many times as long the others take [interval]. ?: too few repetitions
        to be sure.

        chat, 500 rows
        scroll     fenwick 412 ns [?]; blocked-sums 2.48x [?]

        Summary
        chat, 500 rows
          scroll: fenwick (412 ns per frame).
          All fit a 120 Hz frame (8.33 ms): the slowest, blocked-sums in scroll, takes
            <0.1 % of it.

        """)
    #expect(Self.text(report, mostLines: 0).contains("412 ns [?]  blocked-sums 2.48x?\n"))
  }

  @Test("A single strategy has nobody to be compared with")
  func oneStrategy() {
    let report = RunReport.of([.of("scroll", "chat", 1, [.measured("fenwick", 412)])])
    #expect(
      Self.text(report) == """
        The fastest with its median time per operation, warm caches [95 % interval],
        then how many times as long the others take [interval].

        chat, 1 row
        scroll     fenwick 412 ns [400, 428]

        Summary
        chat, 1 row
          scroll: fenwick (412 ns per frame).
          All fit a 120 Hz frame (8.33 ms): the slowest, fenwick in scroll, takes <0.1 %
            of it.

        """)
    #expect(Self.text(report, mostLines: 0).contains("\nscroll     fenwick  412 ns [400, 428]\n"))
  }

  @Test("When no strategy has a figure, the reasons are all there is")
  func allMissing() {
    let none = StrategyResult.absent("a", .noFigure(reason: "wrong answer in step 7"))
    let report = RunReport.of([.of("scroll", "chat", 1000, [none, .absent("b", .cut)])])
    #expect(
      Self.text(report) == """
        The fastest with its median time per operation, warm caches [95 % interval],
        then how many times as long the others take [interval].

        chat, 1k rows
        scroll     -
        no figure  wrong answer in step 7: a; cut off, far too slow for the time there
                   was: b

        Nothing was measured.

        """)
  }

  @Test("A run without groups says so")
  func noGroups() {
    #expect(Self.text(.of([])) == "Nothing was measured.\n")
  }

  @Test("An unfinished run is called one, and its gaps are named")
  func interrupted() {
    var report = RunReport.of([
      .of("scroll", "chat", 1000, [.measured("a", 400), .absent("b", .ok)])
    ])
    report.record.status = .interrupted
    #expect(Self.text(report).contains("\nno figure  not reached before the run ended: b\n"))
    #expect(Self.text(report).contains("\nSummary of an unfinished run\n"))
  }

  @Test("A list's name cannot break a line")
  func hostileName() {
    let report = RunReport.of([.of("scroll", "file:/a\n\u{1B}[2Jb", 1000, [.measured("a", 400)])])
    #expect(Self.text(report).contains("\nfile:/a  [2Jb, 1k rows\n"))
    #expect(!Self.text(report).contains("\u{1B}"))
  }
}
