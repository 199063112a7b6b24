import Basics
import Foundation
import Runs

/// A function under test that must handle any bytes without a trap.
struct FuzzTarget: Sendable {
  /// The name of the target on the command line, which is also the name of its folder of examples in Corpus.
  let name: String
  /// Passes the bytes of an input to the function under test, and traps if the function shows a fault.
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }

  /// All fuzz targets: those that read users' files, the files of runs or command lines, and the one that
  /// tests strategies.
  static let all = files + records + words + [strategies]

  /// The target named on the command line.
  static let chosen: FuzzTarget = {
    let name = CommandLine.arguments[1]
    if let target = all.first(where: { $0.name == name }) { return target }
    let names = all.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(Data("fuzz: no target '\(name)', expected \(names)\n".utf8))
    exit(64)
  }()
}

/// Traps if a condition does not hold, which makes the fuzzer stop and save the input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard holds else { fatalError(what()) }
}

/// Traps if a message is empty or has several lines. If `isShown` is true, the function also traps if the
/// message contains control characters.
func requireOneLine(_ message: String, isShown: Bool = true) {
  require(!message.isEmpty, "an empty message")
  require(
    message.unicodeScalars.allSatisfy { isShown ? $0.isPlain : $0 != "\n" && $0 != "\r" },
    "a message that is no line: \(message.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())"
  )
}
