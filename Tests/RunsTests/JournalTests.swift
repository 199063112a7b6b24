import Foundation
import HostSystem
import Runs
import Testing

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

private let second: UInt64 = 1_000_000_000

/// The samples of some rounds as a finished file has them.
private func labelled(_ rounds: [[SampleRow]]) -> [SampleRow] {
  let outliers = Repetitions.byCell(rounds.joined()).mapValues(\.outliers)
  return rounds.joined().map { sample in
    var row = sample
    row.isOutlier = outliers[row.cell]?.contains(row.round)
    return row
  }
}

@Suite("The journal")
struct JournalTests {
  @Test("the finished file is the header and every round, and the partial one is gone")
  func wholeRun() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let journal = try Journal.create(at: path)
      for round in rounds { try journal.append(round, now: 0) }
      #expect(!FileSystem.holds(path))
      try journal.finish()
      #expect(try FileSystem.bytes(at: path) == SampleRow.schema.text(of: labelled(rounds)))
      #expect(!FileSystem.holds(path + ".partial"))
    }
  }

  @Test("a file of many pieces is labelled as a small one is: all segments of a slow repetition")
  func pieces() throws {
    let rounds = (0..<5_000).map { round in
      (0..<4).map { segment in
        var row = SampleRow.example(round: round, slot: 0, roundSize: 4, segment: segment)
        row.elapsedNs = round % 1_000 == 999 ? 900_000 : 61_440 + round % 7
        return row
      }
    }
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let journal = try Journal.create(at: path)
      for round in rounds { try journal.append(round, now: 0) }
      try journal.finish()
      let bytes = try FileSystem.bytes(at: path)
      #expect(bytes.count > 2 << 20)
      #expect(bytes == SampleRow.schema.text(of: labelled(rounds)))
      let rows = try SampleRow.schema.rows(in: bytes, file: path)
      #expect(rows.count { $0.isOutlier == true } == 5 * 4)
    }
  }

  @Test("the journal says how large a round is, whatever the caller says")
  func roundSize() throws {
    try withTemporaryFolder { folder in
      let journal = try Journal.create(at: folder + "/samples.csv")
      let unsized = rounds[0].map { row in
        var row = row
        row.roundSize = 99
        return row
      }
      try journal.append(unsized, now: 0)
      #expect(try Journal.read(at: folder + "/samples.csv.partial").rows == rounds[0])
    }
  }

  @Test("a journal cut at any byte gives exactly the rounds that were finished by then")
  func tornAnywhere() throws {
    let (bytes, ends) = try journalOfAllRounds()
    for length in 0...bytes.count {
      let contents = try Journal.contents(of: Array(bytes[..<length]), file: "f")
      let finished = ends.prefix { $0 <= length }.count
      #expect(contents.rows == Array(rounds[..<finished].joined()), "cut after \(length) bytes")
      #expect(contents.length + contents.tornBytes == length, "cut after \(length) bytes")
    }
  }

  @Test("a resumed journal ends as the uninterrupted one would have")
  func resuming() throws {
    let (bytes, ends) = try journalOfAllRounds()
    for length in stride(from: 0, through: bytes.count, by: 11) {
      try withTemporaryFolder { folder in
        let path = folder + "/samples.csv"
        try FileSystem.replaceFile(at: path + ".partial", with: Array(bytes[..<length]))
        let (journal, contents) = try Journal.resume(at: path)
        let finished = ends.prefix { $0 <= length }.count
        #expect(contents.rows == Array(rounds[..<finished].joined()))
        for round in rounds[finished...] { try journal.append(round, now: 0) }
        try journal.finish()
        #expect(
          try FileSystem.bytes(at: path) == SampleRow.schema.text(of: labelled(rounds)),
          "cut after \(length) bytes")
      }
    }
  }

  @Test("a run that was interrupted, and so has its final name, goes on as well")
  func resumingFinished() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      var journal = try Journal.create(at: path)
      try journal.append(rounds[0], now: 0)
      try journal.finish()
      var contents: JournalContents
      (journal, contents) = try Journal.resume(at: path)
      #expect(contents.rows == labelled([rounds[0]]))
      #expect(!FileSystem.holds(path))
      try journal.append(rounds[1], now: 0)
      contents = try Journal.read(at: path + ".partial")
      #expect(contents.rows == labelled([rounds[0]]) + rounds[1])
    }
  }

  @Test("no round waits longer than half a second for the next to bring it to the disk")
  func synchronising() throws {
    try withTemporaryFolder { folder in
      let journal = try Journal.create(at: folder + "/samples.csv")
      let before = journal.synchronisations
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

  @Test("the finished file labels what is far from a cell's other rounds, and drops nothing")
  func outliers() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let journal = try Journal.create(at: path)
      // The times 100, 101, 99 … of one cell, with one of 150; of another cell 150 is usual.
      let times = [100, 101, 99, 150, 102, 98, 100, 101]
      for (round, time) in times.enumerated() {
        var usual = SampleRow.example(round: round, slot: 0)
        var other = SampleRow.example(round: round, slot: 1, strategy: "sum-tree")
        (usual.elapsedNs, other.elapsedNs) = (time * 4096, (150 + round % 3) * 4096)
        try journal.append([usual, other], now: 0)
      }
      #expect(try Journal.read(at: path + ".partial").rows.allSatisfy { $0.isOutlier == nil })
      try journal.finish()
      let rows = try SampleRow.schema.rows(in: FileSystem.bytes(at: path), file: path)
      #expect(rows.count == 16)
      #expect(rows.allSatisfy { $0.isOutlier != nil })
      #expect(rows.filter { $0.isOutlier == true }.map(\.elapsedNs) == [150 * 4096])
      #expect(rows.first { $0.isOutlier == true }?.cell.strategy == "fenwick")
    }
  }

  @Test("a journal takes no place that is taken, and only one process writes it")
  func exclusive() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let create = { () throws(RunFault) in _ = try Journal.create(at: path) }
      let resume = { () throws(RunFault) in _ = try Journal.resume(at: path) }
      let journal = try Journal.create(at: path)
      #expect(
        fault(create)
          == RunFault(.cannotCreate, "cannot create \(path).partial: File exists"))
      #expect(
        fault(resume)
          == RunFault(.ioFailure, "cannot write \(path).partial: another bench is writing it"))
      try journal.finish()
      #expect(
        fault(create) == RunFault(.cannotCreate, "cannot create \(path): it is there already"))
    }
  }

  @Test("where both the journal and the finished file are, nobody can tell which is the run")
  func bothNames() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      try Journal.create(at: path).finish()
      try write("", to: path + ".partial")
      let refusal = fault { () throws(RunFault) in _ = try Journal.resume(at: path) }
      #expect(
        refusal
          == RunFault(
            .badData, "both \(path) and \(path).partial are there: remove the wrong one"))
    }
  }

  @Test("without a journal there is nothing to resume")
  func nothingToResume() throws {
    try withTemporaryFolder { folder in
      let refusal = fault { () throws(RunFault) in
        _ = try Journal.resume(at: folder + "/samples.csv")
      }
      #expect(refusal?.exitCode == .missingInput)
    }
  }

  private func journalOfAllRounds() throws -> (bytes: [UInt8], ends: [Int]) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    try withTemporaryFolder { folder in
      let path = folder + "/samples.csv"
      let journal = try Journal.create(at: path)
      for round in rounds {
        try journal.append(round, now: 0)
        ends.append(try FileSystem.bytes(at: path + ".partial").count)
      }
      bytes = try FileSystem.bytes(at: path + ".partial")
    }
    return (bytes, ends)
  }
}
