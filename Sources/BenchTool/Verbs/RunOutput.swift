import Foundation
import Recording
import Reporting

/// What is printed of a run when its folder is written.
struct RunOutput {
  let report: RunReport
  let folder: RunFolder

  /// The tables, or for scripts where the results are.
  func text(isJSON: Bool) throws -> String {
    if isJSON { return try RunReceipt(folder: folder.path, status: report.record.status).json() }
    let terminal = Terminal.current
    return RunTable(
      report, folder: folder.path, width: terminal.width,
      style: Style(useColour: terminal.usesColour), mostLines: .max
    ).text
  }
}

/// What `--json` prints: where the results are.
private struct RunReceipt: Encodable {
  let folder: String
  let status: RunStatus

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
