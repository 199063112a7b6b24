import Foundation
import HostSystem
import Reporting
import Runs

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

extension Arguments {
  /// Refuses a file to write that is read for it, by whatever name, or that a kept run consists of.
  func refuseToReplaceInput() throws(RunFault) {
    for (option, path) in outputs {
      if let input = inputs.first(where: { FileSystem.areSameFile($0, path) }) {
        throw RunFault(.usage, "\(option) \(path): that is what is read, \(input)")
      }
      if RunFolder.owns(path) {
        throw RunFault(.usage, "\(option) \(path): that is a file of a run")
      }
    }
  }
}

extension TableDestination {
  /// Refuses a file that could not be written, before anything is measured for it.
  package func refuseIfNowhere() throws(RunFault) {
    guard case .file(let path) = self else { return }
    let folder = FileSystem.folder(of: path)
    guard FileSystem.holdsFolder(folder) else {
      throw RunFault(.cannotCreate, "--output \(path): there is no folder \(folder)")
    }
    guard !FileSystem.holdsFolder(path) else {
      throw RunFault(.cannotCreate, "--output \(path): that is a folder")
    }
  }

  /// Writes all of a file, or prints it.
  package func write(_ bytes: [UInt8]) throws(RunFault) {
    try write { (output) throws(RunFault) in try output.append(bytes) }
  }

  /// Writes piece by piece: a file whole or not at all, where links lead if it is one.
  func write(_ pieces: (OutputFile) throws(RunFault) -> Void) throws(RunFault) {
    switch self {
    case .standardOutput: try pieces(OutputFile.standardOutput())
    case .file(let path):
      try FileSystem.replaceFile(at: FileSystem.destination(path), writing: pieces)
    }
  }
}
