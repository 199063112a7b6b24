import Basics

// The summary of a run for the screen and for the run's README.

extension RunReport {
  /// A summary of the run that fits on one screen. The summary is at least 40 columns wide; `folder` is nil
  /// for an unsaved run.
  package func screen(
    folder: String?, files: [String] = ["summary.csv", "run.json"], width: Int, style: Style
  ) -> String {
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
    // On narrow terminals, the column that shows each time as a share of a frame is removed, because the
    // share follows from the time in the previous column.
    if width < 100 { table.remove(column: 2) }
    let place = folder.map { folder in
      let others = otherLengths.map { rows in
        "Lists of \(Quantity.rows(rows)) rows: \(program) show "
          + ShellCommand.text(of: [folder, "--rows", String(rows)])
      }
      let flow = Flow(width: width, hanging: 2)
      let names = "\(folder.printable): \(files.joined(separator: ", "))"
      return flow.lines(style("Files", .heading), of: names) + others.flatMap { flow.lines(of: $0) }
    }
    return [
      matrix.table.lines(width: width, style: style)
        + Flow(width: width).lines(of: matrix.legend).map { style($0, .aside) },
      section(
        heading,
        table.lines(width: width - 2, style: style).map { "  " + $0 }
          + findings.flatMap(indented), paint: record.status == .complete ? .heading : .warning),
      section("Reliability", reliability.flatMap(indented) + warnings),
      place ?? [],
    ].paragraphs
  }

  /// The matrix of times. If the matrix would be too long, it omits the rows of published code. The length of
  /// the matrix depends only on the number of strategies.
  private func matrix(width: Int) -> RunMatrix? {
    let whole = RunMatrix(measured, width: width)
    let lines = whole?.table.lines(width: width, style: .plain).count ?? 0
    return lines <= 24 ? whole : RunMatrix(measured, showsPublished: false, width: width)
  }

  /// The lengths, in rows, of the measured lists whose results the summary does not show.
  private var otherLengths: [Int] {
    Set(groups.filter { $0.fastest != nil }.map(\.rows)).subtracting(measured.map(\.rows)).sorted()
  }

  private var absences: [String] { lists.flatMap(\.groups.absences) }

  private func warningLines(width: Int, style: Style) -> [String] {
    let (shown, rest) = (warnings.prefix(3), warnings.count - 3)
    let texts = shown + (rest > 0 ? ["\(rest) more in README.md"] : [])
    return texts.flatMap { text in
      Flow(width: width, hanging: 4)
        .lines("  " + style("warning:", .warning), of: text.printable)
    }
  }

  package var readme: String {
    if record.simulation != nil { return countsReadme }
    // GitHub shows lines of 110 characters without scrolling.
    let width = 110
    let matrix = RunMatrix(measured, width: width).map { matrix in
      ["## Times of the longest lists", ""]
        + matrix.table.lines(width: width, style: .plain).map { "    " + $0 }
        + ["", Markdown.escaped(matrix.legend)]
    }
    let recommended = recommended
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
        [files],
      ]
    return parts.paragraphs
  }

  private var files: String {
    """
    ## Files

    - [index.html](index.html): all lists and lengths, with charts of times by number of rows; \
    `\(program) report DIR` regenerates it.
    - [summary.csv](summary.csv): a row per cell with intervals, counters and wrong operations; \
    [samples.csv](samples.csv): every sample; [run.json](run.json): plan, machine and command.
    - `\(program) show DIR --rows N` prints another length; `--scenario ID` or `--strategy ID` prints one \
    in detail; `--json` is for scripts.
    """
  }
}
