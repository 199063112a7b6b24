import Basics
import Foundation
import Runs

@testable import BenchTool

/// A git repository with a package, and a shell script that replaces `swift`.
struct GitFixture {
  /// The path of the package, which is also the path of the repository.
  let package: String
  /// The path of the folder for temporary files.
  let temporary: String
  /// The path of the folder that contains the script `swift`.
  let tools: String
  static let manifest = "// has \"layoutbench\"\n"

  /// Calls `body` with a repository that has one commit.
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

  func commitAll() throws {
    _ = try git("add", ".")
    _ = try git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "all")
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Writes an executable shell script in another process. The test process must not open the file itself: a
  /// process started by a concurrent test could inherit the open file, and the system does not execute a file
  /// that is open for writing.
  static func writeProgram(_ script: String, to path: String) throws {
    let command = #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod +x "$2""#
    _ = try ChildProcess.run(["sh", "-c", command, "sh", script, path])
  }

  /// Runs git in the package and returns its output.
  func git(_ words: String...) throws -> String { try git(words) }

  func git(_ words: [String]) throws -> String {
    try ChildProcess.run(["git", "-C", package] + words).output
  }

  /// Starts the program `layoutbench` in the folder of the package.
  func start(_ words: [String]) throws -> (process: Process, errorOutput: Pipe) {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: package)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = tools + ":" + (environment["PATH"] ?? "")
    environment["TMPDIR"] = temporary
    process.environment = environment
    let errorOutput = Pipe()
    process.standardError = errorOutput
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return (process, errorOutput)
  }

  /// The executable `layoutbench` that was built with these tests.
  static var program: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let folder = bundle.bundleURL.deletingLastPathComponent()
    // On Linux, a test bundle is an executable file; on other systems, it is a folder.
    return (bundle == Bundle.main ? Bundle.main.bundleURL : folder)
      .appendingPathComponent("layoutbench")
  }
}
