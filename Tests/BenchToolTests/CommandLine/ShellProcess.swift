import BenchTool
import Foundation

/// Runs a script in a shell of this machine.
enum ShellProcess {
  /// How it ended, and what it said.
  struct Outcome: Equatable {
    let status: Int32
    let output: String
  }

  /// Whether the shell is on the search path.
  static func isInstalled(_ shell: Shell) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(shell.rawValue)")
    }
  }

  /// Runs a script, given options of the shell and the text of the script last.
  static func run(_ shell: Shell, _ words: String...) throws -> Outcome {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data((words.last ?? "").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [shell.rawValue] + words.dropLast() + [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}
