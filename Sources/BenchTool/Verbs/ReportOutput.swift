import Foundation
import HostSystem
import Recording
import Reporting

/// Where a report goes, and in which form.
struct ReportOutput {
  let arguments: Arguments
  /// The file of the job's summary; nil where there is none.
  let summaryPath: String?

  /// The file that GitHub's runners name for a job's summary.
  static var jobSummary: String? { ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"] }

  /// Writes the report of a comparison; the conclusion is printed whatever goes to a file.
  func write(_ report: ComparisonReport) throws {
    let format = arguments[Options.reportFormat]
    let bytes: [UInt8]
    switch format {
    case .terminal: bytes = Array(text(of: report).utf8)
    case .markdown: bytes = Array(report.markdown.utf8)
    case .json: bytes = Array(try report.json().utf8)
    case .csv: bytes = report.csv
    }
    let destination = arguments[Options.reportOutput]
    try destination.write(bytes)
    if destination != .standardOutput { try Terminal.print(report.conclusion + "\n") }
    if format == .markdown { try addToSummary(bytes) }
  }

  /// Lines of a terminal's width, which a file has not.
  private func text(of report: ComparisonReport) -> String {
    guard arguments[Options.reportOutput] == .standardOutput else {
      return report.text(width: 160, style: .plain)
    }
    let terminal = Terminal.current
    return report.text(width: terminal.width, style: Style(useColour: terminal.usesColour))
  }

  /// Adds Markdown to the summary of the job that this runs in, if it runs in one.
  private func addToSummary(_ bytes: [UInt8]) throws {
    guard let summaryPath, !summaryPath.isEmpty else { return }
    try FileSystem.append(bytes, to: summaryPath)
  }
}
