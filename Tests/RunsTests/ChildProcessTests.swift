import Basics
import Foundation
import Testing

@testable import Runs

@Suite("Child processes")
struct ChildProcessTests {
  private func run(_ script: String, deadline: Double? = 60) throws -> ChildProcess.Outcome {
    try ChildProcess.run(["sh", "-c", script], deadline: deadline)
  }

  @Test("output, complaints and the ending are told apart")
  func outcomes() throws {
    let whole = try run("echo out; echo first >&2; echo last >&2; exit 3")
    #expect(whole.output == "out\n" && whole.lastComplaint == "last")
    #expect(whole.ending == .exited(3) && whole.ending.text == "ended with status 3")
    #expect(try run("kill -9 $$").ending == .signalled(9))
    #expect(try run("true").ending.isSuccess)
  }

  @Test("much on both streams blocks nobody")
  func floods() throws {
    let flood = "head -c 1000000 /dev/zero | tr '\\0' x"
    let outcome = try run("\(flood) >&2; \(flood); \(flood) >&2")
    #expect(outcome.output.utf8.count == 1_000_000)
    #expect(outcome.complaint.utf8.count == 2_000_000)
  }

  @Test("one that takes too long is ended, also when it has closed its streams")
  func deadline() throws {
    for script in ["exec sleep 600", "exec >&- 2>&-; exec sleep 600"] {
      let outcome = try run(script, deadline: 0.3)
      #expect(outcome.ending == .overdue(0.3))
      #expect(outcome.ending.text == "did not end within 0.3 s")
    }
  }

  @Test("one that has ended is not waited for where others hold its streams")
  func heirs() throws {
    let start = ContinuousClock.now
    let outcome = try run("sleep 30 & echo $!")
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(outcome.ending.isSuccess)
    kill(try #require(pid_t(outcome.output.dropLast())), SIGKILL)
  }

  @Test("an interruption ends it")
  func interruption() throws {
    var asked = 0
    let isInterrupted = {
      asked += 1
      return asked > 2
    }
    #expect(throws: RunFault(.interrupted, "interrupted")) {
      try ChildProcess.run(["sleep", "600"], isInterrupted: isInterrupted)
    }
  }

  @Test("a program that is not there is missing, in one line")
  func missing() {
    #expect(
      throws: RunFault(
        .missingInput, "cannot start no-such-program: No such file or directory")
    ) { try ChildProcess.run(["no-such-program"]) }
  }

  @Test("what this process ignores or adds, the child need not ignore, and sees")
  func surroundings() throws {
    let outcome = try ChildProcess.run(
      ["sh", "-c", "echo $ADDED; kill -PIPE $$; echo ignored"], environment: ["ADDED": "this"])
    #expect(outcome.output == "this\n")
    #expect(outcome.ending == .signalled(SIGPIPE))
  }
}
