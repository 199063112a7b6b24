import Basics
import Foundation
import TestSupport
import Testing

@testable import Runs

/// Samples for tests of the run writer: three rounds, which belong to two groups.
private let rounds: [[SampleRow]] = [
  ["fenwick", "prefix-array", "sum-tree"].enumerated().map { slot, strategy in
    .example(round: 0, slot: slot, strategy: strategy)
  },
  [.example(round: 0, slot: 0, strategy: "a \"quoted\", name", rows: 9)],
  ["sum-tree", "fenwick"].enumerated().map { slot, strategy in
    .example(round: 1, slot: slot, strategy: strategy)
  },
]

@Suite("Writing a run")
struct RunWriterTests {
  private var unfinished: RunRecord {
    var record = RunRecord.example
    (record.status, record.finished, record.sampleCount) = (.incomplete, nil, nil)
    return record
  }

  private func writer(at path: String) throws(RunFault) -> RunWriter {
    try RunWriter(RunFolder.create(at: path), unfinished, planned: [.full])
  }

  @Test(
    "every appended round is in samples.csv immediately; after the end the record has the number of samples"
  )
  func appending() throws {
    try withTemporaryFolder { root in
      let writer = try writer(at: root + "/run")
      let folder = writer.folder
      #expect(try folder.record() == unfinished)
      #expect(try folder.summary() == [.full])
      for count in 1...rounds.count {
        try writer.append(rounds[count - 1])
        #expect(try folder.samples() == Array(rounds[..<count].joined()))
      }
      try writer.finish(
        .example, [.full, .example(named: "other")], readme: "# A run", page: "<p>")
      var record = RunRecord.example
      record.sampleCount = 6
      #expect(try folder.record() == record)
      #expect(try folder.summary().count == 2)
      #expect(try text(at: folder.readmePath) + text(at: folder.pagePath) == "# A run<p>")
      #expect(
        try FileSystem.names(in: folder.path)
          == ["README.md", "index.html", "run.json", "samples.csv", "summary.csv"])
      let late = fault { () throws(RunFault) in try writer.append(rounds[0]) }
      #expect(late?.exitCode == .internalFault)
    }
  }

  @Test("samples.csv of a killed run can be truncated at any byte without losing complete lines")
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
        let isRefused = fault { () throws(RunFault) in _ = try writer.folder.samples() } != nil
        #expect(isRefused == (length == 0 || bytes[length - 1] != UInt8(ascii: "\n")))
      }
    }
  }

  @Test("a folder can be claimed only once, also within one process")
  func claims() throws {
    try withTemporaryFolder { root in
      let path = root + "/run"
      // Two runs open the same folder while it is empty; only one of them may write to it.
      let folders = [try RunFolder.create(at: path), try RunFolder.create(at: path)]
      let winner = try RunWriter(folders[0], unfinished, planned: [.full])
      let taken = RunFault(.cannotCreate, "cannot create \(path)/run.json: File exists")
      let loser = fault { () throws(RunFault) in
        _ = try RunWriter(folders[1], .example, planned: [], hasSamples: false)
      }
      #expect(loser == taken)
      #expect(try folders[1].record() == unfinished && folders[1].isBeingWritten)
      try winner.finish(.example, [.full], readme: "", page: "")
      #expect(try folders[1].record().status == .complete)
    }
  }

  @Test(
    "files that other programs create in the folder are kept, and the rest of the run is complete")
  func foreignFiles() throws {
    try withTemporaryFolder { root in
      let early = RunFolder(path: root + "/early")
      _ = try RunFolder.create(at: early.path)
      try write("mine", to: early.summaryPath)
      #expect(throws: RunFault(.cannotCreate, "cannot create \(early.summaryPath): File exists")) {
        _ = try RunWriter(early, unfinished, planned: [.full])
      }
      #expect(try FileSystem.names(in: early.path) == ["summary.csv"])

      let writer = try writer(at: root + "/run")
      let folder = writer.folder
      try writer.append(rounds[0])
      try write("mine", to: folder.readmePath)
      let found = fault { () throws(RunFault) in
        try writer.finish(.example, [.full], readme: "# A run", page: "<p>")
      }
      #expect(found?.exitCode == .cannotCreate)
      let start = "cannot create \(folder.readmePath), which another program created"
      #expect(found?.message.hasPrefix(start) == true)
      #expect(try text(at: folder.readmePath) == "mine")
      #expect(try text(at: folder.pagePath) == "<p>")
      #expect(try folder.record().status == .complete)
    }
  }

  @Test("a folder that was removed and claimed by another run is not written to")
  func otherRun() throws {
    try withTemporaryFolder { root in
      let first = try writer(at: root + "/run")
      try FileManager.default.removeItem(atPath: root + "/run")
      let second = try writer(at: root + "/run")
      try second.finish(.example, [], readme: "second", page: "")
      let found = fault { () throws(RunFault) in
        try first.finish(.example, [.full], readme: "first", page: "")
      }
      #expect(found?.exitCode == .cannotCreate)
      #expect(try text(at: second.folder.readmePath) == "second")
      first.withdraw()
      #expect(try second.folder.record().status == .complete)
    }
  }

  @Test("a withdrawn run leaves only the files of other programs")
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
    "names that cannot be read back are rejected before a file is created",
    arguments: ["nan", "NA", "", "two\nlines", "tab\t"])
  func badNames(name: String) throws {
    try withTemporaryFolder { root in
      let folder = try RunFolder.create(at: root)
      let refusal = fault { () throws(RunFault) in
        _ = try RunWriter(folder, unfinished, planned: [.example(named: name)])
      }
      #expect(refusal?.exitCode == .usage)
      #expect(try FileSystem.names(in: root).isEmpty)
      let writer = try RunWriter(folder, unfinished, planned: [])
      let late = fault { () throws(RunFault) in
        try writer.append([.example(round: 0, slot: 0, strategy: name)])
      }
      #expect(late?.exitCode == .usage)
      #expect(try folder.samples().isEmpty)
    }
  }

  @Test("on a full disk earlier rounds are kept and later ones rejected")
  func fullDisk() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { root in
        let writer = try RunWriter(RunFolder.create(at: root + "/run"), .example, planned: [])
        try writer.append(rounds[0])
        let whole = try FileSystem.bytes(at: writer.folder.samplesPath)
        // This limit on the size of the file allows only a part of the next line to be written, as on a full
        // disk.
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
        let after = fault { () throws(RunFault) in try writer.append(rounds[1]) }
        precondition(after?.exitCode == .internalFault)
      }
    }
  }
}

extension CellResult {
  fileprivate static func example(named strategy: String) -> CellResult {
    var row = CellResult.full
    row.cell.strategy = strategy
    return row
  }
}
