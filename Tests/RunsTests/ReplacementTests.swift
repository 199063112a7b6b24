import Foundation
import HostSystem
import Runs
import Testing

/// A file that is written piece by piece in another's place.
struct ReplacementTests {
  @Test("the old file stays until the new one is whole")
  func whole() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/table"
      try write("old", to: path)
      try FileSystem.replaceFile(at: path) { (file) throws(RunFault) in
        try file.append(Array("ne".utf8))
        let seen = try? text(at: path)
        #expect(seen == "old")
        try file.append(Array("w".utf8))
      }
      #expect(try text(at: path) == "new")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["table"])
    }
  }

  @Test("what fails half-way leaves the old file and nothing else")
  func failure() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/table"
      try write("old", to: path)
      let failure = RunFault(.badData, "half-way")
      let found = fault { () throws(RunFault) in
        try FileSystem.replaceFile(at: path) { (file) throws(RunFault) in
          try file.append(Array("half".utf8))
          throw failure
        }
      }
      #expect(found == failure)
      #expect(try text(at: path) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["table"])
    }
  }
}
