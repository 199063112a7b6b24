import Foundation
import HostSystem
import Runs
import Testing

@Suite("A damaged journal, a full disk")
struct JournalDamageTests {
  /// The header and two rounds of two samples, without their line ends.
  private let lines = String(
    decoding: SampleRow.schema.text(of: [
      .example(round: 0, slot: 0, roundSize: 2),
      .example(round: 0, slot: 1, strategy: "sum-tree", roundSize: 2),
      .example(round: 1, slot: 0, strategy: "sum-tree", roundSize: 2),
      .example(round: 1, slot: 1, roundSize: 2),
    ]), as: UTF8.self
  ).split(separator: "\n").map(String.init)

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

  @Test("a lost line is refused where the next round begins too early")
  func lostLine() {
    for index in 1...2 {
      var damaged = lines
      damaged.remove(at: index)
      #expect(
        refusal(of: damaged)
          == RunFault(.badData, "f:3: a new round, expected sample 2 of the 2 of round 0"))
    }
  }

  @Test("a round of no samples is refused")
  func emptyRound() {
    var damaged = lines
    damaged[3] = damaged[3].replacing("warm,0,0,2", with: "warm,0,0,0")
    #expect(
      refusal(of: damaged)
        == RunFault(.badData, "f:4: column round_size: found \"0\", expected 1 or more"))
  }

  @Test("what no run writes is refused, with its line and what was expected")
  func impossible() {
    let cases = [
      (line: 2, ",0,1,4096", ",0,0,4096", "column slot: found \"0\", expected more than 0"),
      (2, "sum-tree", "fenwick", "segment 0 of fenwick is in round 0 twice"),
      (3, ",1,0,4096", ",0,0,4096", "column round: found \"0\", expected more than 0"),
    ]
    for (line, original, replacement, message) in cases {
      var damaged = lines
      damaged[line] = damaged[line].replacing(original, with: replacement)
      let found = refusal(of: damaged)?.message ?? "accepted"
      #expect(found.hasPrefix("f:\(line + 1): \(message)"), "\(found)")
    }
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

  @Test("samples of two rounds are not one round, and no operations are no sample")
  func badRounds() throws {
    try withTemporaryFolder { folder in
      let journal = try Journal.create(at: folder + "/samples.csv")
      var idle = SampleRow.example(round: 0, slot: 0)
      idle.operations = 0
      let rounds: [[SampleRow]] = [
        [.example(round: 0, slot: 0), .example(round: 1, slot: 1)],
        [.example(round: 0, slot: 0), .example(round: 0, slot: 1, rows: 7)],
        [idle],
      ]
      for round in rounds {
        let refusal = fault { () throws(RunFault) in try journal.append(round, now: 0) }
        #expect(refusal?.exitCode == .internalFault)
      }
    }
  }

  @Test(
    "a full disk is an I/O failure, after which nothing more is taken",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    let journal = Journal(
      path: "/dev/full", file: try OutputFile(reopening: "/dev/full"), length: 0)
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

  private func refusal(of lines: [String]) -> RunFault? {
    let bytes = lines.joined(separator: "\n").utf8 + [UInt8(ascii: "\n")]
    return fault { () throws(RunFault) in
      _ = try Journal.contents(of: Array(bytes), file: "f")
    }
  }
}
