import Basics
import Foundation
import Testing

@testable import Runs

/// Three rounds of two groups, as a run writes them.
private let rounds: [[SampleRow]] = [
  ["fenwick", "prefix-array", "sum-tree"].enumerated().map { slot, strategy in
    .example(round: 0, slot: slot, strategy: strategy, roundSize: 3)
  },
  [.example(round: 0, slot: 0, strategy: "a \"quoted\", name", rows: 9, roundSize: 1)],
  ["sum-tree", "fenwick"].enumerated().map { slot, strategy in
    .example(round: 1, slot: slot, strategy: strategy, roundSize: 2)
  },
]

@Suite("The journal")
struct JournalTests {
  /// The journal of these rounds, and its length after each.
  private func journalOfAllRounds() throws -> (bytes: [UInt8], ends: [Int]) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let journal = try Journal.create(at: path)
      for round in rounds {
        // The journal says how large a round is, whatever the caller says.
        let unsized = round.map { row in
          var row = row
          row.roundSize = 99
          return row
        }
        try journal.append(unsized, now: 0)
        ends.append(try FileSystem.bytes(at: path + ".partial").count)
      }
      bytes = try FileSystem.bytes(at: path + ".partial")
      #expect(!FileSystem.holds(path))
      try journal.finish()
      #expect(try FileSystem.bytes(at: path) == bytes)
      #expect(!FileSystem.holds(path + ".partial"))
    }
    return (bytes, ends)
  }

  @Test("is the header and every round, and cut at any byte gives those finished by then")
  func tornAnywhere() throws {
    let (bytes, ends) = try journalOfAllRounds()
    #expect(bytes == SampleRow.schema.text(of: rounds.joined()))
    for length in 0...bytes.count {
      let contents = try Journal.contents(of: Array(bytes[..<length]), file: "f")
      let finished = ends.prefix { $0 <= length }.count
      #expect(contents.rows == Array(rounds[..<finished].joined()), "cut after \(length) bytes")
      #expect(contents.length + contents.tornBytes == length, "cut after \(length) bytes")
    }
  }

  @Test("resumed, also under its final name, ends as the uninterrupted one would have")
  func resuming() throws {
    let (bytes, ends) = try journalOfAllRounds()
    for length in stride(from: 0, through: bytes.count, by: 11) {
      try withTemporaryFolder { folder in
        let path = folder + "/samples.csv"
        let ending = length % 2 == 0 ? "" : ".partial"
        try FileSystem.replaceFile(at: path + ending, with: Array(bytes[..<length]))
        let (journal, contents) = try Journal.resume(at: path)
        #expect(!FileSystem.holds(path))
        let finished = ends.prefix { $0 <= length }.count
        #expect(contents.rows == Array(rounds[..<finished].joined()))
        for round in rounds[finished...] { try journal.append(round, now: 0) }
        try journal.finish()
        #expect(try FileSystem.bytes(at: path) == bytes, "cut after \(length) bytes")
      }
    }
  }

  @Test("lets no round wait longer than half a second for the next to bring it to the disk")
  func synchronising() throws {
    try withTemporaryFolder { folder in
      let journal = try Journal.create(at: folder + "/samples.csv")
      let before = journal.synchronisations
      let second: UInt64 = 1_000_000_000
      let times: [(now: UInt64, synchronisations: Int)] = [
        (5 * second, 0), (5 * second + 1, 0), (5 * second + 499_999_999, 0),
        (5 * second + 500_000_000, 1),
        // From here on the next round is the first that waits.
        (6 * second, 1), (7 * second, 2), (60 * second, 2),
        // A clock that goes back must not put it off.
        (2 * second, 3),
      ]
      for (number, time) in times.enumerated() {
        try journal.append([.example(round: number, slot: 0)], now: time.now)
        #expect(journal.synchronisations - before == time.synchronisations)
      }
    }
  }

  @Test("takes no place that is taken, and only one process writes it")
  func exclusive() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let create = { () throws(RunFault) in _ = try Journal.create(at: path) }
      let resume = { () throws(RunFault) in _ = try Journal.resume(at: path) }
      #expect(fault(resume)?.exitCode == .missingInput)
      let journal = try Journal.create(at: path)
      #expect(
        fault(create) == RunFault(.cannotCreate, "cannot create \(path).partial: File exists"))
      #expect(
        fault(resume)
          == RunFault(.ioFailure, "cannot write \(path).partial: another bench is writing it"))
      try journal.finish()
      #expect(
        fault(create) == RunFault(.cannotCreate, "cannot create \(path): it is there already"))
      try write("", to: path + ".partial")
      #expect(
        fault(resume)
          == RunFault(.badData, "both \(path) and \(path).partial are there: remove the wrong one"))
    }
  }

  // MARK: Damage

  /// The header and two rounds of two samples, without their line ends.
  private let lines = String(
    decoding: SampleRow.schema.text(of: [
      .example(round: 0, slot: 0, roundSize: 2),
      .example(round: 0, slot: 1, strategy: "sum-tree", roundSize: 2),
      .example(round: 1, slot: 0, strategy: "sum-tree", roundSize: 2),
      .example(round: 1, slot: 1, roundSize: 2),
    ]), as: UTF8.self
  ).split(separator: "\n").map(String.init)

  private func refusal(of lines: [String]) -> RunFault? {
    let bytes = lines.joined(separator: "\n").utf8 + [UInt8(ascii: "\n")]
    return fault { () throws(RunFault) in
      _ = try Journal.contents(of: Array(bytes), file: "f")
    }
  }

  @Test("a line that is not a sample is refused, with its number", arguments: 1...4)
  func unreadableLine(index: Int) {
    for damage in ["", "3,offset", "\0\0\0\0", "\"", lines[index].replacing("4096", with: "40x6")] {
      var damaged = lines
      damaged[index] = damage
      let refusal = refusal(of: damaged)
      #expect(refusal?.exitCode == .badData, "\(damage)")
      #expect(refusal?.message.hasPrefix("f:\(index + 1): ") == true, "\(damage)")
    }
  }

  @Test(
    "what no run writes is refused, with its line and what was expected",
    arguments: [
      (3, "warm,0,0,2", "warm,0,0,0", "column round_size: found \"0\", expected 1 or more"),
      (2, ",0,1,4096", ",0,0,4096", "column slot: found \"0\", expected more than 0"),
      (2, "sum-tree", "fenwick", "segment 0 of fenwick is in round 0 twice"),
      (3, ",1,0,4096", ",0,0,4096", "column round: found \"0\", expected more than 0"),
      (2, ",0,1,4096", ",1,1,4096", "a new round, expected sample 2 of the 2 of round 0"),
    ])
  func impossible(line: Int, original: String, replacement: String, message: String) {
    var damaged = lines
    damaged[line] = damaged[line].replacing(original, with: replacement)
    #expect(refusal(of: damaged) == RunFault(.badData, "f:\(line + 1): \(message)"))
  }

  @Test("a file that is something else is refused, and stays as it is")
  func otherFile() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      try write("dear diary\n", to: path)
      let refusal = fault { () throws(RunFault) in _ = try Journal.resume(at: path) }
      #expect(
        refusal
          == RunFault(
            .badData,
            "\(path):1: not a journal of this bench, expected \(SampleRow.schema.header)"))
      #expect(try text(at: path) == "dear diary\n")
    }
  }

  @Test(
    "names that a reader would lose are not recorded",
    arguments: ["nan", "NA", "", "two\nlines", "tab\t"])
  func badNames(name: String) throws {
    try withTemporaryFolder { folder in
      let journal = try Journal.create(at: folder + "/samples.csv")
      let refusal = fault { () throws(RunFault) in
        try journal.append([.example(round: 0, slot: 0, strategy: name)], now: 0)
      }
      #expect(refusal?.exitCode == .usage)
      #expect(try Journal.read(at: folder + "/samples.csv.partial").rows.isEmpty)
    }
  }

  @Test("what its reader refuses is refused with the line, and nothing is changed")
  func refused() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      try write(lines.joined(separator: "\n") + "\n", to: path)
      let refusal = fault { () throws(RunFault) in
        _ = try Journal.resume(at: path) { (row) throws(RunFault) in
          if row.round == 1 { throw RunFault(.badData, "no such round") }
        }
      }
      #expect(refusal == RunFault(.badData, "\(path):4: no such round"))
      #expect(FileSystem.holds(path))
    }
  }

  @Test(
    "a full disk is an I/O failure, after which nothing more is taken",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    let journal = try Journal(
      path: "/dev/full", file: OutputFile(reopening: "/dev/full"), length: 1)
    let round = [SampleRow.example(round: 0, slot: 0)]
    let refusal = fault { () throws(RunFault) in try journal.append(round, now: 0) }
    #expect(
      refusal
        == RunFault(
          .ioFailure,
          "cannot write /dev/full: No space left on device; the rounds before it are kept"))
    let second = fault { () throws(RunFault) in try journal.append(round, now: 0) }
    #expect(second?.exitCode == .internalFault)
  }
}
