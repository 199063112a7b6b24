import Foundation
import Recording
import Reporting

/// `bench export`: a run for another program.
struct ExportVerb {
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let folder = try RunFolder.open(arguments[Options.run])
    let format = arguments[Options.format]
    let run = try ExportedRun(MeasuredRun(folder), isControl: \.isControl)
    let text = try format.text(of: run)
    switch arguments[Options.exportOutput] {
    case .standardOutput: try text.append(to: .standardOutput())
    case .file(let path):
      try refuseIfOwn(path, of: folder)
      try FileSystem.replaceFile(at: path) { (output) throws(RunFault) in
        try text.append(to: output)
      }
    }
    for note in run.notes { Terminal.note("bench: \(note)\n") }
    return .success
  }

  /// Refuses to write over what the export is made of.
  private func refuseIfOwn(_ path: String, of folder: RunFolder) throws(RunFault) {
    func real(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    let own = [
      folder.recordPath, folder.samplesPath, folder.summaryPath, folder.footprintPath,
      folder.readmePath,
    ]
    guard own.map(real).contains(real(path)) else { return }
    throw RunFault(.usage, "--output \(path): that is a file of the run itself")
  }
}

extension ExportText {
  /// Writes the text at the end of an open file.
  fileprivate func append(to output: OutputFile) throws(RunFault) {
    try write { (piece) throws(RunFault) in try output.append(Array(piece.utf8)) }
  }
}
