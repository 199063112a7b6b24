import Foundation
import HostSystem
import Runs

@testable import BenchTool

/// The tool at work in a folder of its own, without the step from a debug to a release build: what
/// its runs measure here means nothing, what they write is as it always is.
struct Bench {
  let folder: String

  /// What a command comes to: its exit code, and the line of its fault.
  struct Outcome: Equatable {
    var code: ExitCode
    var message = ""
  }

  /// Performs a command; `$` in it stands for the folder.
  func callAsFunction(_ command: String) throws -> Outcome {
    let words = command.split(separator: " ").map { String($0).replacing("$", with: folder) }
    let tool = Tool()
    let table = CommandTable.standard(version: "1", vocabulary: tool.vocabulary)
    do {
      guard case .perform(let arguments) = try table.parse(words) else {
        return Outcome(code: .success)
      }
      let code = try RunFault.catching { try tool.carryOut(arguments, words) }
      return Outcome(code: code)
    } catch let fault as RunFault {
      return Outcome(code: fault.exitCode, message: fault.message.replacing(folder, with: "$"))
    } catch let error as UsageError {
      return Outcome(code: .usage, message: error.message)
    }
  }

  /// A run's folder.
  func run(_ name: String) throws -> RunFolder { try RunFolder.open("\(folder)/\(name)") }

  /// The names of what lies in the folder, or in one within.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").sorted()
  }

  /// Replaces text of a file.
  func edit(_ file: String, _ original: String, _ replacement: String) throws {
    let path = "\(folder)/\(file)"
    let text = String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
    let edited = text.replacing(original, with: replacement)
    try FileSystem.replaceFile(at: path, with: Array(edited.utf8))
  }
}

/// Runs `body` with a tool in a folder that is removed afterwards.
func withBench(_ body: (Bench) throws -> Void) throws {
  let path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
  try FileSystem.createFolder(path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(Bench(folder: path))
}
