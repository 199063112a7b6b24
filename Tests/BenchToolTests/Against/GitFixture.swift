import BenchBasics
import BenchRuns
import Foundation

@testable import BenchTool

/// A git repository that contains a package, with a shell script standing in for `swift`.
struct GitFixture {
  /// The package is also the root of the repository.
  let package: String
  let temporary: String
  /// Contains the fake `swift`.
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
      try fixture.write(manifest, to: "Package.swift")
      try fixture.write("/.build\n", to: ".gitignore")
      try fixture.git("init", "--quiet")
      try fixture.commitAll()
      try body(fixture)
    }
  }

  func commitAll() throws {
    try git("add", ".")
    try git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "all")
  }

  func write(_ text: String, to name: String) throws {
    try FileSystem.replaceFile(at: "\(package)/\(name)", with: Array(text.utf8))
  }

  /// Whether the repository is unchanged and there are no leftover temporary files.
  func isClean() throws -> Bool {
    // Apple's git caches tool paths in xcrun_db.
    try FileSystem.names(in: temporary).allSatisfy { $0.hasPrefix("xcrun_db") }
      && git("status", "--porcelain").isEmpty
  }

  /// Writes a shell script in another process. If this process opened the file, a child process of a
  /// concurrent test could inherit it, and the system refuses to execute a file that is open for writing.
  static func writeProgram(_ script: String, to path: String) throws {
    let command = #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod +x "$2""#
    _ = try ChildProcess.run(["sh", "-c", command, "sh", script, path])
  }

  @discardableResult
  func git(_ words: String...) throws -> String {
    try ChildProcess.run(["git", "-C", package] + words).output
  }

  /// Runs `compare --against` with the fake compiler, after the shell command `before`.
  func compare(
    _ words: String, before: String = "", environment: [String: String] = [:]
  ) throws -> (code: Int32, lines: [String]) {
    let path = tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return try shell(
      "\(before)exec \"$bench\" compare --against \(words)", in: package,
      environment: environment.merging(["PATH": path, "TMPDIR": temporary]) { $1 })
  }

  /// The `layoutbench` executable built along with these tests.
  static var program: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let folder = bundle.bundleURL.deletingLastPathComponent()
    // A test bundle is an executable on Linux and a folder elsewhere.
    return (bundle == Bundle.main ? Bundle.main.bundleURL : folder)
      .appendingPathComponent("layoutbench")
  }
}

func text(at path: String) throws -> String {
  String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
}

/// Runs a shell script in which `$bench` is the program, and returns the exit code and the lines of standard
/// error.
func shell(
  _ script: String, in folder: String, environment: [String: String] = [:]
) throws -> (code: Int32, lines: [String]) {
  let outcome = try ChildProcess.run(
    ["sh", "-c", "cd '\(folder)' && \(script)"],
    environment: environment.merging(["bench": GitFixture.program.path]) { $1 }, deadline: 120)
  let lines = outcome.errorOutput.split(separator: "\n").map(String.init)
  if case .exited(let code) = outcome.ending { return (code, lines) }
  return (-1, [outcome.ending.text] + lines)
}
