import HostSystem
import Recording

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
  func refuseIfNowhere() throws(RunFault) {
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
  func write(_ bytes: [UInt8]) throws(RunFault) {
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
