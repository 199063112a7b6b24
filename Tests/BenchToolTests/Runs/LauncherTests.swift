import Basics
import Foundation
import Testing

@testable import BenchTool

/// Tests the launcher `bench` in a temporary package. Shell scripts that print their arguments replace the
/// compiler and the program.
@Suite("The launcher", .serialized)
struct LauncherTests {
  private func withLauncher(
    swift script: String = "exit 0", _ body: (String) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      for name in [
        "tools", "package/.build/debug", "package/.build/release", "package/Benchmarks/bench",
      ] {
        try FileSystem.createFolder("\(folder)/\(name)")
      }
      for name in ["Package.swift", "Benchmarks/bench/main.swift"] {
        try FileSystem.replaceFile(at: "\(folder)/package/\(name)", with: [])
      }
      // The executable is copied by another process; the comment on `GitFixture.writeProgram` explains why.
      let built = GitFixture.program.deletingLastPathComponent().path + "/bench"
      _ = try ChildProcess.run(["cp", built, folder + "/package/.build/debug/bench"])
      try GitFixture.writeProgram(
        "echo \"$*\" >> \(folder)/asked; \(script)", to: folder + "/tools/swift")
      try GitFixture.writeProgram(
        "for word; do printf '%s' \"$word\" | od -An -tx1; done",
        to: folder + "/package/.build/release/layoutbench")
      try body(folder)
    }
  }

  private func run(_ command: String, in folder: String) throws -> ChildProcess.Outcome {
    try ChildProcess.run(
      ["sh", "-c", "cd \(folder) && exec \(command)"],
      environment: [
        "PATH": folder + "/tools:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      ], deadline: 60)
  }

  private let bench = "package/.build/debug/bench"

  @Test("every start builds the launcher's package and passes arguments byte for byte")
  func arguments() throws {
    try withLauncher { folder in
      for _ in 1...2 {
        let outcome = try run("\(bench) run \"$(printf 'p\\377')\" 'a b' ''", in: folder)
        #expect(outcome.ending.isSuccess && outcome.errorOutput.isEmpty)
        #expect(outcome.output == " 72 75 6e\n 70 ff\n 61 20 62\n")
      }
      let package = try #require(FileSystem.real(folder + "/package"))
      let asked = "build --package-path \(package) --quiet -c release --product layoutbench\n"
      #expect(try FileSystem.bytes(at: folder + "/asked") == Array((asked + asked).utf8))
    }
  }

  @Test("the launcher finds its package through symbolic links")
  func places() throws {
    try withLauncher { folder in
      symlink("\(folder)/\(bench)", folder + "/link")
      #expect(try run("./link", in: folder).ending.isSuccess)
      rename(folder + "/package/.build", folder + "/elsewhere")
      symlink("../elsewhere", folder + "/package/.build")
      #expect(try run("\(folder)/\(bench)", in: folder).ending.isSuccess)
      _ = try ChildProcess.run(["cp", "\(folder)/\(bench)", folder + "/alone"])
      let alone = try run("./alone", in: folder)
      #expect(alone.ending == .exited(66))
      #expect(alone.errorOutput.hasPrefix("bench: no package above "))
    }
  }

  @Test("a failed build is an error, even if standard error is closed or full")
  func failures() throws {
    try withLauncher(swift: "exit 1") { folder in
      let outcome = try run(bench, in: folder)
      #expect(outcome.ending == .exited(70))
      #expect(
        outcome.errorOutput
          == "bench: the release build failed; see the output of the compiler above\n")
      for stream in ["2>&-", "2>/dev/full"] {
        #expect(try run("\(bench) \(stream)", in: folder).ending == .exited(70), "\(stream)")
      }
    }
    try withLauncher { folder in
      for stream in ["2>&-", "2>/dev/full"] {
        let outcome = try run("\(bench) x \(stream)", in: folder)
        #expect(outcome.ending.isSuccess && outcome.output == " 78\n", "\(stream)")
      }
    }
  }

  @Test("a signal ends the launcher and its child processes", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interruption(signal: Int32) throws {
    // Like SwiftPM, the script starts a child process in a separate process group.
    let script =
      "set -m; sleep 600 & echo $! > \"${0%/*}/started\"; kill -\(signal) $PPID; exec sleep 600"
    try withLauncher(swift: script) { folder in
      let outcome = try run(bench, in: folder)
      #expect(outcome.ending == .exited(130))
      let text = String(
        decoding: try FileSystem.bytes(at: folder + "/tools/started"), as: UTF8.self)
      let process = try #require(pid_t(text.dropLast()))
      #if os(Linux)
        let state = try? FileSystem.bytes(at: "/proc/\(process)/stat")
        #expect(state.map { String(decoding: $0, as: UTF8.self).contains(") Z") } ?? true)
      #else
        kill(process, SIGKILL)
      #endif
    }
  }
}
