import Basics
import Runs

/// A place for a document: standard output or a file.
package enum Destination: Hashable, Sendable {
  case standardOutput
  case file(String)

  /// Throws if a file cannot be created, before anything is measured for it.
  package func check() throws(RunFault) {
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

  /// Writes piece by piece. A file appears when it is complete; a link is followed.
  func write(_ pieces: (OutputFile) throws(RunFault) -> Void) throws(RunFault) {
    switch self {
    case .standardOutput: try pieces(OutputFile.standardOutput())
    case .file(let path):
      // A run may have claimed the folder in the meantime.
      guard !RunFolder.owns(path) else {
        throw RunFault(.cannotCreate, "cannot create \(path): it is a file of a run by now")
      }
      try FileSystem.replaceFile(at: FileSystem.destination(path), writing: pieces)
    }
  }
}

extension ValueParser where Value == Destination {
  static var output: ValueParser {
    ValueParser("FILE", "the path of a file, or - for standard output", kind: .output) {
      $0.isEmpty ? nil : $0 == "-" ? .standardOutput : .file($0)
    }
  }
}

extension Arguments {
  /// Prints a line of progress unless `--quiet` is given.
  func logProgress(_ line: String) {
    if !self[Options.quiet] { Terminal.log(line) }
  }

  /// Rejects an output file that is also an input, by whatever name, or a file of a run.
  func checkOutputs() throws(RunFault) {
    for (option, path) in outputs {
      if let input = inputs.first(where: { FileSystem.areSameFile($0, path) }) {
        throw RunFault(.usage, "\(option) \(path): that is the input file \(input)")
      }
      if RunFolder.owns(path) {
        throw RunFault(.usage, "\(option) \(path): that is a file of a run")
      }
    }
  }
}
