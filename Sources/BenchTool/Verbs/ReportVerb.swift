import Recording
import Reporting

/// `bench report`: a run's README.md again.
struct ReportVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let folder = try RunFolder.open(arguments[Options.run])
    let report = try RunReport(of: folder, tool: tool)
    try folder.write(readme: RunReadme(report).text)
    let status = report.record.status
    if status != .complete {
      Terminal.say("the run was \(status.rawValue): its tables hold a part of its plan")
    }
    try Terminal.print("\(folder.readmePath.printable)\n")
    return .success
  }
}
