import HostSystem
import Recording
import Reporting
import Text

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
