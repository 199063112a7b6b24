import BenchBasics
import Foundation
import Testing

@testable import BenchTool

struct ProgramTests {
  @Test("A process that can't determine its own command line refuses to run")
  func noCommandLine() {
    for arguments in [[], [""], ["", "verify"]] {
      let fault = #expect(throws: RunFault.self) { try Tool.processArguments(arguments) }
      #expect(fault?.exitCode == .internalFault)
    }
    #expect(throws: Never.self) { try Tool.processArguments(["bench"]) }
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
