import HostSystem

/// Runs of all parts of a plan, put together to what one run of the whole plan would have written.
///
/// What was measured side by side, the strategies of one group, is always in one part, so ratios and
/// verdicts stay what they were. Times of different groups may come from different machines: then the
/// record says so, see `RunRecord.isOfSeveralMachines`.
package struct ShardMerge: Sendable {
  /// The record of the whole.
  package private(set) var record: RunRecord
  /// The samples, part by part.
  package let samples: [SampleRow]
  /// The summary, in the order of the plan.
  package let summary: [SummaryRow]

  /// A run of one part.
  private struct Part {
    let folder: RunFolder
    let record: RunRecord
    let shard: Shard
    /// Its cells by group, and the groups in the order of the plan.
    var cells: [CellGroup: [SummaryRow]] = [:]
    var groups: [CellGroup] = []
  }

  /// Merges the runs in some folders, in whatever order they are named.
  ///
  /// - Parameter command: what is recorded as the command of the whole, word by word.
  /// - Throws: `incomparable` when they are not parts of one plan, measured by one program;
  ///   `differentCells` when a part is missing, unfinished or there twice; `missingInput`, `badData`
  ///   or `ioFailure` for what cannot be read.
  package init(_ folders: [RunFolder], command: [String]) throws(RunFault) {
    var records: [RunRecord] = []
    for folder in folders { records.append(try folder.record()) }
    var parts = try Self.parts(folders, records)
    var samples: [SampleRow] = []
    for place in parts.indices {
      let run = try Run(parts[place].folder)
      samples += try parts[place].folder.samples()
      for row in run.summary {
        let group = row.cell.group
        if parts[place].groups.last != group { parts[place].groups.append(group) }
        parts[place].cells[group, default: []].append(row)
      }
    }
    self.samples = samples
    summary = try Self.groups(of: parts).flatMap { group in
      parts.lazy.compactMap { $0.cells[group] }.first ?? []
    }
    record = parts[0].record
    combine(parts, command: command)
  }

  /// The groups of the whole plan: it was dealt out one by one, so part i of n has every n-th.
  private static func groups(of parts: [Part]) throws(RunFault) -> [CellGroup] {
    let total = parts.reduce(0) { $0 + $1.groups.count }
    for (index, part) in parts.enumerated() {
      let expected = (total - index + parts.count - 1) / parts.count
      guard part.groups.count == expected else {
        throw RunFault(
          .differentCells,
          "\(part.folder.path): found \(part.groups.count) groups of cells, expected \(expected): the "
            + "parts do not make up one plan")
      }
    }
    let groups = (0..<total).map { parts[$0 % parts.count].groups[$0 / parts.count] }
    var owners: [CellGroup: RunFolder] = [:]
    for (place, group) in groups.enumerated() {
      let folder = parts[place % parts.count].folder
      if let other = owners.updateValue(folder, forKey: group) {
        throw RunFault(
          .differentCells,
          "\(group.scenario), \(group.heights), \(group.rows) rows is both in \(other.path) and in "
            + folder.path)
      }
    }
    return groups
  }

  /// Makes the first part's record that of the whole.
  private mutating func combine(_ parts: [Part], command: [String]) {
    let records = parts.map(\.record)
    let (machines, clocks) = (records.map(\.machine), records.map(\.clock))
    record.shards = parts.map { ShardFacts(index: $0.shard.index, of: $0.record) }
    record.command = command
    record.machine = .several(machines)
    record.clock = ClockFacts(
      resolutionNs: clocks.map(\.resolutionNs).max() ?? 0,
      readCostNs: clocks.map(\.readCostNs).max() ?? 0)
    record.clock.shortestSliceNs = clocks.compactMap(\.shortestSliceNs).max()
    record.clock.greatestError = clocks.compactMap(\.greatestError).max()
    record.plan.shard = nil
    record.plan.cells = records.reduce(0) { $0 + $1.plan.cells }
    record.plan.expectedSeconds = records.reduce(0) { $0 + $1.plan.expectedSeconds }
    for other in records { record.workloadHashes.merge(other.workloadHashes) { first, _ in first } }
    record.started = records.map(\.started).min() ?? record.started
    record.finished = records.compactMap(\.finished).max()
    let resumed = records.flatMap { $0.resumed ?? [] }
    record.resumed = resumed.isEmpty ? nil : resumed.sorted()
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
      let fact = "the source had changes that no commit holds, perhaps not the same for all parts"
      record.warnings.append(RunWarning(.dirtyTree, found: fact))
    }
  }
}

// Which runs are all parts of one plan.
extension ShardMerge {
  /// The runs in the order of their parts. Refuses runs of different plans or programs, then a set that
  /// is not whole.
  private static func parts(
    _ folders: [RunFolder], _ records: [RunRecord]
  ) throws(RunFault) -> [Part] {
    let differences = differences(records)
    guard differences.isEmpty else {
      throw RunFault(
        .incomparable,
        "these runs are not parts of one: \(differences.map(\.text).joined(separator: "; ")) (in the "
          + "order \(folders.map(\.path).joined(separator: " | ")))")
    }
    let all = zip(folders, records)
    let parts = all.compactMap { folder, record in
      record.plan.shard.map { Part(folder: folder, record: record, shard: $0) }
    }.sorted { $0.shard.index < $1.shard.index }
    let strangers = all.flatMap { folder, record in
      (record.plan.shard == nil ? ["\(folder.path) was not made with --shard"] : [])
        + (record.status == .complete
          ? []
          : [
            "\(folder.path) is \(record.status.rawValue): go on with bench run --resume \(folder.path)"
          ])
    }
    let gaps = strangers + gaps(in: parts)
    guard gaps.isEmpty else {
      throw RunFault(.differentCells, "cannot merge: \(gaps.joined(separator: "; "))")
    }
    return parts
  }

  /// What is not the same in all runs and ought to be, each with its values side by side.
  private static func differences(_ records: [RunRecord]) -> [FactDifference] {
    let facts = records.map { record in
      [("plan.shard.count", record.plan.shard.map { String($0.count) } ?? "none")]
        + record.requestFacts + record.buildFacts
    }
    return FactDifference.among(facts) + FactDifference.amongWorkloads(of: records)
  }

  /// Parts that are there twice, and those that are missing.
  private static func gaps(in parts: [Part]) -> [String] {
    let known = Dictionary(grouping: parts, by: \.shard.index)
    var gaps = known.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { index, runs in
      "part \(index) is there \(runs.count) times: \(runs.map(\.folder.path).joined(separator: ", "))"
    }
    // A count from a file may be any number: what is missing is found without counting to it.
    let count = parts.first?.shard.count ?? 0
    let missing = (1...max(1, count)).lazy.filter { known[$0] == nil }.prefix(5).map { "\($0)" }
    let number = count - known.count
    if count > 0, number > 0 {
      let more = number > missing.count ? ", … (\(number) parts)" : ""
      gaps.append("of \(count) parts there is no \(missing.joined(separator: ", "))\(more)")
    }
    return gaps
  }
}

extension CellKey {
  /// The cell as messages name it: `fenwick (corrected) in offset, chat, 1000 rows`.
  package var text: String {
    "\(strategy) (\(mode)) in \(group.scenario), \(group.heights), \(group.rows) rows"
      + (group.caches == .warm ? "" : ", \(group.caches.rawValue)")
  }
}

/// Where and when one part of a merged run was measured.
package struct ShardFacts: Codable, Equatable, Sendable {
  /// Which part, from 1.
  package var index: Int
  /// The command that measured it, word by word.
  package var command: [String]
  /// The machine it was measured on.
  package var machine: MachineFacts
  /// That machine's clock.
  package var clock: ClockFacts
  /// When it began.
  package var started: Timestamp
  /// When it ended.
  package var finished: Timestamp?

  /// The facts of a part's own record.
  init(index: Int, of record: RunRecord) {
    self.index = index
    command = record.command
    machine = record.machine
    clock = record.clock
    started = record.started
    finished = record.finished
  }
}

extension RunRecord {
  /// Whether parts of this run were measured on different machines.
  ///
  /// Then times of different groups must not be set against each other. Those of one group may: a
  /// group is never divided.
  package var isOfSeveralMachines: Bool {
    !FactDifference.among((shards ?? []).map(\.machine.timeFacts)).isEmpty
  }
}

extension MachineFacts {
  /// Several machines as one: the least that each offers, and all their names.
  ///
  /// `machines` is not empty.
  static func several(_ machines: [MachineFacts]) -> MachineFacts {
    func all(_ path: KeyPath<MachineFacts, String>) -> String {
      var names: [String] = []
      for name in machines.map({ $0[keyPath: path] }) where !names.contains(name) {
        names.append(name)
      }
      return names.joined(separator: " | ")
    }
    return MachineFacts(
      cpuModel: all(\.cpuModel), cores: machines.map(\.cores).min() ?? 0,
      memoryBytes: machines.map(\.memoryBytes).min() ?? 0, kernel: all(\.kernel), os: all(\.os),
      architecture: all(\.architecture), governor: all(\.governor),
      loadAverage: machines.map(\.loadAverage).max() ?? 0, host: all(\.host))
  }
}
