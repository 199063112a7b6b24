import BenchBasics
import BenchMeasuring
import BenchTestSupport
import Foundation
import Testing

@Suite("Child processes")
struct ChildProcessTests {
  private func run(_ script: String, deadline: Double? = 60) throws -> ChildProcess.Outcome {
    try ChildProcess.run(["sh", "-c", script], deadline: deadline)
  }

  @Test("Standard output, standard error and the exit status are reported separately")
  func outcomes() throws {
    let whole = try run("echo out; echo first >&2; echo last >&2; exit 3")
    #expect(whole.output == "out\n" && whole.lastErrorLine == "last")
    #expect(whole.ending == .exited(3) && whole.ending.text == "ended with status 3")
    #expect(try run("kill -9 $$").ending == .signalled(9))
    #expect(try run("true").ending.isSuccess)
  }

  @Test("A child that writes a lot of output to both streams doesn't cause a deadlock")
  func floods() throws {
    let flood = "head -c 1000000 /dev/zero | tr '\\0' x"
    let outcome = try run("\(flood) >&2; \(flood); \(flood) >&2")
    #expect(outcome.output.utf8.count == 1_000_000)
    #expect(outcome.errorOutput.utf8.count == 2_000_000)
  }

  @Test("A child that exceeds its deadline is killed even if it has closed its streams")
  func deadline() throws {
    for script in ["exec sleep 600", "exec >&- 2>&-; exec sleep 600"] {
      let outcome = try run(script, deadline: 0.3)
      #expect(outcome.ending == .overdue(0.3))
      #expect(outcome.ending.text == "did not end within 0.3 s")
    }
  }

  @Test("`run` returns once the child has ended, even if other processes keep its streams open")
  func heirs() throws {
    let start = ContinuousClock.now
    let outcome = try run("sleep 30 & echo $!")
    #expect(ContinuousClock.now - start < .seconds(20) && outcome.ending.isSuccess)
    kill(try #require(pid_t(outcome.output.dropLast())), SIGKILL)
  }

  @Test("An interruption ends the child")
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

  @Test("A child gets the modified environment and doesn't inherit ignored signals")
  func surroundings() throws {
    let outcome = try ChildProcess.run(
      ["sh", "-c", "echo $ADDED ${HOME-none}; kill -PIPE $$; echo ignored"],
      environment: ["ADDED": "this", "HOME": nil])
    #expect(outcome.output == "this none\n" && outcome.ending == .signalled(SIGPIPE))
  }

  @Test("A child whose exit status is lost is treated as failed")
  func lostStatus() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      for status in [0, 1] {
        let outcome = try ChildProcess.run(["sh", "-c", "echo out; exit \(status)"])
        #expect(outcome.ending == .unknown && !outcome.ending.isSuccess)
        #expect(outcome.output == "out\n")
        #expect(outcome.ending.text == "ended with an unknown status")
      }
    }
  }

  #if os(Linux)
    @Test("Killing a child also kills the processes that it started")
    func family() throws {
      let outcome = try run("sleep 600 & echo $!; exec sleep 600", deadline: 1)
      #expect(outcome.ending == .overdue(1))
      let grandchild = try #require(pid_t(outcome.output.dropLast()))
      // On a busy system, it can take a while for a process to end.
      let end = MonotonicClock.now() + 10_000_000_000
      var isEnded = false
      while !isEnded, MonotonicClock.now() < end {
        let state = (try? text(at: "/proc/\(grandchild)/stat"))?.split(separator: ")").last
        isEnded = state?.hasPrefix(" Z") ?? true
      }
      #expect(isEnded)
    }

    @Test("A child ends when its parent does, even if the parent is killed")
    func orphan() async throws {
      let folder = NSTemporaryDirectory() + "orphan-" + UUID().uuidString
      try FileSystem.createFolder(folder)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      setenv("ORPHAN", folder, 1)
      defer { unsetenv("ORPHAN") }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let folder = try #require(ProcessInfo.processInfo.environment["ORPHAN"])
        // The child keeps the pipe open until it ends.
        let script = "exec 3> \(folder)/pipe; kill -KILL $PPID; exec sleep 600"
        Thread { _ = try? ChildProcess.run(["sh", "-c", script]) }.start()
        _ = try FileSystem.bytes(at: folder + "/pipe")
      }
      let reader = open(folder + "/pipe", O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      var byte: UInt8 = 0
      // As long as a process has the pipe open for writing, `read` fails because no data is available.
      for _ in 0..<1000 where read(reader, &byte, 1) < 0 { poll(nil, 0, 10) }
      #expect(read(reader, &byte, 1) == 0)
    }
  #endif
}
