import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@Suite("Paths")
struct PathTests {
  @Test(
    "A path is split into the folder and the name that the system uses",
    arguments: [
      ("", ".", ""), ("r", ".", "r"), ("rs", ".", "rs"), ("/", "/", ""), ("//", "/", ""),
      (".", ".", "."), ("..", ".", ".."), ("/r", "/", "r"), ("//r//", "/", "r"),
      ("a/r", "a", "r"), ("a//r//", "a", "r"), ("a/..", "a", ".."), ("é/ü", "é", "ü"),
      (" / ", " ", " "), ("a\nb/c\nd", "a\nb", "c\nd"), ("r\u{301}", ".", "r\u{301}"),
    ])
  func parts(path: String, folder: String, name: String) {
    #expect(FileSystem.folder(of: path) == folder)
    #expect(FileSystem.parts(of: path).name == name)
  }

  @Test(
    "Files are replaced completely or not at all, whatever the length of the name, and leave no draft"
  )
  func replacing() throws {
    try withTemporaryFolder { folder in
      let name = String(repeating: "n", count: 255)
      let path = "\(folder)/\(name)"
      try write("old", to: path)
      let failure = RunFault(.badData, "half-way")
      for isWhole in [false, true] {
        let found = fault { () throws(RunFault) in
          try FileSystem.replaceFile(at: path) { (file) throws(RunFault) in
            try file.append(Array("ne".utf8))
            let seen = try? text(at: path)
            #expect(seen == "old")
            if !isWhole { throw failure }
            try file.append(Array("w".utf8))
          }
        }
        #expect(found == (isWhole ? nil : failure))
        #expect(try text(at: path) == (isWhole ? "new" : "old"))
        #expect(try FileSystem.names(in: folder) == [name])
      }
    }
  }
}

@Suite("Reading a file")
struct ReadTests {
  @Test(
    "Endless files and files above the limit are bad data, and a path with NUL does not exist")
  func limits() throws {
    try withTemporaryFolder { root in
      let file = root + "/file"
      func expect(_ code: ExitCode, _ message: String, reading path: String, limit: Int) {
        #expect(throws: RunFault(code, message)) {
          _ = try FileSystem.bytes(at: path, atMost: limit)
        }
      }
      expect(.badData, "/dev/zero: larger than 1000 bytes", reading: "/dev/zero", limit: 1000)
      try write("12345", to: file)
      #expect(try FileSystem.bytes(at: file, atMost: 5).count == 5)
      expect(.badData, "\(file): larger than 4 bytes", reading: file, limit: 4)
      // The size that the file system reports is enough to reject the file.
      truncate(file, 5 << 30)
      expect(.badData, "\(file): larger than \(1 << 29) bytes", reading: file, limit: 1 << 29)
      expect(
        .missingInput, "cannot read \(file) x: No such file or directory", reading: file + "\0x",
        limit: 5)
    }
  }
}
