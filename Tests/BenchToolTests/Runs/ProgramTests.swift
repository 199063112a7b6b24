import Foundation
import Testing

@testable import BenchTool

struct ProgramTests {
  @Test("An old folder of a killed process is removed, but not a new one")
  func abandoned() throws {
    let folders = [2.0, 0].map {
      (days: $0, path: NSTemporaryDirectory() + "layoutbench-\(UUID())")
    }
    defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder.path) } }
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: false)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -86_400 * folder.days)],
        ofItemAtPath: folder.path)
    }
    let own = try TemporaryFolder.with { path in
      #expect(FileManager.default.fileExists(atPath: path))
      return path
    }
    let remaining = [own] + folders.map(\.path)
    #expect(remaining.filter(FileManager.default.fileExists(atPath:)) == [folders[1].path])
  }

  @Test("one signal ends a process that hangs, with exit code 130")
  func interruption() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.listen(patience: 1)
      raise(SIGTERM)
      while true { pause() }
    }
  }
}
