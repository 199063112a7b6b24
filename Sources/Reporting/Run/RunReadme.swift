import Runs

/// A run's README.md: the command, what the run comes to, how far to believe it, where the rest is.
package struct RunReadme {
  /// The columns of its matrix: as many as GitHub shows without scrolling.
  private static let width = 110
  private let view: RunView
  private let facts: RunFacts

  /// The README of a run.
  package init(_ report: RunReport) {
    view = RunView(report)
    facts = RunFacts(report: report)
  }

  /// The text, ending in a line break. Its first line is the command that made the run.
  package var text: String {
    let parts = [
      ["    " + facts.command], ["# " + Markdown.escaped(facts.title)], table, matrix, takeAway,
      section("Can I trust it?", view.trust.map(\.text)),
      section("Warnings", view.report.record.warnings.map(\.text)), rest,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var table: [String] {
    Markdown.table(["", ""], words: 2, facts.rows.map { [$0.name, Markdown.escaped($0.text)] })
  }

  private var matrix: [String] {
    guard let matrix = view.matrix(width: Self.width, style: .plain) else {
      return section(
        "Nothing was measured", view.sections.flatMap { $0.rankings.map(\.group).absences })
    }
    return ["## The longest lists", ""] + matrix.lines.map { "    " + $0 } + [""]
      + [Markdown.escaped(view.legend(of: matrix))]
  }

  /// What to take away of the first list, and what to begin with on the others.
  private var takeAway: [String] {
    section(
      view.heading.text,
      (view.statements + view.choices).map { "\($0.label): \($0.text)" })
  }

  /// A heading and a list; nothing without points.
  private func section(_ heading: String, _ points: [String]) -> [String] {
    points.isEmpty ? [] : ["## " + heading, ""] + points.map { "- " + Markdown.prose($0) }
  }

  private var rest: [String] {
    [
      "## The rest", "",
      "- [index.html](index.html): the same with every list and length, and how costs grow; "
        + "`bench report DIR` makes it again.",
      "- [summary.csv](summary.csv): a row for each cell, with intervals, counters and wrong steps; "
        + "[samples.csv](samples.csv): every timed segment; [run.json](run.json): the record.",
      "- `bench show DIR --rows N`, `--scenario ID`, `--strategy ID`: another length, one part in "
        + "full; `--json`: for scripts.",
    ]
  }
}
