import Basics
import Foundation
import Measuring

/// The runs of all shards of a plan, merged into one run of the whole plan. All cells of a group are in the
/// same shard, so merging does not change ratios and verdicts. Times of different groups may come from
/// different machines; see `RunRecord.isOfSeveralMachines`.
package struct ShardMerge: Sendable {
  package private(set) var record: RunRecord
  package let samples: [SampleRow]
  /// The results of all cells, in the order of the plan.
  package let summary: [CellResult]

  private struct Part {
    let folder: RunFolder
    let record: RunRecord
    let shard: Shard
    /// The groups of the shard, in the order of the plan.
    var groups: [CellGroup] = []
  }

  /// Merges the runs in `folders`, which may be in any order. Throws `incomparable` if the runs are not
  /// shards of the same plan or were not measured by the same program. Throws `differentCells` if a shard is
  /// missing, incomplete or given twice.
  package init(_ folders: [RunFolder], command: [String]) throws(RunFault) {
    var parts = try Self.parts(folders)
    var samples: [SampleRow] = []
    var rows: [CellGroup: [CellResult]] = [:]
    for index in parts.indices {
      for group in try Run(parts[index].folder, samples: { samples += $0 }).summary.groups {
        parts[index].groups.append(group.key)
        rows[group.key, default: []] += group.rows
      }
    }
    self.samples = samples
    summary = try Self.groups(of: parts).flatMap { rows[$0] ?? [] }
    record = Self.record(of: parts, command: command)
  }

  /// All groups, in the order of the plan. Shard i of n has every n-th group, beginning with group i.
  private static func groups(of parts: [Part]) throws(RunFault) -> [CellGroup] {
    let total = parts.reduce(0) { $0 + $1.groups.count }
    var owners: [CellGroup: String] = [:]
    for (index, part) in parts.enumerated() {
      let expected = (total - index + parts.count - 1) / parts.count
      guard part.groups.count == expected else {
        throw RunFault(
          .differentCells,
          "\(part.folder.path): found \(part.groups.count) groups of cells, expected "
            + "\(expected): the shards do not belong to the same plan")
      }
      for group in part.groups {
        guard let other = owners.updateValue(part.folder.path, forKey: group) else { continue }
        throw RunFault(
          .differentCells,
          "\(group.scenario), \(group.heights), \(group.rows) rows is both in \(other) and in "
            + part.folder.path)
      }
    }
    return (0..<total).map { parts[$0 % parts.count].groups[$0 / parts.count] }
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
    let facts = records.map { record in
      [("plan.shard.count", record.plan.shard.map { String($0.count) } ?? "none")]
        + record.requestFacts + record.buildFacts
    }
    let differences =
      FactDifference.among(facts).map(\.text)
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
        parts.append(Part(folder: folder, record: record, shard: shard))
      } else {
        gaps.append("\(folder.path) was not made with --shard")
      }
      if record.status != .complete {
        gaps.append("\(folder.path) is \(record.status.rawValue), so measure this shard again")
      }
    }
    parts.sort { $0.shard.index < $1.shard.index }
    gaps += Self.gaps(in: parts)
    guard gaps.isEmpty else {
      throw RunFault(.differentCells, "cannot merge: \(gaps.joined(separator: "; "))")
    }
    return parts
  }

  private static func gaps(in parts: [Part]) -> [String] {
    let known = Dictionary(grouping: parts, by: \.shard.index)
    var gaps = known.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { index, runs in
      "part \(index) is given \(runs.count) times: "
        + "\(runs.map(\.folder.path).joined(separator: ", "))"
    }
    // A damaged file may state a huge number of shards, so the search for missing shards is lazy and stops
    // after it has found five.
    let count = parts.first?.shard.count ?? 0
    let missing = (1...max(1, count)).lazy.filter { known[$0] == nil }.prefix(5).map { "\($0)" }
    let number = count - known.count
    if count > 0, number > 0 {
      let more = number > missing.count ? ", … (\(number) parts)" : ""
      gaps.append("of \(count) parts, these are missing: \(missing.joined(separator: ", "))\(more)")
    }
    return gaps
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

extension RunRecord {
  /// Whether the shards of this run were measured on different machines, so that times of different groups
  /// are not comparable. Times within a group are always comparable, because a group is never divided among
  /// shards.
  package var isOfSeveralMachines: Bool {
    !FactDifference.among((shards ?? []).map(\.machine.timeFacts)).isEmpty
  }
}
