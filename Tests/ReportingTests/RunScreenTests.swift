import Recording
import Testing
import Text

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

  @Test("The same at 120 columns")
  func wide() { #expect(Self.text(ChatRun.report, 120) == Golden.chat120) }

  @Test("The same in colour")
  func colour() {
    #expect(Self.text(ChatRun.report, style: Style(useColour: true)) == Golden.chatInColour)
  }

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

  @Test("As published, a technique has a line only where it differs; the others are counted")
  func published() {
    func result(_ id: String, _ ns: Double, _ mode: String, wrong: Int = 0) -> StrategyResult {
      var result = StrategyResult.measured(
        id, ns, ratio: (ns / 400, ns / 412, ns / 388), mode: mode)
      (result.row.deviation.wrongSteps, result.checked) = (wrong, 100)
      return result
    }
    let report = RunReport.of([
      .of(
        "scroll", "chat", 1000,
        [
          result("same", 400, "corrected"), result("same", 405, "published"),
          result("slow", 400, "corrected"), result("slow", 800, "published"),
          result("wrong", 400, "corrected"), result("wrong", 390, "published", wrong: 40),
        ])
    ])
    let text = Self.text(report, folder: nil)
    #expect(text.contains("\nsame ") && !text.contains("same (p)"))
    #expect(text.contains("slow (p)") && text.contains("wrong (p)"))
    #expect(text.contains("390ns*"))
    let words = text.replacing("\n", with: " ")
    #expect(words.contains("(p): as published. No line as published: 1 the same as corrected."))
    #expect(text.contains("Wrong rows     as published wrong."))
    let forms = PublishedForms(report.groups)
    #expect(forms.same == ["same (published)"])
    #expect(forms.differing == ["wrong (published)", "slow (published)"])
    // Corrected code is there, so nobody is to start with what its post has.
    let start = text.split(separator: "\n").first { $0.contains("Start with") } ?? ""
    #expect(!start.contains("published"))
  }

  @Test("A form without the other one has its line, whatever it does")
  func publishedAlone() {
    let report = RunReport.of([
      .of("scroll", "chat", 1000, [.measured("a", 400, mode: "published")])
    ])
    #expect(Self.text(report, folder: nil).contains("a (p)"))
  }

  @Test("A wider terminal has more columns, and what has none is named")
  func columns() throws {
    let narrow = Self.text(DefaultRun.report, 80)
    let wide = Self.text(DefaultRun.report, 160)
    func header(_ text: String) throws -> [Substring] {
      try #require(text.split(separator: "\n").first).split(separator: " ")
    }
    let (few, many) = (try header(narrow), try header(wide))
    #expect(Set(few).isSubset(of: many) && few.count < many.count)
    #expect(few.contains("scroll") && few.contains("recalc") && few.contains("open"))
    #expect(narrow.replacing("\n", with: " ").contains("No room for offset, "))
    #expect(!wide.contains("No room for offset"))
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
    let none = StrategyResult.absent("a", .noFigure(reason: "wrong answer in step 7"))
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
          .measured("a", 400), .absent("b", .noFigure(reason: "wrong answer in step 7")),
          .absent("c", .cut), .absent("d", .noFigure(reason: "has no ends")),
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

  @Test("A run without groups says so")
  func noGroups() { #expect(Self.text(.of([]), folder: nil) == "Nothing was measured.\n") }

  @Test("An unfinished run is called one")
  func interrupted() {
    var report = RunReport.of([
      .of("scroll", "chat", 1000, [.measured("a", 400), .absent("b", .ok)])
    ])
    report.record.status = .interrupted
    #expect(Self.text(report).contains("\nWhat to take away from an unfinished run\n"))
  }

  @Test("A list's name cannot break a line")
  func hostileName() {
    let report = RunReport.of([.of("scroll", "file:/a\n\u{1B}[2Jb", 1000, [.measured("a", 400)])])
    #expect(!Self.text(report).contains("\u{1B}"))
    #expect(!Self.text(report).contains("\nb"))
  }
}
