import Basics
import Foundation
import Testing

@testable import BenchTool

struct TemporaryFolderTests {
  /// Creates a folder like one that a killed process leaves behind, and sets its age to `age` seconds.
  private func folder(age: Double) throws -> String {
    let path = NSTemporaryDirectory() + "layoutbench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try self.age(path, by: age)
    return path
  }

  private func age(_ path: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
  }

  @Test("The folder of a killed process is removed, but not a locked or a new one")
  func abandoned() throws {
    // The folder is locked before its age is set, because a concurrent test may remove old folders that are
    // not locked.
    let locked = try folder(age: 0)
    let descriptor = open(locked, O_RDONLY)
    defer { close(descriptor) }
    #expect(FileSystem.lock(descriptor) == 0)
    try age(locked, by: 120)
    let (killed, new) = (try folder(age: 120), try folder(age: 0))
    defer { for path in [locked, new] { try? FileManager.default.removeItem(atPath: path) } }
    let own = try TemporaryFolder.with { path in
      #expect(FileManager.default.fileExists(atPath: path))
      return path
    }
    let remaining = [killed, locked, new, own].filter(FileManager.default.fileExists(atPath:))
    #expect(remaining == [locked, new])
  }
}
