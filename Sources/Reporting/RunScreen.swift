import Basics

extension RunView {
  /// The run on one screen: which technique for my list, how sure is that, and where is the rest? Ends in
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

  private static let limit = 60
  /// Lines of a matrix; of a longer one those of published forms are left out.
  private static let matrixLimit = 34

  /// In full, or as short as it takes to fit a screen: a run's README has all of it.
  var text: String {
    let warnings = view.warnings.count
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
    let (heading, isWhole) = view.heading
    return [
      matrix.lines + legend, section(heading, isWhole ? .heading : .warning, statements),
      section("Can I trust it?", .heading, caveats + warnings(shown)),
      section("More", .heading, place.map(indented) ?? []),
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

  private func warnings(_ shown: Int) -> [String] {
    let all = view.warnings.map(\.printable)
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

extension RunView {
  /// A run's README.md: its command, what it comes to, how far to believe it, and where the rest is.
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
      Self.section(heading.text, statements.map { "\($0.label): \($0.text)" }),
      Self.section("Can I trust it?", caveats.map(\.text)), Self.section("Warnings", warnings),
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
