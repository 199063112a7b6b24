import HostSystem
import Reporting
import Runs
import Text

extension Verb {
  /// Show a finished run.
  package static let show = Verb(
    "show", "Show a run again, another length of it, or a part in full",
    discussion: """
      Prints the screen with which a run ends. With --scenario it prints one question over all \
      strategies instead, with --strategy one strategy over all questions, both with intervals and \
      counters. With --json it prints all cells of that, with every length and list unless one is asked \
      for. Nothing is measured.
      """,
    options: [
      Options.shownRun, Options.shownList, Options.shownLength, Options.shownScenario,
      Options.shownStrategy, Options.rowCost, Options.json,
    ],
    conflicts: [
      .init(
        Options.shownScenario, excludes: [Options.shownStrategy],
        because: "each of them is a table of its own")
    ],
    examples: [
      Example("show --rows 1k", "The last run, its lists of 1,000 rows."),
      Example("show --strategy fenwick", "All that the last run knows of one strategy."),
      Example(
        "show --scenario open --row-cost 30us",
        "What opening takes where each height is a label's to measure."),
      Example("show results/latest --scenario scroll", "One question, from fast to slow."),
      Example("show --rows 1M --json", "The table for a script."),
    ],
    exitStatuses: [
      .fine("shown"), .usage, .badInput, .missingInput, .internalError, .inputOutput,
    ],
    isQuick: true
  ) { tool, arguments, _ in
    try ShowVerb(tool: tool, arguments: arguments).perform()
  }
}

/// The options that `show` alone has.
extension Options {
  /// A run that has ended; the last one unless told.
  package static let shownRun = run.defaulting(to: "results/latest")

  /// The list that comes first.
  package static let shownList = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), "Which of its lists comes first")

  /// The length of its lists.
  package static let shownLength = Option(
    "rows", letter: "r", .count(placeholder: "N"), "Which length of them; the longest unless told")

  /// One question.
  package static let shownScenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), "One question in full")

  /// One strategy.
  package static let shownStrategy = Option(
    "strategy", letter: "s", .name(.strategies, placeholder: "ID"), "One strategy in full")
}

/// `bench show`: a finished run on the screen.
struct ShowVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let folder = try RunFolder.open(arguments[Options.shownRun])
    let report = try RunReport(of: folder, tool: tool)
    let (heights, rows) = (arguments[Options.shownList], arguments[Options.shownLength])
    let lists = report.groups.filter { heights == nil || $0.heights == heights }
    guard lists.contains(where: { rows == nil || $0.rows == rows }) else {
      let lengths = Set(lists.map(\.rows)).sorted().map(Quantity.rows).listed("and")
      let kinds = Set(report.groups.map(\.heights)).sorted().listed("and")
      let what =
        lists.isEmpty
        ? "--heights \(heights ?? ""): the run has \(kinds)"
        : "--rows \(rows ?? 0): the run has \(lengths)"
      throw RunFault(.usage, what)
    }
    if arguments[Options.json] {
      let table = RunTable(
        report, rows: rows, heights: heights, scenario: arguments[Options.shownScenario],
        strategy: arguments[Options.shownStrategy], heightNs: arguments[Options.rowCost],
        folder: folder.path)
      guard !table.isEmpty else { throw noFigure }
      try Terminal.print(table.json)
      return .success
    }
    let terminal = Terminal.current
    let style = Style(useColour: terminal.usesColour)
    guard
      let subject = arguments[Options.shownScenario].map(RunDetail.Subject.scenario)
        ?? arguments[Options.shownStrategy].map(RunDetail.Subject.strategy)
    else {
      try Terminal.print(
        RunScreen(
          report, rows: rows, heights: heights, heightNs: arguments[Options.rowCost],
          folder: folder.path, files: folder.shownFiles, width: terminal.width, style: style
        ).text)
      return .success
    }
    let detail = RunDetail(
      report, subject, rows: rows, heights: heights, heightNs: arguments[Options.rowCost],
      width: terminal.width, style: style)
    guard let text = detail.text else { throw noFigure }
    try Terminal.print(text)
    return .success
  }

  private var noFigure: RunFault { RunFault(.usage, "the run has no figure of that on this list") }
}
