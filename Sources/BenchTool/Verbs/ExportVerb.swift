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
    switch arguments[Options.exportOutput] {
    case .standardOutput:
      guard !format.isFolder else {
        throw RunFault(
          .usage, "--format \(format.rawValue) is a folder: name one with --output DIR")
      }
      let output = try OutputFile.standardOutput()
      for file in try format.files(of: run) { try file.write(to: output) }
    case .file(let path) where format.isFolder:
      try ExportFolder(path: path).add(run, as: format)
    case .file(let path):
      try refuseIfOwn(path, of: folder)
      for file in try format.files(of: run) { try file.replace(path) }
    }
    for note in format.notes(on: run) { Terminal.note("bench: \(note)\n") }
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

extension ExportFile {
  /// Writes the text at the end of an open file.
  func write(to output: OutputFile) throws(RunFault) {
    try text.write { (piece) throws(RunFault) in try output.append(Array(piece.utf8)) }
  }

  /// Puts the file at `path`, whole or not at all.
  func replace(_ path: String) throws(RunFault) {
    try FileSystem.replaceFile(at: path) { (output) throws(RunFault) in try write(to: output) }
  }
}
