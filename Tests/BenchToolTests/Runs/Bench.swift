import BenchBasics
import Foundation
import Synchronization
import Testing

@testable import BenchRuns
@testable import BenchTool

/// Runs commands in a temporary folder. The times of a debug build are meaningless, but it writes the same
/// files as a release build.
struct Bench {
  let folder: String

  /// Parses a command, replacing each `$` with the folder's path.
  func arguments(_ command: String) throws -> Arguments {
    try Tool().table.arguments(
      command.split(separator: " ").map { String($0).replacing("$", with: folder) })
  }

  /// Runs a command, and replaces the folder's path in the error message with `$`.
  func callAsFunction(_ command: String) throws -> (code: ExitCode, message: String) {
    do {
      return (try Tool().perform(arguments(command)), "")
    } catch let fault as RunFault {
      return (fault.exitCode, fault.message.replacing(folder, with: "$"))
    }
  }

  func does(_ command: String, at location: SourceLocation = #_sourceLocation) throws {
    let (code, message) = try self(command)
    #expect(code == .success, "\(command): \(message)", sourceLocation: location)
  }

  /// Expects a command to fail with `code`. The error message must equal `message`, or contain `part` if
  /// `message` is nil.
  func rejects(
    _ command: String, _ code: ExitCode, _ part: String = "", is message: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let (found, text) = try self(command)
    #expect(found == code, "\(command): \(text)", sourceLocation: location)
    #expect(
      message.map { $0 == text } ?? (part.isEmpty || text.contains(part)), "\(command): \(text)",
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
    try FileSystem.replaceFile(at: run(name).recordPath, with: record.json())
  }

  func names(in name: String = "") throws -> [String] {
    try FileSystem.names(in: "\(folder)/\(name)")
  }

  /// Replaces text in a file.
  func edit(_ file: String, _ original: String, _ replacement: String) throws {
    try write(file, try read(file).replacing(original, with: replacement))
  }

  /// Removes all lines from a CSV file except for the header.
  func removeRows(of file: String) throws {
    try write(file, String(try read(file).prefix { $0 != "\n" }) + "\n")
  }

  /// Replaces the value of a column in the last line of `fenwick`.
  func setColumn(_ column: String, of file: String, to value: String) throws {
    var lines = try read(file).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let line = try #require(lines.lastIndex { $0.contains("fenwick") })
    lines[line][try #require(lines[0].firstIndex(of: column))] = value
    try write(file, lines.map { $0.joined(separator: ",") + "\n" }.joined())
  }
}

func withBench(_ body: (Bench) throws -> Void) throws {
  try TemporaryFolder.with { try body(Bench(folder: $0)) }
}

/// Calls `body` with a temporary folder that contains a small run.
func withRun(
  _ options: String = "-s floor,fenwick,fixed-list -c offset -H chat -r 20 -b 60ms",
  as name: String = "run", _ body: (Bench) throws -> Void
) throws {
  try withBench { bench in
    try FileManager.default.copyItem(
      atPath: MeasuredRuns.path(options), toPath: "\(bench.folder)/\(name)")
    try body(bench)
  }
}

let pairOptions =
  "-s floor,fenwick,all-heights -m corrected -c offset -H chat -r 20,60 -b 50ms"

/// Calls `body` with a temporary folder that contains two copies of a small run, `base` and `head`.
func withPair(_ body: (Bench) throws -> Void) throws {
  try withRun(pairOptions, as: "base") { bench in
    try FileManager.default.copyItem(
      atPath: "\(bench.folder)/base", toPath: "\(bench.folder)/head")
    try body(bench)
  }
}

/// Measures each run the first time a test needs it. Other tests copy the result.
enum MeasuredRuns {
  private static let paths = Mutex<[String: String]>([:])

  private static let folder: String = {
    atexit { try? FileManager.default.removeItem(atPath: MeasuredRuns.folder) }
    let path = NSTemporaryDirectory() + "layoutbench-" + UUID().uuidString
    try? FileSystem.createFolder(path)
    return path
  }()

  /// Measures a run unless a run with the same options already exists.
  static func path(_ options: String) throws -> String {
    try paths.withLock { paths in
      if let path = paths[options] { return path }
      let name = "run-\(paths.count)"
      try Bench(folder: folder).does("run \(options) --quiet --json --output $/\(name)")
      paths[options] = "\(folder)/\(name)"
      return "\(folder)/\(name)"
    }
  }
}
