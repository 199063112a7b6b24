import Basics

// This file creates the summary of a run for the screen and for the run's README.

extension RunView {
  /// The number of matrix lines above which published forms are omitted.
  private static let maxMatrixLines = 24
  /// The minimum width of a terminal, in columns, at which recommendations show the share of a frame.
  private static let widthForShares = 100
  /// The maximum number of warnings on the screen; the README of the run has all of them.
  private static let maxWarnings = 3

  /// The summary of the run for one screen, with a final line break.
  ///
  /// - Parameters:
  ///   - folder: The folder of the run; nil if the run was not saved.
  ///   - width: The width of the terminal in columns. A width below 40 is treated as 40.
  package func screen(
    folder: String?, files: [String] = ["summary.csv", "run.json"], width: Int, style: Style
  ) -> String {
    let width = max(40, width)
    func indented(_ text: String) -> [String] {
      Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
    }
    func section(
      _ heading: String, _ lines: [String], paint: Style.Paint = .heading
    ) -> [String] {
      lines.isEmpty ? [] : [style(heading, paint)] + lines
    }
    let warnings = warningLines(width: width, style: style)
    guard let matrix = matrix(width: width) else {
      let reasons = absences.flatMap { Flow(width: width, hanging: 2).lines(of: $0 + ".") }
      return ([style("Nothing was measured.", .warning)] + reasons + warnings)
        .joined(separator: "\n") + "\n"
    }
    var table = recommended
    if width < Self.widthForShares { table.remove(column: Recommendation.shareColumn) }
    let place = folder.map {
      Flow(width: width, hanging: 2)
        .lines(style("Files", .heading), of: "\($0.printable): \(files.joined(separator: ", "))")
    }
    return [
      matrix.table.lines(width: width, style: style)
        + Flow(width: width).lines(of: matrix.legend).map { style($0, .aside) },
      section(
        heading,
        table.lines(width: width - 2, style: style).map { "  " + $0 }
          + findings.flatMap(indented), paint: isUnfinished ? .warning : .heading),
      section("Reliability", reliability.flatMap(indented) + warnings),
      place ?? [],
    ].paragraphs
  }

  /// The matrix, without published forms if it would have too many lines. The number of lines depends only on
  /// the number of strategies, not on their results.
  private func matrix(width: Int) -> RunMatrix? {
    let whole = RunMatrix(measured, width: width)
    let lines = whole?.table.lines(width: width, style: .plain).count ?? 0
    return lines <= Self.maxMatrixLines
      ? whole : RunMatrix(measured, showsPublished: false, width: width)
  }

  private func warningLines(width: Int, style: Style) -> [String] {
    let rest = warnings.count - Self.maxWarnings
    let texts =
      warnings.prefix(Self.maxWarnings) + (rest > 0 ? ["\(rest) more in README.md"] : [])
    return texts.flatMap { text in
      Flow(width: width, hanging: 4)
        .lines("  " + style("warning:", .warning), of: text.printable)
    }
  }

  /// The text of the run's README.md.
  package var readme: String {
    // GitHub shows lines of this width without scrolling.
    let width = 110
    let matrix = RunMatrix(measured, width: width).map { matrix in
      ["## Times of the longest lists", ""]
        + matrix.table.lines(width: width, style: .plain).map { "    " + $0 }
        + ["", Markdown.escaped(matrix.legend)]
    }
    let recommendation =
      recommended.rows.isEmpty
      ? []
      : [
        ["## " + heading, ""] + recommended.markdown,
        ([Recommendation.rule] + findings).map { "- " + Markdown.prose($0) },
      ]
    let parts: [[String]] =
      [
        ["    " + command], ["# " + Markdown.escaped(title)],
        Markdown.table(["", ""], words: 2, facts.map { [$0.name, Markdown.escaped($0.text)] }),
        matrix ?? Markdown.section("Nothing was measured", absences),
      ] + recommendation + [
        Markdown.section("Reliability", reliability), Markdown.section("Warnings", warnings),
        [Self.files],
      ]
    return parts.paragraphs
  }

  private static let files = """
    ## Files

    - [index.html](index.html): all lists and lengths, with charts of times by rows; `bench report DIR` \
    regenerates it.
    - [summary.csv](summary.csv): a row per cell with intervals, counters and wrong operations; \
    [samples.csv](samples.csv): every sample; [run.json](run.json): plan, machine and command.
    - `bench show DIR --rows N` prints another length, `--scenario ID` or `--strategy ID` the details of one; \
    `--json` is for scripts.
    """
}
