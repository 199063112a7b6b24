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
    "A path is shortened only if the short path leads to the same file, even with symbolic links")
  func short() throws {
    try withTemporaryFolder { root in
      for name in ["a", "a/b", "c"] { try FileSystem.createFolder("\(root)/\(name)") }
      try FileManager.default.createSymbolicLink(
        atPath: root + "/link", withDestinationPath: root + "/a/b")
      #expect(FileSystem.short(root + "/a/b/../../c") == root + "/c")
      #expect(FileSystem.short(root + "/a/../a/b/") == root + "/a/b")
      for path in ["\(root)/link/../b", "\(root)/a/../missing", "../..", "/", ""] {
        #expect(FileSystem.short(path) == path)
      }
    }
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

  @Test("A file is created as a whole and never replaces an existing file or link")
  func creation() throws {
    try withTemporaryFolder { root in
      let path = root + "/file"
      try FileSystem.createFile(at: path, with: [1, 2])
      symlink("nowhere", root + "/link")
      for path in [path, root + "/link"] {
        #expect(throws: RunFault(.cannotCreate, "cannot create \(path): File exists")) {
          try FileSystem.createFile(at: path, with: [3])
        }
      }
      #expect(try FileSystem.bytes(at: path) == [1, 2])
      #expect(try FileSystem.names(in: root) == ["file", "link"])
    }
  }

  @Test("The destination of a path is the target of its links, and a cycle of links is rejected")
  func links() throws {
    try withTemporaryFolder { root in
      try FileSystem.createFolder(root + "/in")
      symlink("in/second", root + "/first")
      symlink("../target", root + "/in/second")
      #expect(try FileSystem.destination(root + "/first") == root + "/in/../target")
      symlink("round", root + "/round")
      let refusal = fault { () throws(RunFault) in
        _ = try FileSystem.destination(root + "/round")
      }
      #expect(refusal?.exitCode == .cannotCreate)
      #expect(try FileSystem.destination(root + "/plain") == root + "/plain")
    }
  }

  @Test(
    "A folder's names are returned in order, and the error for an unreadable folder gives the reason"
  )
  func contents() throws {
    try withTemporaryFolder { root in
      for name in ["b", "a b", ".hidden"] { try write("", to: "\(root)/\(name)") }
      #expect(try FileSystem.names(in: root) == [".hidden", "a b", "b"])
      #expect(throws: RunFault(.ioFailure, "cannot read \(root)/b: Not a directory")) {
        _ = try FileSystem.names(in: root + "/b")
      }
    }
  }

  @Test("Two paths to one file count as the same file; two files, devices or folders never do")
  func sameFiles() throws {
    try withTemporaryFolder { root in
      try write("a", to: root + "/a")
      try write("a", to: root + "/b")
      symlink("a", root + "/link")
      link(root + "/a", root + "/hard")
      for name in ["a", "link", "hard", "./a"] {
        #expect(FileSystem.areSameFile(root + "/a", "\(root)/\(name)"))
      }
      #expect(!FileSystem.areSameFile(root + "/a", root + "/b"))
      #expect(!FileSystem.areSameFile(root, root))
      #expect(!FileSystem.areSameFile("/dev/null", "/dev/null"))
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
