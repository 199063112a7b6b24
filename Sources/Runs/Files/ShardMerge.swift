import Basics
import Foundation
import Measuring

/// The runs of all shards of a plan, merged into one run of the whole plan. All cells of a group are in the
/// same shard, so merging does not change ratios and verdicts. Times of different groups may come from
/// different machines; see `RunRecord.isOfSeveralMachines`.
package struct ShardMerge: Sendable {
  package let record: RunRecord
  package private(set) var samples: [SampleRow] = []
  /// The results of all cells, in the order of the plan.
  package private(set) var summary: [CellResult] = []

  private typealias Part = (folder: RunFolder, record: RunRecord, shard: Shard)

  /// Merges the runs in `folders`, which may be in any order. Throws `incomparable` if the runs are not
  /// shards of the same plan or were not measured by the same program. Throws `differentCells` if a shard is
  /// missing, incomplete or given twice.
  package init(_ folders: [RunFolder], command: [String]) throws(RunFault) {
    let parts = try Self.parts(folders)
    record = Self.record(of: parts, command: command)
    var groups: [[GroupResult]] = []
    for part in parts {
      groups.append(try Run(part.folder, samples: { samples += $0 }).summary.groups)
    }
    // Shard i of n has every n-th group of the plan, beginning with group i.
    let counts = groups.map(\.count)
    for place in 0..<(counts.first ?? 0) {
      summary += groups.filter { place < $0.count }.flatMap { $0[place].rows }
    }
    guard counts == counts.sorted(by: >), (counts.first ?? 0) - (counts.last ?? 0) <= 1,
      Set(summary.map(\.cell)).count == summary.count
    else {
      throw RunFault(
        .differentCells,
        "the shards do not belong to the same plan: they have common cells or too few cells")
    }
  }

  private static func record(of parts: [Part], command: [String]) -> RunRecord {
    let records = parts.map(\.record)
    let clocks = records.map(\.clock)
    var record = records[0]
    record.shards = parts.map { ShardFacts(index: $0.shard.index, of: $0.record) }
    record.command = command
    record.machine = .several(records.map(\.machine))
    record.clock = ClockFacts(
      resolutionNs: clocks.map(\.resolutionNs).max() ?? 0,
      readCostNs: clocks.map(\.readCostNs).max() ?? 0)
    record.clock.shortestSliceNs = clocks.compactMap(\.shortestSliceNs).max()
    record.clock.maxError = clocks.compactMap(\.maxError).max()
    record.plan.shard = nil
    record.plan.cells = records.reduce(0) { $0 + $1.plan.cells }
    record.plan.expectedSeconds = records.reduce(0) { $0 + $1.plan.expectedSeconds }
    for other in records { record.workloadHashes.merge(other.workloadHashes) { first, _ in first } }
    record.started = records.map(\.started).min() ?? record.started
    record.finished = records.compactMap(\.finished).max()
    record.warnings = parts.flatMap { part in
      part.record.warnings.map {
        RunWarning($0.kind, text: "part \(part.shard.index) of \(part.shard.count): \($0.text)")
      }
    }
    if record.isOfSeveralMachines {
      let fact = "the parts were measured on different machines (\(record.machine.cpuModel))"
      record.warnings.append(RunWarning(.severalMachines, found: fact))
    }
    if record.isDirty == true, parts.count > 1 {
      let fact = "the source had uncommitted changes, which may differ between the shards"
      record.warnings.append(RunWarning(.dirtyTree, found: fact))
    }
    return record
  }

  /// The shards, sorted by their index. Throws if the runs have different plans or if the set of shards is
  /// incomplete.
  private static func parts(_ folders: [RunFolder]) throws(RunFault) -> [Part] {
    var records: [RunRecord] = []
    for folder in folders { records.append(try folder.record()) }
    let differences =
      RunRecord.differences(in: RunRecord.shardFacts, of: records)
      + RunRecord.differentWorkloads(of: records).map { "different heights of \($0) rows" }
    guard differences.isEmpty else {
      throw RunFault(
        .incomparable,
        "these runs are not shards of the same plan: \(differences.joined(separator: "; ")) (in "
          + "the order \(folders.map(\.path).joined(separator: " | ")))")
    }
    var parts: [Part] = []
    var gaps: [String] = []
    for (folder, record) in zip(folders, records) {
      if let shard = record.plan.shard {
        parts.append((folder, record, shard))
      } else {
        gaps.append("\(folder.path) was not made with --shard")
      }
      if record.status != .complete {
        gaps.append("\(folder.path) is \(record.status.rawValue), so measure this shard again")
      }
    }
    parts.sort { $0.shard.index < $1.shard.index }
    let known = Dictionary(grouping: parts, by: \.shard.index)
    for (index, runs) in known.sorted(by: { $0.key < $1.key }) where runs.count > 1 {
      let paths = runs.map(\.folder.path).joined(separator: ", ")
      gaps.append("part \(index) is given \(runs.count) times: \(paths)")
    }
    // A damaged file may state a huge number of shards, so the search for missing shards is lazy and stops
    // after it has found five.
    let count = parts.first?.shard.count ?? 0
    let missing = (1...max(1, count)).lazy.filter { known[$0] == nil }.prefix(5).map { "\($0)" }
    let number = count - known.count
    if number > 0 {
      let more = number > missing.count ? ", … (\(number) parts)" : ""
      gaps.append("of \(count) parts, these are missing: \(missing.joined(separator: ", "))\(more)")
    }
    guard gaps.isEmpty else {
      throw RunFault(.differentCells, "cannot merge: \(gaps.joined(separator: "; "))")
    }
    return parts
  }
}

/// The facts about one shard of a merged run: its command, machine, clock, start time and end time.
package struct ShardFacts: Codable, Equatable, Sendable {
  package var index: Int
  var command: [String]
  package var machine: MachineFacts
  var clock: ClockFacts
  var started: Date
  var finished: Date?

  init(index: Int, of record: RunRecord) {
    self.index = index
    (command, machine, clock) = (record.command, record.machine, record.clock)
    (started, finished) = (record.started, record.finished)
  }
}
