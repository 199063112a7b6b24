import Foundation
import Recording
import Reporting

/// What is printed of a run when its folder is written.
struct RunOutput {
  let report: RunReport
  let folder: RunFolder
  var rowCost: RowCost?

  /// The screen, or for scripts where the results are.
  func text(isJSON: Bool) throws -> String {
    if isJSON { return try RunReceipt(folder: folder.path, status: report.record.status).json() }
    let terminal = Terminal.current
    return RunScreen(
      report, rowCost: rowCost, folder: folder.path, width: terminal.width,
      style: Style(useColour: terminal.usesColour)
    ).text
  }
}

extension RunFolder {
  /// Lets `latest` lead to a run among those under `root`; says why, where that cannot be.
  func becomeLatestOrSay(under root: String) {
    guard path.hasPrefix(root + "/") else { return }
    do throws(RunFault) {
      try becomeLatest(under: root)
    } catch {
      Terminal.say("\(error.message); the run is complete without it")
    }
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
