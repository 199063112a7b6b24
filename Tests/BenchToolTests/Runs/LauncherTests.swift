import BenchBasics
import Foundation
import Testing

@testable import BenchTool

/// Tests the launcher in a temporary package. Shell scripts that print their arguments stand in for the
/// compiler and the program.
@Suite("The bench launcher", .serialized)
struct LauncherTests {
  /// Compiles the launcher as part of another package.
  private func withLauncher(_ body: (String) throws -> Void) throws {
    let source = (1...4).reduce(#filePath) { path, _ in FileSystem.folder(of: path) }
    try TemporaryFolder.with { folder in
      for name in ["tools", ".build/release", ".build/debug", "Benchmarks/BenchLauncher"] {
        try FileSystem.createFolder("\(folder)/\(name)")
      }
      let copy = folder + "/Benchmarks/BenchLauncher/main.swift"
      try FileSystem.replaceFile(
        at: copy, with: FileSystem.bytes(at: source + "/Benchmarks/BenchLauncher/main.swift"))
      let outcome = try ChildProcess.run(["swiftc", copy, "-o", folder + "/.build/debug/bench"])
      try #require(outcome.ending.isSuccess, "\(outcome.errorOutput)")
      try GitFixture.writeProgram(
        "for word; do printf '%s' \"$word\" | od -An -tx1 | tr -d ' \\n'; echo; done",
        to: folder + "/.build/release/layoutbench")
      try body(folder)
    }
  }

  private let bench = ".build/debug/bench"

  /// Runs a command with a fake `swift`.
  private func run(
    _ command: String, in folder: String, swift script: String = "exit 0"
  ) throws -> ChildProcess.Outcome {
    try GitFixture.writeProgram(
      "echo \"$*\" >> \(folder)/asked; \(script)", to: folder + "/tools/swift")
    return try ChildProcess.run(
      ["sh", "-c", "cd \(folder) && exec \(command)"],
      environment: [
        "PATH": folder + "/tools:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      ], deadline: 60)
  }

  @Test("The launcher builds the package and passes on its arguments byte for byte")
  func builds() throws {
    try withLauncher { folder in
      for _ in 1...2 {
        let outcome = try run("\(bench) run \"$(printf 'p\\377')\" 'a b' ''", in: folder)
        #expect(outcome.ending.isSuccess && outcome.errorOutput.isEmpty)
        #expect(outcome.output == "72756e\n70ff\n612062\n\n")
      }
      let asked = "build --package-path \(folder) -c release --product layoutbench\n"
      #expect(try text(at: folder + "/asked") == asked + asked)

      let failure = try run(bench, in: folder, swift: "exit 1")
      #expect(failure.ending == .exited(70))
      #expect(
        failure.errorOutput
          == "bench: the release build failed; see the compiler output above\n")
      // The result is the same if the parent process ignores SIGCHLD.
      let ignoring = "sh -c \"trap '' CHLD; exec \(bench) x\""
      #expect(try run(ignoring, in: folder).output == "78\n")
      #expect(try run(ignoring, in: folder, swift: "exit 1").ending == .exited(70))
      var streams = ["2>&-"]
      #if os(Linux)
        streams.append("2>/dev/full")
      #endif
      for stream in streams {
        let outcome = try run("\(bench) x \(stream)", in: folder)
        #expect(outcome.ending.isSuccess && outcome.output == "78\n", "\(stream)")
        let failure = try run("\(bench) \(stream)", in: folder, swift: "exit 1")
        #expect(failure.ending == .exited(70), "\(stream)")
      }
    }
  }

  @Test("The launcher shows compiler output only if the build is slow or fails")
  func buildOutput() throws {
    try withLauncher { folder in
      let compiling = "echo '[1/2] Compiling'"
      #expect(try run(bench, in: folder, swift: compiling).errorOutput.isEmpty)
      // The launcher uses an alarm to notice a slow build.
      let slow = try run(bench, in: folder, swift: "kill -ALRM $PPID; \(compiling) >&2")
      #expect(slow.ending.isSuccess)
      #expect(
        slow.errorOutput == """
          bench: building in release mode; the first build takes one to five minutes, later starts take two seconds
          [1/2] Compiling

          """)
      let failed = try run(bench, in: folder, swift: "\(compiling); exit 1").errorOutput
      #expect(failed.hasPrefix("[1/2] Compiling\nbench: the release build failed"))
    }
  }

  @Test("A copy of the launcher outside .build refuses to run")
  func copies() throws {
    try withLauncher { folder in
      let message =
        "bench: this executable is not in \(folder)/.build, where it was built: run 'swift run bench'"
      for place in ["other/.build/debug/bench", ".build-2/bench", "bench"] {
        let copy = "\(folder)/copies/\(place)"
        try FileManager.default.createDirectory(
          atPath: FileSystem.folder(of: copy), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(folder)/\(bench)", toPath: copy)
        let outcome = try run("copies/\(place) --version", in: folder)
        #expect(outcome.ending == .exited(70) && outcome.errorOutput == message + "\n", "\(place)")
      }
      // A symlink still resolves to the original executable.
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: bench)
      #expect(try run("./link x", in: folder).output == "78\n")
      #expect(try text(at: folder + "/asked").split(separator: "\n").count == 1)
    }
  }

  @Test("A signal interrupts the compiler and ends the launcher")
  func interruption() throws {
    try withLauncher { folder in
      for signal in [SIGINT, SIGTERM, SIGHUP] {
        // Like SwiftPM, the fake compiler exits on SIGINT but ignores other signals.
        let outcome = try run(
          bench, in: folder,
          swift: "trap 'echo INT; exit 1' INT; trap '' TERM HUP; "
            + "kill -\(signal) $PPID; while :; do sleep 0.1; done")
        #expect(outcome.ending == .exited(130) && outcome.errorOutput == "INT\n")
      }
    }
  }
}
