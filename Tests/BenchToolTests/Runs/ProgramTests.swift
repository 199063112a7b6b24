import BenchBasics
import Foundation
import Testing

@testable import BenchTool

struct ProgramTests {
  @Test("Temporary folders are private and removed afterwards")
  func temporaryFolder() throws {
    let own = try TemporaryFolder.with { path in
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      #expect(facts[.posixPermissions] as? Int == 0o700)
      try FileSystem.createFolder(path + "/tree")
      return path
    }
    #expect(!FileSystem.holds(own))
  }

  @Test("A process that doesn't know its own command line refuses to run")
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

  @Test("A crashing process prints the last trap report and ends with its original signal")
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

  @Test("A cleared trap report isn't printed")
  func clearedTrap() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      TrapReport.set("bench: trapped")
      TrapReport.set(nil)
      abort()
    }
    let text = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
    #expect(!text.contains("trapped"))
  }

  @Test("Results are written before they are printed, and neither failure prevents the other")
  func order() throws {
    struct Fault: Error, Equatable { let name: String }
    for (fails, expected) in [("", ""), ("write", "write"), ("print", "print"), ("both", "write")] {
      var done: [String] = []
      func step(_ name: String) throws {
        done.append(name)
        if fails == name || fails == "both" { throw Fault(name: name) }
      }
      let result = Result {
        try writeThenPrint {
          try step("write")
        } print: {
          try step("print")
        }
      }
      if case .failure(let fault) = result {
        #expect(fault as? Fault == Fault(name: expected))
      } else {
        #expect(expected.isEmpty)
      }
      #expect(done == ["write", "print"])
    }
  }
}
