import Basics
import Foundation
import Runs

@testable import BenchTool

/// A repository of its own with a package in it, and a `swift` that a script plays.
struct GitFixture {
  /// The package's folder, which is the repository's.
  let package: String
  /// A folder with nothing else in it than what is temporary.
  let temporary: String
  /// The folder of the stand-ins.
  let tools: String
  /// What stands in the package's manifest.
  static let manifest = "// has \"layoutbench\"\n"

  /// Runs `body` with a repository of one commit.
  static func with(swift script: String = "exit 1", _ body: (GitFixture) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let fixture = GitFixture(
        package: folder + "/package", temporary: folder + "/tmp", tools: folder + "/tools")
      for path in [fixture.package, fixture.temporary, fixture.tools] {
        try FileSystem.createFolder(path)
      }
      try writeProgram(script, to: fixture.tools + "/swift")
      try fixture.write(manifest, to: fixture.package + "/Package.swift")
      try fixture.write("/.build\n", to: fixture.package + "/.gitignore")
      _ = try fixture.git("init", "--quiet")
      try fixture.commitAll()
      try body(fixture)
    }
  }

  /// Commits all files.
  func commitAll() throws {
    _ = try git("add", ".")
    _ = try git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "all")
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Writes a shell script that can be started.
  ///
  /// By another process: a file that this one has open for writing could not be started, because a test
  /// beside this one may start a process that inherits it.
  static func writeProgram(_ script: String, to path: String) throws {
    let command = #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod +x "$2""#
    _ = try ChildProcess.run(["sh", "-c", command, "sh", script, path])
  }

  /// What git prints.
  func git(_ words: String...) throws -> String { try git(words) }

  func git(_ words: [String]) throws -> String {
    try ChildProcess.run(["git", "-C", package] + words).output
  }

  /// Starts the real program in the package.
  func start(_ words: [String]) throws -> (process: Process, complaint: Pipe) {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: package)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = tools + ":" + (environment["PATH"] ?? "")
    environment["TMPDIR"] = temporary
    process.environment = environment
    let complaint = Pipe()
    process.standardError = complaint
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return (process, complaint)
  }

  /// The program that was built with these tests.
  static var program: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let folder = bundle.bundleURL.deletingLastPathComponent()
    // Elsewhere a bundle is a folder, on Linux it is the program that runs.
    return (bundle == Bundle.main ? Bundle.main.bundleURL : folder)
      .appendingPathComponent("layoutbench")
  }
}
