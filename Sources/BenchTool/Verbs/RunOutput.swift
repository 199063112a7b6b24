import HostSystem
import Recording
import Reporting

/// What is printed of a run when its folder is written.
struct RunOutput {
  let report: RunReport
  let folder: RunFolder
  var rowCost: RowCost?

  /// The screen, or for scripts the table.
  func text(isJSON: Bool) throws -> String {
    if isJSON { return RunTable(report, rowCost: rowCost, folder: folder.path).json }
    let terminal = Terminal.current
    return RunScreen(
      report, rowCost: rowCost, folder: folder.path, width: terminal.width,
      style: Style(useColour: terminal.usesColour)
    ).text
  }
}

extension RunFolder {
  /// Writes what people read of a run.
  func write(_ report: RunReport) throws(RunFault) {
    let film = FileSystem.holds(filmPath) ? RunFolder.filmName : nil
    try write(readme: RunReadme(report).text, page: RunPage(report, film: film).html)
  }

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
