import BenchMeasuring
import Foundation
import Testing

@testable import BenchBasics
@testable import BenchRuns
@testable import BenchTool

@Suite("Counts of processes under valgrind")
struct ValgrindTests {
  private func outcome(
    _ status: Int32, _ output: String, _ error: String = ""
  ) -> ChildProcess.Outcome {
    ChildProcess.Outcome(ending: .exited(status), output: output, errorOutput: error)
  }

  @Test("counts are accepted even if a strategy shows wrong rows, but missing counts are an error")
  func counts() throws {
    func check(_ counts: [Double], status: Int32 = 0) throws {
      let group = CellGroup(scenario: "offset", heights: "chat", rows: 9)
      var row = CellResult(
        cell: CellKey(group: group, strategy: "fenwick", mode: .corrected), status: .ok)
      row.countedOperations = 4
      for (counter, count) in zip(Counter.simulated, counts) { row.counters[counter] = count }
      let text = String(decoding: CellResult.csv(of: [row]), as: UTF8.self)
      #expect(try Valgrind.rows(of: outcome(status, text), from: "/bin/valgrind") == [row])
    }
    for status: Int32 in [0, 1] { try check([31, 8, 0, 0, 0], status: status) }
    let message =
      "/bin/valgrind has no counts for fenwick (corrected) in offset, chat, 9 rows; "
      + "make sure that your valgrind includes callgrind"
    for counts in [[], [31], [0, 0, 0, 0, 0]] as [[Double]] {
      #expect(throws: RunFault(.missingInput, message)) { try check(counts) }
    }
  }

  #if os(Linux)
    @Test("the folder doesn't affect the environment of a counting process")
    func environment() throws {
      try TemporaryFolder.with { folder in
        // Like Debian's valgrind, this script runs in a shell, which sets PWD.
        try GitFixture.writeProgram("export PWD; exec env", to: folder + "/valgrind")
        let valgrind = Valgrind(version: "3", path: folder + "/valgrind")
        let command = valgrind.command("program", ["-s", "fenwick"], output: "counts")
        let outputs = try ["a", String(repeating: "n", count: 200)].map { name in
          try FileSystem.createFolder("\(folder)/\(name)")
          let script = "cd '\(folder)/\(name)' && exec \"$@\""
          return try ChildProcess.run(["sh", "-c", script, "sh"] + command).output
        }
        #expect(outputs[0].contains("LAYOUTBENCH_CALLGRIND=counts\n"))
        #expect(outputs[0] == outputs[1])
      }
    }
  #endif

  #if canImport(Glibc) && arch(x86_64)
    /// A script that prints which functions glibc selects for the processor, as offsets within the library.
    private static let selection = """
      import ctypes
      def address(function): return ctypes.cast(function, ctypes.c_void_p).value
      for name, fixed, names in [
          ("libc.so.6", "abs", "memcpy memmove memset memcmp memchr strlen strcmp strcpy strchr strstr"),
          ("libm.so.6", "frexp", "floor ceil rint trunc exp log pow sin cos atan fma")]:
        library = ctypes.CDLL(name)
        for function in names.split():
          print(function, address(library[function]) - address(library[fixed]))
      """

    @Test(
      "glibc selects the same functions for this processor as for valgrind's simulated one",
      .enabled(if: ["python3", "valgrind"].allSatisfy { Program.find($0) != nil }))
    func selection() throws {
      // python3 may be a wrapper script, and valgrind would run the shell instead of Python.
      let python = try ChildProcess.run(["python3", "-c", "import sys; print(sys.executable)"])
        .output
        .trimmingCharacters(in: .newlines)
      let outputs = try [[], ["valgrind", "-q", "--tool=none"]].map { prefix in
        try ChildProcess.run(
          prefix + [python, "-c", Self.selection], environment: GlibcSettings.countingEnvironment
        ).output
      }
      #expect(outputs[0].split(separator: "\n").count == 21)
      #expect(outputs[0] == outputs[1])
    }
  #endif

  @Test(
    "the error message includes the reason that valgrind gives",
    arguments: [
      (
        """
        --12012-- warning: L3 cache found, using its data for the LL simulation.
        ==8536== error writing 48 bytes to shared mem /tmp/vgdb-pipe
        ==8536==
        """, ": error writing 48 bytes to shared mem /tmp/vgdb-pipe"
      ),
      ("--12012-- warning: simulated LL cache: line_size 64\n", ""),
      ("own-bench: no memory\n==1== \n", ": own-bench: no memory"), ("", ""),
    ])
  func reasons(errorOutput: String, end: String) {
    let message = "a process under valgrind ended with status 70\(end)"
    #expect(throws: RunFault(.internalFault, message)) {
      try Valgrind.rows(of: outcome(70, "", errorOutput), from: "v")
    }
  }
}
