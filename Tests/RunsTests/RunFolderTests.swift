import Basics
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Runs

private let revision = Revision(commit: "1a2b3c4d5e6f", isDirty: false)

@Suite("The folder of a run")
struct RunFolderTests {
  @Test(
    "runs that begin in the same second get different folders; a recorded one is named by its day")
  func defaultPlace() throws {
    try withTemporaryFolder { root in
      let started = Date(timeIntervalSince1970: 1_772_360_100)
      let names = try (0..<3).map { _ in
        try RunFolder.create(under: root, started: started, revision: revision).path
      }
      let name = "\(root)/runs/20260301T101500Z-1a2b3c4"
      #expect(names == [name, name + "-2", name + "-3"])
      let kept = try RunFolder.createRecorded(
        under: root, started: started, machine: .example,
        revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true))
      #expect(kept.path == "\(root)/2026-03-01-intel-xeon-2-20ghz-1a2b3c4-dirty")
    }
  }

  @Test("the user's folder is created with its parents, or used if it is empty")
  func chosenPlace() throws {
    try withTemporaryFolder { root in
      let path = root + "/a/b"
      for name in [path, path + "/", path + "//"] {
        let folder = try RunFolder.create(at: name)
        #expect(folder.path == path)
        #expect(FileSystem.holdsFolder(path))
      }
    }
  }

  @Test("a folder that is not empty, or a file, is rejected")
  func takenPlace() throws {
    try withTemporaryFolder { root in
      try write("", to: root + "/file")
      let refused = [
        root: "cannot create \(root): the folder is not empty; a run never overwrites another",
        root + "/file": "cannot create \(root)/file: it is a file, "
          + "or a link that does not lead to a folder",
        root + "/file/run": "cannot create \(root)/file/run: Not a directory",
      ]
      for (path, message) in refused {
        #expect(throws: RunFault(.cannotCreate, message)) {
          _ = try RunFolder.create(at: path)
        }
      }
      let nameless = fault { () throws(RunFault) in _ = try RunFolder.create(at: "") }
      #expect(nameless?.exitCode == .usage)
      let blocked = fault { () throws(RunFault) in
        _ = try RunFolder.create(
          under: root + "/file", started: Date(timeIntervalSince1970: 0), revision: .unknown)
      }
      #expect(blocked?.exitCode == .cannotCreate)
    }
  }

  @Test("if several runs begin at the same time in one folder, exactly one of them gets it")
  func race() throws {
    try withTemporaryFolder { root in
      for attempt in 0..<200 {
        let path = "\(root)/\(attempt)"
        let winners = Mutex<[Int]>([])
        let others = Mutex<[RunFault]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { racer in
          do throws(RunFault) {
            let folder = try RunFolder.create(at: path)
            let writer = try RunWriter(folder, .example, planned: [])
            try writer.append([.example(round: 0, slot: racer)])
            try writer.finish(.example, [], readme: "", page: "")
            winners.withLock { $0.append(racer) }
          } catch {
            others.withLock { $0.append(error) }
          }
        }
        #expect(winners.withLock { $0 }.count == 1)
        #expect(others.withLock { $0 }.map(\.exitCode) == [.cannotCreate, .cannotCreate])
        let slots = try RunFolder.open(path).samples().map(\.slot)
        #expect(slots == winners.withLock { $0 })
      }
    }
  }

  @Test("latest points to the newest run, with a relative path if possible, and replaces no file")
  func latest() throws {
    try withTemporaryFolder { root in
      let results = root + "/results"
      for name in ["first", "second"] {
        try RunFolder.create(at: "\(results)/runs/\(name)").becomeLatest(under: results)
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: results + "/latest")
        #expect(target == "runs/\(name)")
      }
      let elsewhere = try RunFolder.create(at: root + "/elsewhere")
      try elsewhere.becomeLatest(under: results)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: results).sorted() == ["latest", "runs"])
      try elsewhere.write(.example)
      #expect(try RunFolder.open(results + "/latest").record() == .example)

      try FileSystem.createFolder(root + "/other/latest")
      let refusal = fault { () throws(RunFault) in
        try elsewhere.becomeLatest(under: root + "/other")
      }
      #expect(refusal?.exitCode == .cannotCreate)
      #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/other") == ["latest"])
    }
  }

  @Test("a folder without a run is missing input")
  func opening() throws {
    try withTemporaryFolder { root in
      let empty = fault { () throws(RunFault) in _ = try RunFolder.open(root) }
      #expect(
        empty
          == RunFault(.missingInput, "\(root) has no run.json, so it is not the folder of a run"))
      let absent = fault { () throws(RunFault) in _ = try RunFolder.open(root + "/absent") }
      #expect(absent?.exitCode == .missingInput)
      let files = try RunFolder.create(at: root)
      let samples = fault { () throws(RunFault) in _ = try files.samples() }
      let summary = fault { () throws(RunFault) in _ = try files.summary() }
      #expect([samples?.exitCode, summary?.exitCode] == [.missingInput, .missingInput])
    }
  }

  @Test("every file can be read back and is replaced as a whole")
  func files() throws {
    try withTemporaryFolder { root in
      let folder = try RunFolder.create(at: root)
      try folder.write([CellResult.full, .full])
      try folder.write([CellResult.full])
      #expect(try folder.summary() == [.full])
      var nameless = CellResult.full
      nameless.cell.strategy = "nan"
      let refusal = fault { () throws(RunFault) in try folder.write([nameless]) }
      #expect(
        refusal
          == RunFault(
            .usage,
            "the name \"nan\" would be read as a missing value by data frame libraries"))
      #expect(try folder.summary() == [.full])
      try folder.write(readme: "# A run\n", page: "<p>")
      #expect(try text(at: folder.readmePath) == "# A run\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
      #expect(names == ["README.md", "index.html", "summary.csv"])
    }
  }

  @Test(
    "a run's folder may have any name that the system allows",
    arguments: [
      "r", "rs", "r/", "r//", "./r", "x/../r", "a b", "a\nb", "-", "é", "a\u{301}",
      String(repeating: "n", count: 255), String(repeating: "é", count: 127) + "n",
    ])
  func runNames(name: String) throws {
    try withTemporaryFolder { root in
      try FileSystem.createFolder(root + "/x")
      let folder = try RunFolder.create(at: "\(root)/\(name)")
      let writer = try RunWriter(folder, .example, planned: [])
      try writer.append([.example(round: 0, slot: 0)])
      var record = RunRecord.example
      record.sampleCount = 1
      try writer.finish(record, [], readme: "", page: "")
      #expect(try RunFolder.open("\(root)/\(name)").record() == record)
      #expect(try folder.samples().count == 1)
    }
  }

  @Test("a name that the system does not allow gives a one-line error with exit code 73")
  func tooLong() throws {
    try withTemporaryFolder { root in
      let path = root + "/" + String(repeating: "n", count: 256)
      #expect(throws: RunFault(.cannotCreate, "cannot create \(path): File name too long")) {
        _ = try RunFolder.create(at: path)
      }
    }
  }
}
