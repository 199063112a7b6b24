import Basics
import Foundation
import Runs

/// Something that takes any bytes and must not mind.
struct FuzzTarget: Sendable {
  /// Its name on the command line, and of its folder of examples in Corpus.
  let name: String
  /// Takes the bytes; traps at a finding.
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }

  /// All targets: what reads a user's files, what reads a run's files, what reads words, and the
  /// strategies.
  static let all = files + records + words + [strategies]

  /// The target that the command line names.
  static let chosen: FuzzTarget = {
    let name = CommandLine.arguments[1]
    if let target = all.first(where: { $0.name == name }) { return target }
    let names = all.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(Data("fuzz: no target '\(name)', expected \(names)\n".utf8))
    exit(64)
  }()
}

/// Stops the fuzzer, which then keeps the bytes: something that always holds does not.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard holds else { fatalError(what()) }
}

/// A message is one line; one that is shown as it is steers no terminal either.
func requireOneLine(_ message: String, isShown: Bool = true) {
  require(!message.isEmpty, "an empty message")
  require(
    message.unicodeScalars.allSatisfy { isShown ? $0.isPlain : $0 != "\n" && $0 != "\r" },
    "a message that is no line: \(message.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())"
  )
}
