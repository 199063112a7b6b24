import Basics

#if os(Linux)
  import Foundation
  import Runs
  import Testing

  @testable import BenchTool

  private let replay = "\"$bench\" replay -s fenwick -H h -g g -f"

  /// Tests the program with closed streams, low resource limits and missing folders.
  @Suite("Hostile surroundings", .serialized)
  struct SurroundingsTests {
    /// Runs a shell script in a folder. In the script, `$bench` is the path of the program.
    private func shell(
      _ script: String, in folder: String
    ) throws -> (code: Int32, lines: [String]) {
      let outcome = try ChildProcess.run(
        ["sh", "-c", "cd '\(folder)' && \(script)"],
        environment: ["bench": GitFixture.program.path], deadline: 120)
      let lines = outcome.errorOutput.split(separator: "\n").map(String.init)
      if case .exited(let code) = outcome.ending { return (code, lines) }
      return (-1, [outcome.ending.text] + lines)
    }

    /// Expects that a script ends with the given exit code. On standard error, the script must print only
    /// `line`, or nothing if `line` is nil.
    private func expect(
      _ script: String, in folder: String, _ code: ExitCode, _ line: String? = nil,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      let outcome = try shell(script, in: folder)
      let lines = line.map { ["bench: " + $0] } ?? []
      #expect(outcome == (code.rawValue, lines), "\(script)", sourceLocation: location)
    }

    /// Calls `body` with a temporary folder that contains input files for `replay`.
    private func withFiles(_ body: (Bench) throws -> Void) throws {
      try withBench { bench in
        try bench.write("h", "44\n44\n")
        try bench.write("g", "op,a,b\n")
        try body(bench)
      }
    }

    @Test("outputs may have any file name")
    func names() throws {
      try withFiles { bench in
        let names = ["r", "rs", "./r", "a b", "é", String(repeating: "n", count: 255)]
        for name in names {
          try expect("\(replay) '\(name)'", in: bench.folder, .success)
          #expect(FileSystem.holds("\(bench.folder)/\(name)"))
        }
        try FileSystem.createFolder(bench.folder + "/run")
        for name in [".", "..", "/", "run/", String(repeating: "n", count: 256)] {
          let outcome = try shell("\(replay) '\(name)'", in: bench.folder)
          #expect(outcome.code == 73 && outcome.lines.count == 1, "\(name): \(outcome)")
        }
        let outcome = try shell("\(replay) \"$(printf 'a\\377b')\"", in: bench.folder)
        #expect(outcome.code == ExitCode.usage.rawValue)
        #expect(outcome.lines.first?.contains("is not valid UTF-8") == true)
        #expect(try bench.names().count == 3 + names.count - 1)
      }
    }

    @Test("the umask determines the permissions of output files")
    func rights() throws {
      try withFiles { bench in
        for (mask, rights) in [("022", 0o644), ("077", 0o600)] {
          try expect("umask \(mask); \(replay) o", in: bench.folder, .success)
          let facts = try FileManager.default.attributesOfItem(atPath: bench.folder + "/o")
          #expect(facts[.posixPermissions] as? Int == rights)
        }
      }
    }

    @Test("files do not reuse the descriptors of closed streams")
    func closedStreams() throws {
      try withFiles { bench in
        // If standard error is closed, the program opens the null device in its place.
        try expect("\(replay) /dev/fd/2 2>&-", in: bench.folder, .success)
        try expect("\(replay) out <&- >&- 2>&-", in: bench.folder, .success)
      }
    }

    /// Scripts whose output cannot be written, and their error messages.
    private static let unwritable = [
      ("\(replay) - >&-", "the standard output: Bad file descriptor"),
      ("\"$bench\" list > /dev/full", "the standard output: No space left on device"),
      // The reader closes the pipe before the program starts.
      (
        "mkfifo p; { read x < p; { \(replay) -; } 2>e; echo $? > c; } | "
          + "{ exec <&-; echo go > p; }; cat e >&2; exit $(cat c)",
        "the standard output: Broken pipe"
      ),
      ("ulimit -f 0; exec \(replay) out", "out: File too large"),
    ]

    @Test("an output that cannot be written is an error with exit code 74", arguments: unwritable)
    func failedWrite(script: String, message: String) throws {
      try withFiles { bench in
        try expect(script, in: bench.folder, .ioFailure, "cannot write \(message)")
        #expect(try !bench.names().contains { $0 == "out" || $0.hasSuffix(".draft") })
      }
    }

    @Test("too many open files are an error with exit code 74", arguments: 4...9)
    func descriptorLimit(limit: Int) throws {
      try GitFixture.with { fixture in
        let outcome = try shell(
          "ulimit -n \(limit); exec \"$bench\" compare --against HEAD", in: fixture.package)
        // With a limit of seven open files, the program can start git and the fake compiler; with a lower
        // limit, it cannot even start git.
        #expect(outcome.code > 0 && outcome.code != 70, "\(outcome)")
        #expect(outcome.lines.last?.hasPrefix("bench: ") == true, "\(outcome)")
        if limit < 7 { #expect(outcome == (74, ["bench: cannot start git: Too many open files"])) }
      }
    }

    @Test("a comparison that does not fit in memory is rejected before a build")
    func memoryLimit() throws {
      try GitFixture.with { fixture in
        try expect(
          "ulimit -v 3000000; exec \"$bench\" compare --against HEAD --rows 100M",
          in: fixture.package, .usage,
          "chat, 100000000 rows would need about 9.7 GiB of memory, expected at most 2.6 GiB")
      }
    }

    @Test("exhausted memory is an error with exit code 74")
    func exhaustion() throws {
      try withFiles { bench in
        // The memory limit is at most 5 MB higher than the memory that a list with two rows needs. Nine
        // copies of a list with 100,000 rows need 7 MB more than the list with two rows, so they exceed the
        // limit.
        let least = try stride(from: 60_000, through: 400_000, by: 5000).first {
          try shell("ulimit -v \($0); exec \(replay) o", in: bench.folder).code == 0
        }
        let limit = try #require(least)
        try bench.write("long", String(repeating: "44\n", count: 100_000))
        let long = "\"$bench\" replay -s triple-copy:copies=9 -H long -g g -f p"
        let outcome = try shell("ulimit -v \(limit); exec \(long)", in: bench.folder)
        #expect(outcome == (74, ["layoutbench: the system has no more memory for this"]))
        #expect(!FileSystem.holds(bench.folder + "/p"))
      }
    }

    @Test("SIGQUIT ends the program without a crash report")
    func quit() throws {
      try withFiles { bench in
        // The shell sends the signal only after the program has opened the pipe, so the program is certainly
        // running then.
        let script =
          "mkfifo p; \"$bench\" replay -s fenwick -H p -g g -f o & exec 3>p; kill -QUIT $!; "
          + "wait $! 2>/dev/null"
        let outcome = try shell(script, in: bench.folder)
        #expect(outcome.code == 128 + SIGQUIT)
        #expect(!outcome.lines.contains { $0.contains("Crash") || $0.contains("Fatal") })
        #expect(!FileSystem.holds(bench.folder + "/o"))
      }
    }

    @Test("a missing temporary folder and a missing compiler are errors")
    func missingTools() throws {
      try GitFixture.with { fixture in
        let compare = "exec \"$bench\" compare --against HEAD"
        let nowhere = try shell("export TMPDIR=/no/such/; \(compare)", in: fixture.package)
        #expect(nowhere.code == ExitCode.cannotCreate.rawValue && nowhere.lines.count == 1)
        #expect(nowhere.lines.first?.hasSuffix(": No such file or directory") == true)
        try FileSystem.createFolder(fixture.tools + "/git-only")
        let only = "ln -s \"$(command -v git)\" '\(fixture.tools)/git-only/git'; PATH="
        let none = try shell(
          "\(only)'\(fixture.tools)/git-only'; \(compare)", in: fixture.package)
        #expect(none.code == ExitCode.missingInput.rawValue && none.lines.count == 2)
        #expect(none.lines.last == "bench: --against needs swift, which is not in PATH")
      }
    }
  }
#endif
