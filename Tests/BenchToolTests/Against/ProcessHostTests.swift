import Foundation
import HostSystem
import Recording
import Running
import Testing

@testable import BenchTool

@Suite("A process that serves", .serialized)
struct ProcessHostTests {
  /// Starts a shell script in place of `bench`.
  private func withChild(
    _ script: String, isInterrupted: @escaping () -> Bool = { false },
    _ body: (ProcessHost) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/bench"
      try GitFixture.writeProgram(script, to: path)
      let host = try ProcessHost(path, name: "BASE", isInterrupted: isInterrupted)
      defer { host.end() }
      try body(host)
    }
  }

  private func fault(_ script: String) throws -> RunFault? {
    var fault: RunFault?
    try withChild(script) { host in
      do { _ = try host.hello(as: .base) } catch let error as RunFault { fault = error }
    }
    return fault
  }

  @Test("lines go in and come out one by one, however they are cut")
  func lines() throws {
    let script = #"while read -r line; do printf "<%s" "$line"; printf ">\nmore\n"; done"#
    try withChild(script) { host in
      let answers = try ["hello you", "again", "third"].map { try host.answer(to: $0) }
      #expect(answers == ["<hello you>", "more", "<again>"])
    }
  }

  @Test("a program that does not serve is refused as incomparable, with what it did")
  func strangers() throws {
    let old = try #require(try fault("echo \"unknown verb '$1'\" >&2; exit 64"))
    #expect(old.exitCode == .incomparable)
    #expect(old.message.hasPrefix("BASE does not answer as 'serve' does: a revision from before"))
    #expect(old.message.hasSuffix("(BASE ended with status 64)"))
    let other = try #require(try fault("read -r line; echo 'Hello!'; read -r line"))
    #expect(other.exitCode == .incomparable)
    #expect(other.message.contains("an answer of another protocol"))
    let refusing = try #require(try fault(#"read -r line; echo '{"error":"busy"}'; read -r l"#))
    #expect(refusing.message.contains("busy"))
    let newer = #"{"protocol":99,"tool":"9","compiler":"","optimisation":"","strategies":[],"#
    let future = try #require(
      try fault("read -r line; echo '\(newer)\"scenarios\":[]}'; read -r line"))
    #expect(future.exitCode == .incomparable)
    #expect(future.message.hasPrefix("BASE speaks version 99"))
  }

  @Test("one that says nothing more but lives on is not waited for, nor is a line without an end")
  func mute() throws {
    let mute = try #require(try fault("exec >&-; exec sleep 600"))
    #expect(mute.message.hasSuffix("(BASE was ended by signal 9 (Killed))"), "\(mute.message)")
    let endless = try #require(try fault("exec cat /dev/zero"))
    #expect(endless.message.contains("BASE answers more than 16777216 bytes in one line"))
  }

  @Test("an interruption ends the wait for a program that is silent")
  func silence() throws {
    var asked = 0
    try withChild(
      "exec sleep 600",
      isInterrupted: {
        asked += 1
        return asked > 1
      }
    ) { host in
      #expect(throws: RunFault(.interrupted, "interrupted")) { try host.hello(as: .base) }
    }
  }
}
