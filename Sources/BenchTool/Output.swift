import BenchBasics
import BenchReporting
import BenchRuns
import Foundation
import Synchronization

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

package struct Terminal: Sendable {
  let showsProgress: Bool
  let usesColour: Bool
  package let width: Int
  let progressWidth: Int

  var style: Style { Style(useColour: usesColour) }

  /// Honours `NO_COLOR`, `TERM=dumb` and `COLUMNS`.
  package static var current: Terminal {
    let environment = ProcessInfo.processInfo.environment
    let isDumb = environment["TERM"] == "dumb"
    let isColourless = !(environment["NO_COLOR"] ?? "").isEmpty
    return Terminal(
      showsProgress: isatty(STDERR_FILENO) != 0 && !isDumb,
      usesColour: isatty(STDOUT_FILENO) != 0 && !isDumb && !isColourless,
      width: width(environment["COLUMNS"]),
      progressWidth: columnCount(of: STDERR_FILENO) ?? width(environment["COLUMNS"]))
  }

  private static func width(_ columns: String?) -> Int {
    if let columns, let width = Int(columns), (40...1000).contains(width) { return width }
    return columnCount(of: STDOUT_FILENO).map { min(max($0, 40), 160) } ?? 100
  }

  private static func columnCount(of stream: Int32) -> Int? {
    var size = winsize()
    guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  package static func print(_ text: String) throws(RunFault) {
    let text = text.withoutControls(keepingColours: current.usesColour)
    try OutputFile.standardOutput().append(Array(text.utf8))
  }

  static var program: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  private static let name = Mutex("bench")

  static func log(_ line: String) {
    printError("\(program): \(line.printable)\n")
  }

  static func printError(_ text: String) {
    _ = FileSystem.put(Array(text.utf8), to: STDERR_FILENO)
  }
}
