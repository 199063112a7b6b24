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
      #expect(Set(merge.samples.map(\.cell)) == Set(merge.summary.map(\.cell)))
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
      try shards.write(2, groups: ["a", "e"])
      #expect(
        shards.refusal([1, 2, 3])
          == RunFault(
            .differentCells,
            "a, chat, 1000 rows is both in \(shards.path(1)) and in \(shards.path(2))"))
      try shards.write(2, groups: ["b"])
      #expect(
        shards.refusal([1, 2, 3])
          == RunFault(
            .differentCells,
            "\(shards.path(1)): found 3 groups of cells, expected 2: the shards do not belong to "
              + "the same plan"
          ))
    }
  }

  @Test("missing samples, and samples of unknown cells, are rejected")
  func lostSamples() throws {
    try withShards { shards in
      let path = shards.path(2) + "/samples.csv"
      let whole = try text(at: path)
      let lines = whole.split(separator: "\n")
      try write(lines.dropLast().joined(separator: "\n") + "\n", to: path)
      #expect(
        shards.refusal([1, 2, 3])?.message.contains("samples.csv: found 1 rounds of") == true)
      try write(lines.dropLast(2).joined(separator: "\n") + "\n", to: path)
      #expect(
        shards.refusal([1, 2, 3])?.message.contains("samples.csv: found 1 rounds of") == true)
      let unknown = lines[1].replacing("fenwick", with: "other")
      try write(whole + unknown + "\n", to: path)
      #expect(
        shards.refusal([1, 2, 3])?.message.hasSuffix(
          "found other (corrected) in b, chat, 1000 rows, which summary.csv does not have") == true)
    }
  }
}
