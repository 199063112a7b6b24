import Basics
import Foundation
import TestSupport
import Testing

@testable import Runs

@Suite("Merging shards")
struct ShardMergeTests {
  @Test("the merged run has the cells in the order of the plan, and every sample once")
  func whole() throws {
    try withShards { shards in
      let merge = try shards.merge()
      #expect(merge.summary.map(\.cell.group.scenario) == Shards.scenarios.flatMap { [$0, $0] })
      #expect(merge.samples.count == Shards.scenarios.count * 4)
      #expect(merge.record.plan.shard == nil)
      #expect(merge.record.plan.cells == Shards.scenarios.count * 2)
      #expect(merge.record.plan.expectedSeconds == 3 * RunPlan.example.expectedSeconds)
      #expect(merge.record.command == ["bench", "merge"])
      #expect(merge.record.shards?.map(\.index) == [1, 2, 3])
      #expect(merge.record.machine == .example)
      #expect(!merge.record.isOfSeveralMachines)
      #expect(merge.record.status == .complete)
      let again = try RunRecord(json: merge.record.json(), file: "f")
      #expect(again == merge.record)
    }
  }

  @Test("different machines are recorded with a warning")
  func machines() throws {
    try withShards { shards in
      // If the records of shards differ only in host name and load, the shards are regarded as measured on
      // one machine, because each container has its own host name.
      try shards.edit(3) { ($0.machine.host, $0.machine.loadAverage) = ("other", 2.5) }
      let same = try shards.merge().record
      #expect(!same.isOfSeveralMachines && same.machine.loadAverage == 2.5)
      try shards.edit(2) { $0.machine.cpuModel = "Other" }
      let record = try shards.merge().record
      #expect(record.isOfSeveralMachines)
      #expect(record.machine.cpuModel == "Intel(R) Xeon(R) CPU @ 2.20GHz | Other")
      #expect(record.shards?.map(\.machine.cpuModel)[1] == "Other")
      #expect(record.warnings.filter { $0.kind == .severalMachines }.count == 1)
      #expect(record.warnings.first?.text.hasPrefix("part 1 of 3: the CPU governor is") == true)
    }
  }

  @Test("runs with other options, programs or rows are rejected with the differing facts")
  func incomparable() throws {
    let cases: [(edit: (inout RunRecord) -> Void, fact: String)] = [
      ({ $0.seed = 7 }, "seed: 18446744073709551615 | 7 | 18446744073709551615"),
      ({ $0.revision = "0000" }, "revision: 1a2b3c4d5e6f | 0000 | 1a2b3c4d5e6f"),
      ({ $0.isDirty = false }, "dirty: true | false | true"),
      ({ $0.isDirty = nil }, "dirty: true | unknown | true"),
      ({ $0.compiler = "Swift 7" }, "compiler: Swift 6.3.1 | Swift 7 | Swift 6.3.1"),
      ({ $0.optimisation = "-Onone" }, "optimisation: -O | -Onone | -O"),
      ({ $0.plan.rows = [1] }, "plan.rows: 1000,1000000 | 1 | 1000,1000000"),
      ({ $0.plan.margin = 0.5 }, "plan.margin: 0.01 | 0.5 | 0.01"),
      ({ $0.plan.shard?.count = 4 }, "plan.shard.count: 3 | 4 | 3"),
      ({ $0.plan.shard = nil }, "plan.shard.count: 3 | none | 3"),
      (
        { $0.workloadHashes["camelCase_and_snake"] = "0x2" },
        "different heights of camelCase_and_snake rows"
      ),
    ]
    for (edit, fact) in cases {
      try withShards { shards in
        try shards.edit(2, edit)
        let refusal = shards.refusal([1, 2, 3])
        #expect(refusal?.exitCode == .incomparable)
        #expect(refusal?.message.contains(": \(fact) (in the order ") == true, "\(fact)")
      }
    }
  }

  @Test("an incomplete set of shards is rejected with a message about everything that is missing")
  func gaps() throws {
    try withShards { shards in
      let path = shards.path
      let cases = [
        ([1, 3], "of 3 parts, these are missing: 2"),
        ([2], "of 3 parts, these are missing: 1, 3"),
        ([1, 2, 2, 3], "part 2 is given 2 times: \(path(2)), \(path(2))"),
        (
          [1, 1],
          "part 1 is given 2 times: \(path(1)), \(path(1)); of 3 parts, these are missing: 2, 3"
        ),
      ]
      for (parts, message) in cases {
        #expect(
          shards.refusal(parts) == RunFault(.differentCells, "cannot merge: \(message)"))
      }
      try shards.edit(3) { $0.status = .interrupted }
      let unfinished = "\(path(3)) is interrupted, so measure this shard again"
      #expect(
        shards.refusal([1, 2, 3])
          == RunFault(.differentCells, "cannot merge: \(unfinished)"))
    }
  }

  @Test("a huge number of shards in a damaged file is handled")
  func absurdCount() throws {
    try withShards { shards in
      try shards.edit(1) { $0.plan.shard = Shard(index: 1, count: .max) }
      let message = shards.refusal([1])?.message ?? ""
      #expect(message.hasSuffix("these are missing: 2, 3, 4, 5, 6, … (\(Int.max - 1) parts)"))
    }
  }

  @Test("shards with common cells, or with a wrong number of cells, are rejected")
  func otherGroups() throws {
    try withShards { shards in
      for groups in [["a", "e"], ["b"]] {
        try shards.write(2, groups: groups)
        #expect(
          shards.refusal([1, 2, 3])
            == RunFault(
              .differentCells,
              "the shards do not belong to the same plan: they have common cells or too few cells"))
      }
    }
  }
}

/// Three runs on disk, which are the shards of one planned run with seven groups, two strategies and two
/// rounds.
private struct Shards {
  /// The scenarios of the groups, in the order of the plan.
  static let scenarios = ["a", "b", "c", "d", "e", "f", "g"]

  let root: String

  /// Writes the three runs.
  init(root: String) throws {
    self.root = root
    for index in 1...3 {
      try FileSystem.createFolder(path(index))
      try write(
        index,
        groups: Self.scenarios.enumerated().filter { $0.offset % 3 == index - 1 }.map(\.element))
    }
  }

  func path(_ index: Int) -> String { "\(root)/part-\(index)" }

  func folder(_ index: Int) throws -> RunFolder { try RunFolder.open(path(index)) }

  /// Writes the files of a shard whose groups have the given scenarios.
  func write(_ index: Int, groups: [String]) throws {
    var record = RunRecord.example
    record.workloadHashes["chat 1000"] = "0x1"
    record.plan.scenarios = Self.scenarios
    record.plan.shard = Shard(index: index, count: 3)
    record.plan.cells = groups.count * 2
    try FileSystem.replaceFile(at: path(index) + "/run.json", with: record.json())
    let samples = groups.flatMap { scenario in
      (0..<4).map { place in
        var sample = SampleRow.example(
          round: place / 2, slot: place % 2, strategy: ["fenwick", "sum-tree"][place % 2])
        (sample.cell.group.scenario, sample.cell.group.heights) = (scenario, "chat")
        return sample
      }
    }
    let summary = samples.filter { $0.round == 0 }.map { sample in
      var row = CellResult(cell: sample.cell, status: .ok)
      (row.rounds, row.operations, row.coverage) = (2, 4096, 1)
      (row.deviation.checkedSteps, row.deviation.wrongSteps) = (4096, 0)
      row.time = Repetitions.byCell(samples)[sample.cell].flatMap { CellTime($0) } ?? CellTime()
      return row
    }
    try folder(index).write(samples)
    try folder(index).write(summary)
  }

  /// Applies `change` to the record of the shard with the number `index`, and writes it back.
  func edit(_ index: Int, _ change: (inout RunRecord) -> Void) throws {
    var record = try folder(index).record()
    change(&record)
    try folder(index).write(record)
  }

  /// Merges the shards in the order 2, 3, 1, which differs from their order in the plan.
  func merge() throws -> ShardMerge {
    try ShardMerge([folder(2), folder(3), folder(1)], command: ["bench", "merge"])
  }

  /// The error that is thrown when the shards are merged; nil if the merge succeeds.
  func refusal(_ indices: [Int]) -> RunFault? {
    fault { () throws(RunFault) in
      var folders: [RunFolder] = []
      for index in indices { folders.append(try RunFolder.open(path(index))) }
      _ = try ShardMerge(folders, command: [])
    }
  }
}

/// Runs `body` with three shards in a temporary folder.
private func withShards(_ body: (Shards) throws -> Void) throws {
  try withTemporaryFolder { try body(Shards(root: $0)) }
}
