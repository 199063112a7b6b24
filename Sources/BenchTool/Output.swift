import Basics
import Runs

package enum Destination: Hashable, Sendable {
  case standardOutput
  case file(String)

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

  package func write(_ bytes: [UInt8]) throws(RunFault) {
    try write { (output) throws(RunFault) in try output.append(bytes) }
  }

  /// Writes piece by piece: a file whole or not at all, where links lead if it is one.
  func write(_ pieces: (OutputFile) throws(RunFault) -> Void) throws(RunFault) {
    switch self {
    case .standardOutput: try pieces(OutputFile.standardOutput())
    case .file(let path):
      // A run may have taken the place while this was worked out.
      guard !RunFolder.owns(path) else {
        throw RunFault(.cannotCreate, "cannot create \(path): that is a file of a run by now")
      }
      try FileSystem.replaceFile(at: FileSystem.destination(path), writing: pieces)
    }
  }
}

extension ValueParser where Value == Destination {
  static var output: ValueParser {
    ValueParser("FILE", "the path of a file, or - for the standard output", kind: .output) {
      $0.isEmpty ? nil : $0 == "-" ? .standardOutput : .file($0)
    }
  }
}

extension Arguments {
  /// Says what takes long, unless no progress is wanted.
  func note(_ line: String) {
    if !self[Options.quiet] { Terminal.say(line) }
  }

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
