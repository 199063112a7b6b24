import Basics
import Runs

/// A run on one screen: which technique for my list, how sure is that, and where is the rest?
package struct RunScreen {
  private let view: RunView
  private let folder: String?
  private let files: [String]
  private let width: Int
  private let style: Style

  private static let limit = 60
  /// Lines of a matrix; of a longer one those of published forms are left out.
  private static let matrixLimit = 34

  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - heightNs: what a height costs where heights are dear; as a label's unless told.
  ///   - folder: where the run's files are; nil when nothing was kept.
  ///   - files: the names of those that are there.
  ///   - width: columns of the terminal; below 40 it is taken as 40.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil,
    folder: String?, files: [String] = ["summary.csv", "run.json"], width: Int, style: Style
  ) {
    view = RunView(report, rows: rows, heights: heights, heightNs: heightNs)
    (self.folder, self.files, self.width, self.style) = (folder, files, max(40, width), style)
  }

  /// The text, ending in a line break: in full, or as short as it takes to fit a screen. A run's README
  /// has all of it.
  package var text: String {
    let warnings = view.report.record.warnings.count
    var text = text(isShort: false, warnings: warnings)
    for shown in stride(from: warnings, through: min(1, warnings), by: -1) {
      if text.count(where: { $0 == "\n" }) <= Self.limit { break }
      text = self.text(isShort: true, warnings: shown)
    }
    return text
  }

  private func text(isShort: Bool, warnings shown: Int) -> String {
    guard let matrix else {
      // The reasons are all there is.
      let reasons = view.absences.flatMap { Flow(width: width, hanging: 2).lines(of: $0 + ".") }
      return ([style("Nothing was measured.", .warning)] + reasons + warnings(.max))
        .joined(separator: "\n") + "\n"
    }
    let legend = Flow(width: width).lines(of: view.legend(of: matrix)).map { style($0, .aside) }
    let statements = view.statements.flatMap { statement in
      let text = isShort ? statement.short ?? statement.text : statement.text
      return text.isEmpty
        ? [] : Flow(width: width, hanging: 16).lines("  " + statement.label, of: text)
    }
    let caveats = view.caveats.flatMap { indented(isShort ? $0.short ?? $0.text : $0.text) }
    let place = folder.map { indented("\($0.printable): \(files.joined(separator: ", "))") } ?? []
    let (heading, isWhole) = view.heading
    let parts = [
      matrix.lines + legend,
      section(style(heading, isWhole ? .heading : .warning), statements),
      section(style("Can I trust it?", .heading), caveats + warnings(shown)),
      section(style("More", .heading), place),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func section(_ heading: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [heading] + lines
  }

  private var matrix: RunMatrix? {
    let whole = view.matrix(width: width, style: style)
    // By how many techniques there are, not by what was found of them.
    return whole?.lines.count ?? 0 <= Self.matrixLimit
      ? whole : view.matrix(showsForms: false, width: width, style: style)
  }

  private func warnings(_ shown: Int) -> [String] {
    let all = view.report.record.warnings.map(\.text.printable)
    let rest = all.count - shown
    let texts = rest > 0 ? all.prefix(shown) + ["and \(rest) more: see README.md"] : all[...]
    return texts.flatMap { text in
      Flow(width: width, hanging: 11).lines("  " + style("warning:", .warning), of: text)
    }
  }

  private func indented(_ text: String) -> [String] {
    Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
  }
}

/// A run's README.md: the command, what the run comes to, how far to believe it, where the rest is.
package struct RunReadme {
  /// The columns of its matrix: as many as GitHub shows without scrolling.
  private static let width = 110
  private let view: RunView

  package init(_ report: RunReport) { view = RunView(report) }

  /// The text, ending in a line break. Its first line is the command that made the run.
  package var text: String {
    let facts = view.facts
    let parts = [
      ["    " + facts.command], ["# " + Markdown.escaped(facts.title)],
      Markdown.table(["", ""], words: 2, facts.rows.map { [$0.name, Markdown.escaped($0.text)] }),
      matrix,
      section(view.heading.text, view.statements.map { "\($0.label): \($0.text)" }),
      section("Can I trust it?", view.caveats.map(\.text)),
      section("Warnings", view.report.record.warnings.map(\.text)), [Self.rest],
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var matrix: [String] {
    guard let matrix = view.matrix(width: Self.width) else {
      return section("Nothing was measured", view.absences)
    }
    return ["## The longest lists", ""] + matrix.lines.map { "    " + $0 } + [""]
      + [Markdown.escaped(view.legend(of: matrix))]
  }

  private func section(_ heading: String, _ points: [String]) -> [String] {
    points.isEmpty ? [] : ["## " + heading, ""] + points.map { "- " + Markdown.prose($0) }
  }

  private static let rest = """
    ## The rest

    - [index.html](index.html): the same with every list and length, and how costs grow; \
    `bench report DIR` makes it again.
    - [summary.csv](summary.csv): a row for each cell, with intervals, counters and wrong steps; \
    [samples.csv](samples.csv): every timed segment; [run.json](run.json): the record.
    - `bench show DIR --rows N`, `--scenario ID`, `--strategy ID`: another length, one part in \
    full; `--json`: for scripts.
    """
}
