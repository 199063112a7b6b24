import Basics
import Foundation
import Testing

@testable import BenchTool

@Suite("A process of the program")
struct ProcessTests {
  @Test("one signal ends a process that hangs, with exit code 130")
  func hanging() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.listen(patience: 1)
      raise(SIGTERM)
      while true { pause() }
    }
  }

  @Test("The folder of a killed process is removed, but not a locked or a new one")
  func abandoned() throws {
    /// Creates a folder like one that a killed process leaves behind.
    func folder() throws -> String {
      let path = NSTemporaryDirectory() + "layoutbench-" + UUID().uuidString
      try FileSystem.createFolder(path)
      return path
    }
    func age(_ path: String) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: path)
    }
    // The folder is locked before its age is set, because a concurrent test may remove old folders that are
    // not locked.
    let (killed, locked, new) = (try folder(), try folder(), try folder())
    let descriptor = open(locked, O_RDONLY)
    defer { close(descriptor) }
    #expect(FileSystem.lock(descriptor) == 0)
    try age(locked)
    try age(killed)
    defer { for path in [locked, new] { try? FileManager.default.removeItem(atPath: path) } }
    let own = try TemporaryFolder.with { path in
      #expect(FileSystem.holdsFolder(path))
      return path
    }
    #expect([killed, locked, new, own].filter(FileSystem.holdsFolder) == [locked, new])
  }
}
