import BenchBasics
import BenchRuns

/// The destination of a document: standard output or a file.
package enum Destination: Hashable, Sendable {
  case standardOutput
  case file(String)

  package func write(_ bytes: [UInt8]) throws(RunFault) {
    try write { (output) throws(RunFault) in try output.append(bytes) }
  }

  /// Calls the closure `pieces`, which appends the pieces of the document to the file that it receives. An
  /// existing file is replaced only after all pieces are written; a pipe or device is written directly. If the
  /// path is a symbolic link, the target of the link is replaced.
  func write(_ pieces: (OutputFile) throws(RunFault) -> Void) throws(RunFault) {
    switch self {
    case .standardOutput: try pieces(OutputFile.standardOutput())
    case .file(let path):
      if FileSystem.holdsStream(path) { return try pieces(OutputFile(reopening: path)) }
      try FileSystem.replaceFile(at: FileSystem.destination(path), writing: pieces)
    }
  }
}

/// Calls `write`, which writes results to files, and then `print`, which prints them, even if `write` throws.
/// Measuring takes minutes, so a full disk must not hide the results, nor a closed pipe prevent the files.
func writeThenPrint(_ write: () throws -> Void, print: () throws -> Void) throws {
  let written = Result(catching: write)
  let printed = Result(catching: print)
  try written.get()
  try printed.get()
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

  /// Throws if an output file is a folder or has no folder, if it is also an input file (even under a different
  /// path), or if it belongs to a run.
  func checkOutputs() throws(RunFault) {
    for (option, path) in outputs {
      let folder = FileSystem.folder(of: path)
      guard FileSystem.holdsFolder(folder) else {
        throw RunFault(.cannotCreate, "\(option) \(path): the folder \(folder) does not exist")
      }
      guard !FileSystem.holdsFolder(path) else {
        throw RunFault(.cannotCreate, "\(option) \(path): this path is a folder, expected a file")
      }
      if let input = inputs.first(where: { FileSystem.areSameFile($0, path) }) {
        throw RunFault(.usage, "\(option) \(path): this is the same file as the input \(input)")
      }
      if RunFolder.owns(path) {
        throw RunFault(.usage, "\(option) \(path): this file belongs to a run")
      }
    }
  }
}
