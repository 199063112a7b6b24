import HostSystem
import Recording
import Reporting

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
        strategy: arguments[Options.shownStrategy], rowCost: arguments.rowCost,
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
          report, rows: rows, heights: heights, rowCost: arguments.rowCost, folder: folder.path,
          width: terminal.width, style: style
        ).text)
      return .success
    }
    let detail = RunDetail(
      report, subject, rows: rows, heights: heights, rowCost: arguments.rowCost,
      width: terminal.width, style: style)
    guard let text = detail.text else { throw noFigure }
    try Terminal.print(text)
    return .success
  }

  private var noFigure: RunFault { RunFault(.usage, "the run has no figure of that on this list") }
}

extension Arguments {
  /// What is added for each height that was asked for; nil for nothing.
  var rowCost: RowCost? { self[Options.rowCost].flatMap(RowCost.init(nanoseconds:)) }
}
