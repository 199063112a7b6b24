import Basics
import TestSupport

@testable import Runs

/// Three runs on disk, which are the shards of one planned run with seven groups, two strategies and two
/// rounds.
struct Shards {
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
    let rows = SampleRow.example(round: 0, slot: 0, strategy: "fenwick").cell.group.rows
    record.workloadHashes["chat \(rows)"] = "0x1"
    record.plan.scenarios = Self.scenarios
    record.plan.shard = Shard(index: index, count: 3)
    record.plan.cells = groups.count * 2
    try FileSystem.replaceFile(at: path(index) + "/run.json", with: record.json())
    var samples: [SampleRow] = []
    var summary: [CellResult] = []
    for scenario in groups {
      for round in 0..<2 {
        for (slot, strategy) in ["fenwick", "sum-tree"].enumerated() {
          var sample = SampleRow.example(
            round: round, slot: slot, strategy: strategy)
          (sample.cell.group.scenario, sample.cell.group.heights) = (scenario, "chat")
          samples.append(sample)
        }
      }
    }
    for cell in samples.filter({ $0.round == 0 }).map(\.cell) {
      var row = CellResult(cell: cell, status: .ok)
      (row.rounds, row.operations) = (2, 4096)
      let repetitions = Repetitions.byCell(samples)[cell] ?? Repetitions()
      row.time = CellTime(repetitions) ?? CellTime()
      summary.append(row)
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
func withShards(_ body: (Shards) throws -> Void) throws {
  try withTemporaryFolder { try body(Shards(root: $0)) }
}
