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
    guard let text = detail.text else {
      throw RunFault(.usage, "the run has no figure of that on this list")
    }
    try Terminal.print(text)
    return .success
  }
}

extension Arguments {
  /// What is added for each height that was asked for; nil for nothing.
  var rowCost: RowCost? { self[Options.rowCost].flatMap(RowCost.init(nanoseconds:)) }
}
