import BenchBasics
import BenchRuns

package enum Destination: Hashable, Sendable {
  case standardOutput
  case file(String)

  package func write(_ bytes: [UInt8]) throws(RunFault) {
    try write { (output) throws(RunFault) in try output.append(bytes) }
  }

  /// A regular file is replaced only once everything has been written; pipes and devices are written
  /// directly.
  func write(_ pieces: (OutputFile) throws(RunFault) -> Void) throws(RunFault) {
    switch self {
    case .standardOutput: try pieces(OutputFile.standardOutput())
    case .file(let path):
      if FileSystem.holdsStream(path) { return try pieces(OutputFile(reopening: path)) }
      try FileSystem.replaceFile(at: FileSystem.real(path) ?? path, writing: pieces)
    }
  }
}

/// Calls `write` to save the results, and then `print`, even if `write` failed. A run takes minutes, so its
/// results should survive a full disk or a closed pipe.
func writeThenPrint(_ write: () throws -> Void, print: () throws -> Void) throws {
  let written = Result(catching: write)
  let printed = Result(catching: print)
  try written.get()
  try printed.get()
}

extension ValueParser {
  static var output: ValueParser<Destination> {
    ValueParser<Destination>("FILE", "the path of a file, or - for standard output", kind: .output)
    {
      $0.isEmpty ? nil : $0 == "-" ? .standardOutput : .file($0)
    }
  }
}

extension Arguments {
  /// Throws if an output path is a folder, is in a folder that doesn't exist, refers to an input file (even
  /// by another path), or belongs to a run.
  func checkOutputs() throws(RunFault) {
    for (option, path) in outputs {
      let folder = FileSystem.folder(of: path)
      guard FileSystem.holdsFolder(folder) else {
        throw RunFault(.cannotCreate, "\(option) \(path): the folder \(folder) does not exist")
      }
      guard !FileSystem.holdsFolder(path) else {
        throw RunFault(.cannotCreate, "\(option) \(path): this path is a folder; expected a file")
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
