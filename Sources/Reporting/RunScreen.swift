import Basics

extension RunView {
  /// The run on one screen: which technique for my list, how reliable is that, and where is the rest? Ends in
  /// a line break. Without a folder nothing was kept; a width below 40 columns is taken as 40.
  package func screen(
    folder: String?, files: [String] = ["summary.csv", "run.json"], width: Int, style: Style
  ) -> String {
    let place = folder.map { "\($0.printable): \(files.joined(separator: ", "))" }
    return RunScreen(view: self, place: place, width: max(40, width), style: style).text
  }
}

private struct RunScreen {
  let view: RunView
  let place: String?
  let width: Int
  let style: Style

  /// Lines of a matrix; of a longer one those of published forms are left out.
  private static let matrixLimit = 24
  /// The width from which recommendations have a column for the share of a frame.
  private static let widthForShares = 100
  /// The warnings that are shown; a run's README has all.
  private static let maxWarnings = 3

  var text: String {
    guard let matrix else {
      // The reasons are all there is.
      let reasons = view.absences.flatMap { Flow(width: width, hanging: 2).lines(of: $0 + ".") }
      return ([style("Nothing was measured.", .warning)] + reasons + warnings)
        .joined(separator: "\n") + "\n"
    }
    let legend = Flow(width: width).lines(of: view.legend(of: matrix)).map { style($0, .aside) }
    let rule = Flow(width: width - 2).lines(of: Recommendation.rule).map {
      style("  " + $0, .aside)
    }
    let columns = view.titles.indices.filter {
      width >= Self.widthForShares || $0 != Recommendation.shareColumn
    }
    let table = TextTable(
      titles: columns.map { view.titles[$0] }, words: columns.count, endsInSentences: true,
      rows: view.recommended.map { row in columns.map { .init(row[$0]) } })
    return [
      matrix.lines + legend,
      section(
        view.heading, view.isUnfinished ? .warning : .heading,
        table.lines(width: width - 2, style: style).map { "  " + $0 } + rule
          + view.findings.flatMap(indented)),
      section("Reliability", .heading, view.reliability.flatMap(indented) + warnings),
      section("Files", .heading, place.map(indented) ?? []),
    ].paragraphs
  }

  private func section(_ heading: String, _ paint: Style.Paint, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [style(heading, paint)] + lines
  }

  private var matrix: RunMatrix? {
    let whole = RunMatrix(view.measured, width: width, style: style)
    // By how many techniques there are, not by what was found of them.
    return whole?.lines.count ?? 0 <= Self.matrixLimit
      ? whole : RunMatrix(view.measured, showsForms: false, width: width, style: style)
  }

  private var warnings: [String] {
    let all = view.warnings.map(\.printable)
    let rest = all.count - Self.maxWarnings
    let texts =
      rest > 0 ? all.prefix(Self.maxWarnings) + ["and \(rest) more: see README.md"] : all[...]
    return texts.flatMap { text in
      Flow(width: width, hanging: 11).lines("  " + style("warning:", .warning), of: text)
    }
  }

  private func indented(_ text: String) -> [String] {
    Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
  }
}

extension RunView {
  /// A run's README.md: its command, its results, how far they can be relied on, and where the rest is.
  package var readme: String {
    // As wide as GitHub shows without scrolling.
    let matrix = RunMatrix(measured, width: 110).map { matrix in
      ["## The longest lists", ""] + matrix.lines.map { "    " + $0 }
        + ["", Markdown.escaped(legend(of: matrix))]
    }
    return [
      ["    " + command], ["# " + Markdown.escaped(title)],
      Markdown.table(["", ""], words: 2, facts.map { [$0.name, Markdown.escaped($0.text)] }),
      matrix ?? Self.section("Nothing was measured", absences),
      recommended.isEmpty
        ? []
        : ["## " + heading, ""]
          + Markdown.table(
            titles, words: titles.count, recommended.map { $0.map(Markdown.escaped) }),
      recommended.isEmpty
        ? [] : ([Recommendation.rule] + findings).map { "- " + Markdown.prose($0) },
      Self.section("Reliability", reliability), Self.section("Warnings", warnings),
      [Self.rest],
    ].paragraphs
  }

  private static func section(_ heading: String, _ points: [String]) -> [String] {
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
