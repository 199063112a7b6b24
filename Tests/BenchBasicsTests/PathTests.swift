import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@Suite("Paths")
struct PathTests {
  @Test(
    "A path is split into a folder and a name, and repeated or trailing slashes are ignored",
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
    "Replacing a file with a long name succeeds or changes nothing, and leaves no temporary file behind"
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
    "Reading fails if a file never ends or exceeds the limit, or if its path contains a NUL byte"
  )
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
      // An oversized file is rejected based on its reported size, before it is read.
      truncate(file, 5 << 30)
      expect(.badData, "\(file): larger than \(1 << 29) bytes", reading: file, limit: 1 << 29)
      expect(
        .missingInput, "cannot read \(file) x: No such file or directory", reading: file + "\0x",
        limit: 5)
    }
  }
}
