import BenchBasics
import Foundation
import Testing

@testable import BenchTool

struct ProgramTests {
  @Test("A process that can't determine its own command line refuses to run")
  func noCommandLine() throws {
    for arguments in [[], [""], ["", "verify"]] {
      let fault = #expect(throws: RunFault.self) { try Tool.processArguments(arguments) }
      #expect(fault?.exitCode == .internalFault)
    }
    #expect(throws: Never.self) { try Tool.processArguments(["bench"]) }
    let arguments = try Tool.processArguments(["bench", "\u{FFFD}"]) { _ in true }
    #expect(arguments == ["\u{FFFD}"])
  }

  @Test("A single signal is enough to end a hanging process, with exit code 130")
  func interruption() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.listen(patience: 1)
      raise(SIGTERM)
      while true { pause() }
    }
  }

  @Test("A crashing process prints the last trap report and is terminated by the original signal")
  func trap() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.exitStatus, \.standardErrorContent]
    ) {
      setenv("SWIFT_BACKTRACE", "enable=no", 1)
      TrapReport.set("first")
      TrapReport.set(String(repeating: "x", count: 2000))
      TrapReport.set("bench: trapped in fenwick\n")
      let rows: [Int] = []
      _ = rows[getpid() > 0 ? 1 : 0]
    }
    let status = try #require(result?.exitStatus)
    #expect(status == .signal(SIGILL) || status == .signal(SIGTRAP))
    let text = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
    #expect(text.contains("\nbench: trapped in fenwick \n") && !text.contains("first"), "\(text)")
  }

  @Test("Results are printed even if they can't be written, and the error is thrown afterwards")
  func order() {
    var done: [String] = []
    #expect(throws: RunFault(.ioFailure, "full")) {
      try writeThenPrint {
        done.append("write")
        throw RunFault(.ioFailure, "full")
      } print: {
        done.append("print")
      }
    }
    #expect(done == ["write", "print"])
  }
}

#if os(Linux)
  @Suite("Closed streams and exhausted resources", .serialized)
  struct SurroundingsTests {
    /// Runs a shell script, then checks its exit code, the number of lines on standard error and the end of
    /// the last line. If `end` is nil, standard error must be empty. `$bench` is the program.
    private func expect(
      _ script: String, in folder: String, _ code: ExitCode, _ end: String? = nil,
      lines count: Int = 1, at location: SourceLocation = #_sourceLocation
    ) throws {
      let (found, lines) = try shell(script, in: folder)
      #expect(found == code.rawValue, "\(script): \(lines)", sourceLocation: location)
      #expect(lines.count == (end == nil ? 0 : count), "\(lines)", sourceLocation: location)
      #expect(lines.last?.hasSuffix(end ?? "") ?? true, "\(lines)", sourceLocation: location)
    }

    /// Calls `body` with a temporary folder that contains input files for `replay`.
    private func withFiles(_ body: (Bench) throws -> Void) throws {
      try withBench { bench in
        try bench.write("h", "44\n44\n")
        try bench.write("g", "op,a,b\n")
        try body(bench)
      }
    }

    private let replay = "\"$bench\" replay -s fenwick -H h -g g -f"
    private let compare = "exec \"$bench\" compare --against HEAD"

    @Test(
      "Arguments that are not valid UTF-8 are rejected, and new files respect the umask"
    )
    func names() throws {
      try withFiles { bench in
        try expect("umask 077; \(replay) new", in: bench.folder, .success)
        let facts = try FileManager.default.attributesOfItem(atPath: "\(bench.folder)/new")
        #expect(facts[.posixPermissions] as? Int == 0o600)
        try expect(
          "\(replay) \"$(printf 'a\\377b')\"", in: bench.folder, .usage,
          "is not valid UTF-8; if it is a path, rename the file")
      }
    }

    @Test("Writing to a closed, full or broken stream fails with exit code 74")
    func streams() throws {
      try withFiles { bench in
        try expect(
          "ulimit -f 0; exec \(replay) out", in: bench.folder, .ioFailure,
          "bench: cannot write out: File too large")
        #expect(try bench.names() == ["g", "h"])
        // The program opens /dev/null if standard error is closed.
        try expect("\(replay) /dev/fd/2 2>&-", in: bench.folder, .success)
        try expect("\(replay) out <&- >&- 2>&-", in: bench.folder, .success)
        // The reader closes the pipe before the program starts.
        let broken =
          "mkfifo p; { read x < p; { \(replay) -; } 2>e; echo $? > c; } | "
          + "{ exec <&-; echo go > p; }; cat e >&2; exit $(cat c)"
        for (script, reason) in [
          ("\(replay) - >&-", "Bad file descriptor"),
          ("\"$bench\" list > /dev/full", "No space left on device"), (broken, "Broken pipe"),
        ] {
          try expect(
            script, in: bench.folder, .ioFailure,
            "bench: cannot write the standard output: \(reason)")
        }
      }
    }

    @Test("Low resource limits and missing tools are reported in one line")
    func limits() throws {
      try GitFixture.with { fixture in
        try expect(
          "ulimit -n 6; \(compare)", in: fixture.package, .ioFailure,
          "bench: cannot start git: Too many open files")
        try expect(
          "ulimit -v 3000000; \(compare) --rows 100M", in: fixture.package, .usage,
          "chat, 100000000 rows would need about 9.7 GiB of memory; the limit is 2.6 GiB")
        try expect(
          "export TMPDIR=/no/such/; \(compare)", in: fixture.package, .cannotCreate,
          ": No such file or directory")
        let tools = fixture.tools + "/git-only"
        try FileSystem.createFolder(tools)
        try expect(
          "ln -s \"$(command -v git)\" '\(tools)/git'; PATH='\(tools)'; \(compare)",
          in: fixture.package, .missingInput,
          "bench: cannot start swift: No such file or directory", lines: 2)
      }
    }

    @Test("Running out of memory is reported as an error with exit code 74")
    func exhaustion() throws {
      try withFiles { bench in
        // Find the lowest memory limit, to within 5 MB, with which a list of two rows can be replayed. Nine
        // copies of 100,000 rows need 7 MB more.
        var (low, limit) = (60_000, 400_000)
        while limit - low > 5000 {
          let middle = (low + limit) / 2
          let isEnough =
            try shell("ulimit -v \(middle); exec \(replay) o", in: bench.folder).code == 0
          (low, limit) = isEnough ? (low, middle) : (middle, limit)
        }
        try bench.write("long", String(repeating: "44\n", count: 100_000))
        try expect(
          "ulimit -v \(limit); "
            + "exec \"$bench\" replay -s triple-copy:copies=9 -H long -g g -f p",
          in: bench.folder, .ioFailure, "layoutbench: out of memory")
        #expect(!FileSystem.holds(bench.folder + "/p"))
      }
    }
  }
#endif
