import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

/// Performs commands in a temporary folder. In a debug build, the measured times are meaningless, but the
/// files have the same format as in a release build.
struct Bench {
  let folder: String

  /// The exit code and the error message of a command.
  struct Outcome: Equatable {
    var code = ExitCode.success
    var message = ""
  }

  /// Performs a command. Each `$` in the command is replaced by the path of the folder.
  func callAsFunction(_ command: String) throws -> Outcome {
    let words = command.split(separator: " ").map { String($0).replacing("$", with: folder) }
    do throws(RunFault) {
      guard case .perform(let arguments) = try Tool().table.parse(words) else { return Outcome() }
      return Outcome(code: try Tool().perform(arguments))
    } catch {
      return Outcome(code: error.exitCode, message: error.message.replacing(folder, with: "$"))
    }
  }

  /// Performs the verb `compare`, and writes its report to the file `report`.
  func compares(_ operands: String) throws -> Outcome {
    let words = "compare \(operands)".split(separator: " ").map {
      String($0).replacing("$", with: folder)
    }
    do {
      guard case .perform(let arguments) = try Tool().table.parse(words) else { return Outcome() }
      let verb = CompareVerb(tool: Tool(), arguments: arguments)
      guard let report = try verb.report() else { return Outcome(code: .regression) }
      let format = arguments[Options.reportFormat]
      try write(
        "report",
        format == .terminal
          ? report.text(width: 160, style: .plain) : verb.text(of: report, as: format))
      return Outcome(code: report.exitCode)
    } catch let fault as RunFault {
      return Outcome(code: fault.exitCode, message: fault.message.replacing(folder, with: "$"))
    }
  }

  func does(_ command: String, at location: SourceLocation = #_sourceLocation) throws {
    #expect(try self(command) == Outcome(), "\(command)", sourceLocation: location)
  }

  /// Expects that a command ends with the exit code `code`, and that its message begins with `start`,
  /// contains `part` and ends with `end`.
  func rejects(
    _ command: String, _ code: ExitCode, _ part: String = "", start: String = "",
    end: String = "", at location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try self(command)
    let (message, holds) = (outcome.message, part.isEmpty || outcome.message.contains(part))
    #expect(outcome.code == code, "\(command)", sourceLocation: location)
    #expect(
      holds && message.hasPrefix(start) && message.hasSuffix(end), "\(command): \(message)",
      sourceLocation: location)
  }

  /// Expects that a command ends with the exit code `code` and exactly the message `message`.
  func rejects(
    _ command: String, _ code: ExitCode, is message: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try self(command) == Outcome(code: code, message: message), "\(command)",
      sourceLocation: location)
  }

  func write(_ name: String, _ text: String) throws {
    try FileSystem.replaceFile(at: "\(folder)/\(name)", with: Array(text.utf8))
  }

  func bytes(_ name: String) throws -> [UInt8] { try FileSystem.bytes(at: "\(folder)/\(name)") }

  func read(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
  }

  func run(_ name: String) throws -> RunFolder { try RunFolder.open("\(folder)/\(name)") }

  func editRecord(_ name: String, _ change: (inout RunRecord) -> Void) throws {
    var record = try run(name).record()
    change(&record)
    try run(name).write(record)
  }

  /// The sorted names of the files in the folder or in one of its subfolders.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").sorted()
  }

  func edit(_ file: String, _ original: String, _ replacement: String) throws {
    try write(file, try read(file).replacing(original, with: replacement))
  }
}

/// Calls `body` with a temporary folder, which is removed afterwards.
func withBench(_ body: (Bench) throws -> Void) throws {
  try TemporaryFolder.with { try body(Bench(folder: $0)) }
}

/// Calls `body` with a temporary folder that contains a small run in `run`.
func withRun(
  _ options: String = "-s floor,fenwick -c offset -H chat -r 20 -b 60ms",
  _ body: (Bench) throws -> Void
) throws {
  try withBench { bench in
    try bench.does("run \(options) --quiet --json --output $/run")
    try body(bench)
  }
}
