import Foundation
import Testing

@testable import Runs

@Suite("Runs that measure at once")
struct RunLockTests {
  @Test("see each other, until they end")
  func company() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/lock"
      var first: RunLock? = RunLock(path: path)
      #expect(first?.hasCompany() == false)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o666)
      var second: RunLock? = RunLock(path: path)
      #expect(second?.hasCompany() == true)
      // The first sees the second if it asks while that runs, and does not forget it.
      #expect(first?.hasCompany() == true)
      second = nil
      #expect(first?.hasCompany() == true)
      let third = RunLock(path: path)
      #expect(third.hasCompany())
      first = nil
      #expect(!RunLock(path: folder + "/other").hasCompany())
    }
  }

  @Test("a run after another is alone")
  func afterwards() throws {
    try withTemporaryFolder { folder in
      do {
        let first = RunLock(path: folder + "/lock")
        #expect(!first.hasCompany())
      }
      // A process that another test is just starting holds what this one has let go, for a moment.
      let isAlone = (0..<1000).contains { _ in
        if !RunLock(path: folder + "/lock").hasCompany() { return true }
        poll(nil, 0, 1)
        return false
      }
      #expect(isAlone)
    }
  }

  @Test("what cannot be a lock file is no company, and waits for nobody")
  func impossible() throws {
    try withTemporaryFolder { folder in
      #expect(!RunLock(path: folder + "/no/such/folder").hasCompany())
      #expect(!RunLock(path: folder).hasCompany())
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      #expect(!RunLock(path: folder + "/pipe").hasCompany())
      try write("", to: folder + "/file")
      #expect(symlink(folder + "/file", folder + "/link") == 0)
      #expect(!RunLock(path: folder + "/link").hasCompany())
    }
  }

  @Test("a lock asks for no right to write to its file", arguments: [0o444, 0o644])
  func foreign(mode: UInt32) throws {
    try withTemporaryFolder { folder in
      try write("", to: folder + "/lock")
      #expect(chmod(folder + "/lock", mode_t(mode)) == 0)
      let first = RunLock(path: folder + "/lock")
      #expect(!first.hasCompany())
      #expect(RunLock(path: folder + "/lock").hasCompany())
    }
  }
}
