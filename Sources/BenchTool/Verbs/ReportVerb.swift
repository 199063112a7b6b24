import HostSystem
import Reporting
import Runs
import Text

extension Verb {
  /// Write what people read of a run again.
  package static let report = Verb(
    "report", "Write the README.md and index.html of a run again",
    discussion: """
      Reads run.json and summary.csv in the folder of a run that has ended, replaces its README.md and \
      index.html, and prints their paths. When nothing was changed, the new files are the old ones. A \
      film.html in the folder gets a link: bench film --output RUN/film.html.
      """,
    options: [Options.run],
    examples: [Example("report results/latest", "After an update of bench, or an edit by hand.")],
    exitStatuses: [
      .fine("written; an interrupted run says so"), .usage, .badInput, .missingInput,
      .internalError, .cannotCreate, .inputOutput,
    ],
    isQuick: true
  ) { tool, arguments, _ in
    try ReportVerb(tool: tool, arguments: arguments).perform()
  }
}

/// `bench report`: a run's README.md and index.html again.
struct ReportVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let folder = try RunFolder.open(arguments[Options.run])
    let report = try RunReport(of: folder, tool: tool)
    try folder.write(report)
    let status = report.record.status
    if status != .complete {
      Terminal.say("the run was \(status.rawValue): what is written is of a part of its plan")
    }
    try Terminal.print("\(folder.readmePath.printable)\n\(folder.pagePath.printable)\n")
    return .success
  }
}
