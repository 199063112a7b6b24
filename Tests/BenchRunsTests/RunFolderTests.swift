import BenchBasics
import BenchTestSupport
import Foundation
import Synchronization
import Testing

@testable import BenchRuns

@Suite("Run folders")
struct RunFolderTests {
  @Test("Runs that start in the same second get different folders, even if they race for them")
  func defaultPlace() throws {
    try withTemporaryFolder { root in
      let names = Mutex<Set<String>>([])
      DispatchQueue.concurrentPerform(iterations: 100) { _ in
        let folder = try? RunFolder.create(under: root, for: .example, isKept: false)
        names.withLock { _ = $0.insert(folder?.path ?? "") }
      }
      let name = "\(root)/runs/20260301T101500Z-1a2b3c4-dirty"
      #expect(names.withLock { $0 } == Set([name] + (2...100).map { "\(name)-\($0)" }))
      let kept = try RunFolder.create(under: root, for: .example, isKept: true)
      #expect(kept.path == "\(root)/2026-03-01-intel-xeon-2-20ghz-1a2b3c4-dirty")
    }
  }

  @Test("A run can't be created at an existing path, even if the path is an empty folder")
  func takenPlace() throws {
    try withTemporaryFolder { root in
      try write("", to: root + "/file")
      try FileSystem.createFolder(root + "/empty")
      let refused = [
        root + "/empty": "cannot create \(root)/empty: File exists",
        root + "/file/run": "cannot create \(root)/file/run: Not a directory",
      ]
      for (path, message) in refused {
        #expect(throws: RunFault(.cannotCreate, message)) { try RunFolder.create(at: path) }
      }
      #expect(exitCode { _ = try RunFolder.create(at: "") } == .usage)
      // All other names are possible.
      for name in ["r//", "empty/../r2", "a\nb", "\u{e9}", "a\u{301}"] {
        let writer = try RunWriter(RunFolder.create(at: "\(root)/\(name)"), .example, planned: [])
        try writer.finish(.example, [], readme: "", page: "")
        #expect(try RunFolder.open("\(root)/\(name)").record().status == .complete)
      }
    }
  }

  @Test(
    "The symlink `latest` is relative, points to the newest run and never replaces a file")
  func latest() throws {
    try withTemporaryFolder { root in
      let results = root + "/results"
      for name in ["first", "second"] {
        try RunFolder.create(at: "\(results)/runs/\(name)").becomeLatest(under: results)
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: results + "/latest")
        #expect(target == "runs/\(name)")
      }
      try FileSystem.replaceFile(at: root + "/latest", with: Array("mine".utf8))
      let other = try RunFolder.create(at: root + "/run")
      #expect(exitCode { try other.becomeLatest(under: root) } == .cannotCreate)
      #expect(try FileSystem.bytes(at: root + "/latest") == Array("mine".utf8))
    }
  }
}

private let rounds: [[SampleRow]] = [
  [.example(), .example(slot: 1, strategy: "sum-tree")],
  [.example(strategy: "a \"quoted\", name")],
  [.example(round: 1, strategy: "sum-tree"), .example(round: 1, slot: 1)],
]

@Suite("Writing a run's files")
struct RunWriterTests {
  private var unfinished: RunRecord {
    var record = RunRecord.example
    (record.status, record.finished) = (.incomplete, nil)
    return record
  }

  private func writer(at path: String) throws(RunFault) -> RunWriter {
    try RunWriter(RunFolder.create(at: path), unfinished, planned: [.full])
  }

  @Test("Each appended round can be read from samples.csv immediately")
  func appending() throws {
    try withTemporaryFolder { root in
      let writer = try writer(at: root + "/run")
      let folder = writer.folder
      #expect(try folder.record() == unfinished)
      #expect(try folder.plannedCells() == [.full])
      #expect(
        try FileSystem.names(in: folder.path) == ["run.json", "samples.csv", "summary.csv.part"])
      for count in 1...rounds.count {
        try writer.append(rounds[count - 1])
        #expect(try folder.samples() == Array(rounds[..<count].joined()))
      }
      try writer.finish(.example, [.full], readme: "# A run", page: "<p>")
      var record = RunRecord.example
      record.sampleCount = 5
      #expect(try folder.record() == record)
      #expect(try folder.summary() == [.full])
      #expect(try text(at: folder.readmePath) + text(at: folder.pagePath) == "# A run<p>")
      #expect(
        try FileSystem.names(in: folder.path)
          == ["README.md", "index.html", "run.json", "samples.csv", "summary.csv"])
      #expect(exitCode { try writer.append(rounds[0]) } == .internalFault)
    }
  }

  @Test("If samples.csv is truncated at any byte, all complete lines can still be read")
  func cutAnywhere() throws {
    try withTemporaryFolder { root in
      let writer = try writer(at: root + "/run")
      for round in rounds { try writer.append(round) }
      let path = writer.folder.samplesPath
      let bytes = try FileSystem.bytes(at: path)
      let all = Array(rounds.joined())
      for length in 0...bytes.count {
        try FileSystem.replaceFile(at: path, with: Array(bytes[..<length]))
        let lines = bytes[..<length].count { $0 == UInt8(ascii: "\n") }
        #expect(
          try writer.folder.samples(isWhole: false) == Array(all.prefix(max(0, lines - 1))),
          "cut after \(length) bytes")
        let isWhole = length > 0 && bytes[length - 1] == UInt8(ascii: "\n")
        #expect(exitCode { _ = try writer.folder.samples() } == (isWhole ? nil : .badData))
      }
    }
  }

  @Test(
    "Files created in a run's folder by other programs are never overwritten",
    arguments: ["README.md", "summary.csv"])
  func foreignFiles(name: String) throws {
    try withTemporaryFolder { root in
      let writer = try writer(at: root + "/run")
      let folder = writer.folder
      try writer.append(rounds[0])
      try write("mine", to: "\(folder.path)/\(name)")
      let found = fault { () throws(RunFault) in
        try writer.finish(.example, [.full], readme: "# A run", page: "<p>")
      }
      #expect(
        found == RunFault(.cannotCreate, "cannot create \(folder.path)/\(name): File exists"))
      #expect(try text(at: "\(folder.path)/\(name)") == "mine")
      #expect(try folder.samples() == rounds[0])
    }
  }

  @Test(
    "A run whose folder is deleted doesn't write to another run's folder created at the same path")
  func vanishedFiles() throws {
    try withTemporaryFolder { root in
      let first = try writer(at: root + "/run")
      try FileManager.default.removeItem(atPath: root + "/run")
      let second = try writer(at: root + "/run")
      try second.append(rounds[0])
      let code = exitCode { try first.finish(.example, [.full], readme: "first", page: "") }
      #expect(code == .ioFailure)
      #expect(try second.folder.record() == unfinished)
    }
  }

  @Test("Withdrawing a run deletes only the files that the run created")
  func withdrawal() throws {
    try withTemporaryFolder { root in
      try writer(at: root + "/run").withdraw()
      #expect(!FileSystem.holds(root + "/run"))
      let writer = try writer(at: root + "/run")
      try write("mine", to: writer.folder.readmePath)
      writer.withdraw()
      #expect(try FileSystem.names(in: root + "/run") == ["README.md"])
    }
  }

  @Test(
    "Names that CSV can't represent are rejected before anything is written",
    arguments: ["nan", "NA", "", "two\nlines", "tab\t"])
  func badNames(name: String) throws {
    try withTemporaryFolder { root in
      let folder = try RunFolder.create(at: root + "/run")
      let planned = CellResult(cell: .example(strategy: name), status: .ok)
      #expect(exitCode { _ = try RunWriter(folder, .example, planned: [planned]) } == .usage)
      #expect(try FileSystem.names(in: folder.path).isEmpty)
    }
  }

  @Test("If the disk fills up, appending fails, but earlier rounds are kept")
  func fullDisk() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { root in
        let writer = try RunWriter(RunFolder.create(at: root + "/run"), .example, planned: [])
        try writer.append(rounds[0])
        let whole = try FileSystem.bytes(at: writer.folder.samplesPath)
        // Simulate a full disk with a file size limit that is reached in the middle of the next line.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(whole.count + 10), rlim_max: rlim_t(whole.count + 10))
        #if canImport(Glibc)
          setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
          setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        let full = fault { () throws(RunFault) in try writer.append(rounds[1]) }
        precondition(full?.exitCode == .ioFailure)
        precondition(full?.message.hasSuffix("; all earlier repetitions are kept") == true)
        let kept = try FileSystem.bytes(at: writer.folder.samplesPath)
        precondition(kept == whole)
        precondition(exitCode { try writer.append(rounds[1]) } == .internalFault)
      }
    }
  }
}

private func exitCode(_ body: () throws -> Void) -> ExitCode? {
  do {
    try body()
    return nil
  } catch {
    return (error as? RunFault)?.exitCode
  }
}
