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

  /// Merges the runs in some folders, in whatever order they are named.
  ///
  /// - Parameter command: what is recorded as the command of the whole, word by word.
  /// - Throws: `incomparable` when they are not parts of one plan, measured by one program;
  ///   `differentCells` when a part is missing, unfinished or there twice; `missingInput`, `badData`
  ///   or `ioFailure` for what cannot be read.
  package init(_ folders: [RunFolder], command: [String]) throws(RunFault) {
    var records: [RunRecord] = []
    for folder in folders { records.append(try folder.record()) }
    let parts = ShardSet(folders: folders, records: records)
    try parts.check()
    var runs: [ShardRun] = []
    for (folder, record, shard) in parts.ordered {
      runs.append(try ShardRun(folder, record: record, shard: shard))
    }
    let groups = try Self.groups(of: runs)
    let rows = Dictionary(grouping: runs.flatMap(\.summary), by: \.cell.group)
    summary = groups.flatMap { rows[$0] ?? [] }
    samples = runs.flatMap(\.samples)
    record = runs[0].record
    combine(runs, command: command)
  }

  /// The groups of the whole plan: it was dealt out one by one, so part i of n has every n-th.
  private static func groups(of runs: [ShardRun]) throws(RunFault) -> [CellGroup] {
    let total = runs.reduce(0) { $0 + $1.groups.count }
    for (index, run) in runs.enumerated() {
      let expected = (total - index + runs.count - 1) / runs.count
      guard run.groups.count == expected else {
        throw RunFault(
          .differentCells,
          "\(run.folder.path): found \(run.groups.count) groups of cells, expected \(expected): the "
            + "parts do not make up one plan")
      }
    }
    let groups = (0..<total).map { runs[$0 % runs.count].groups[$0 / runs.count] }
    var owners: [CellGroup: Int] = [:]
    for (place, group) in groups.enumerated() {
      let owner = place % runs.count
      if let other = owners.updateValue(owner, forKey: group) {
        throw RunFault(
          .differentCells,
          "\(group.scenario), \(group.heights), \(group.rows) rows is both in "
            + "\(runs[other].folder.path) and in \(runs[owner].folder.path)")
      }
    }
    return groups
  }

  /// Makes the first part's record that of the whole.
  private mutating func combine(_ runs: [ShardRun], command: [String]) {
    let records = runs.map(\.record)
    record.shards = runs.map { ShardFacts(index: $0.shard.index, of: $0.record) }
    record.command = command
    record.machine = .several(records.map(\.machine))
    record.clock = .worst(of: records.map(\.clock))
    record.plan.shard = nil
    record.plan.cells = records.reduce(0) { $0 + $1.plan.cells }
    record.plan.expectedSeconds = records.reduce(0) { $0 + $1.plan.expectedSeconds }
    for other in records { record.workloadHashes.merge(other.workloadHashes) { first, _ in first } }
    record.started = records.map(\.started).min() ?? record.started
    record.finished = records.compactMap(\.finished).max()
    let resumed = records.flatMap { $0.resumed ?? [] }
    record.resumed = resumed.isEmpty ? nil : resumed.sorted()
    record.warnings = runs.flatMap { run in
      run.record.warnings.map {
        RunWarning($0.kind, text: "part \(run.shard.index) of \(run.shard.count): \($0.text)")
      }
    }
    if record.isOfSeveralMachines {
      let fact = "the parts were measured on different machines (\(record.machine.cpuModel))"
      record.warnings.append(RunWarning(.severalMachines, found: fact))
    }
    if record.isDirty == true, runs.count > 1 {
      let fact = "the source had changes that no commit holds, perhaps not the same for all parts"
      record.warnings.append(RunWarning(.dirtyTree, found: fact))
    }
  }
}

extension ClockFacts {
  /// The greatest steps, costs and errors of several clocks, of which there is one at least.
  static func worst(of clocks: [ClockFacts]) -> ClockFacts {
    var worst = ClockFacts(
      resolutionNs: clocks.map(\.resolutionNs).max() ?? 0,
      readCostNs: clocks.map(\.readCostNs).max() ?? 0)
    worst.shortestSliceNs = clocks.compactMap(\.shortestSliceNs).max()
    worst.greatestError = clocks.compactMap(\.greatestError).max()
    return worst
  }
}

/// Runs that ought to be all parts of one plan.
struct ShardSet {
  let folders: [RunFolder]
  let records: [RunRecord]

  /// The runs with their parts, in the order of the parts; only those that are a part.
  var ordered: [(folder: RunFolder, record: RunRecord, shard: Shard)] {
    zip(folders, records).compactMap { folder, record in
      record.plan.shard.map { (folder, record, $0) }
    }
    .sorted { $0.shard.index < $1.shard.index }
  }

  /// Refuses runs of different plans or programs, then a set that is not whole.
  func check() throws(RunFault) {
    let differences = differences
    guard differences.isEmpty else {
      throw RunFault(
        .incomparable,
        "these runs are not parts of one: \(differences.joined(separator: "; ")) (in the order "
          + folders.map(\.path).joined(separator: " | ") + ")")
    }
    let gaps = gaps
    guard gaps.isEmpty else {
      throw RunFault(.differentCells, "cannot merge: \(gaps.joined(separator: "; "))")
    }
  }

  /// What is not the same in all runs and ought to be, each with its values side by side.
  private var differences: [String] {
    let facts = records.map { record in
      [("plan.shard.count", record.plan.shard.map { String($0.count) } ?? "none")]
        + record.requestFacts + record.buildFacts
    }
    let workloads = Set(records.flatMap(\.workloadHashes.keys)).sorted()
    return FactDifference.among(facts).map(\.text) + workloads.compactMap(difference(in:))
  }

  /// The hashes of a workload, where two runs had different rows under one name; a run that did not
  /// need it has none.
  private func difference(in workload: String) -> String? {
    let hashes = records.map { $0.workloadHashes[workload] }
    guard Set(hashes.compactMap { $0 }).count > 1 else { return nil }
    let values = hashes.map { $0 ?? "none" }
    return FactDifference(name: "workload_hashes.\(workload)", values: values).text
  }

  /// What keeps the runs from being the whole: parts that are no parts, unfinished, double, missing.
  private var gaps: [String] {
    var gaps: [String] = []
    for (folder, record) in zip(folders, records) {
      if record.plan.shard == nil { gaps.append("\(folder.path) was not made with --shard") }
      if record.status != .complete {
        gaps.append(
          "\(folder.path) is \(record.status.rawValue): go on with bench run --resume \(folder.path)"
        )
      }
    }
    let parts = Dictionary(grouping: ordered, by: \.shard.index)
    for (index, runs) in parts.sorted(by: { $0.key < $1.key }) where runs.count > 1 {
      let paths = runs.map(\.folder.path).joined(separator: ", ")
      gaps.append("part \(index) is there \(runs.count) times: \(paths)")
    }
    // A count from a file may be any number: what is missing is found without counting to it.
    let count = ordered.first?.shard.count ?? 0
    let missing = (1...max(1, count)).lazy.filter { parts[$0] == nil }.prefix(5).map { "\($0)" }
    let number = count - parts.count
    if count > 0, number > 0 {
      let more = number > missing.count ? ", … (\(number) parts)" : ""
      gaps.append("of \(count) parts there is no \(missing.joined(separator: ", "))\(more)")
    }
    return gaps
  }
}

/// A finished run of one part of a plan, as its folder holds it.
package struct ShardRun: Sendable {
  /// Its folder, for messages.
  let folder: RunFolder
  let record: RunRecord
  let shard: Shard
  let samples: [SampleRow]
  let summary: [SummaryRow]

  /// The groups, in the order of the plan.
  let groups: [CellGroup]
}

extension ShardRun {
  /// Reads the samples and the summary of a run, and checks that they belong together.
  ///
  /// Throws `missingInput`, `badData` or `ioFailure`.
  init(_ folder: RunFolder, record: RunRecord, shard: Shard) throws(RunFault) {
    self.folder = folder
    self.record = record
    self.shard = shard
    samples = try folder.samples()
    summary = try folder.summary()
    var groups: [CellGroup] = []
    for row in summary where groups.last != row.cell.group { groups.append(row.cell.group) }
    self.groups = groups
    guard Set(groups).count == groups.count, Set(summary.map(\.cell)).count == summary.count else {
      throw RunFault(.badData, "\(folder.summaryPath): a cell or a group stands there twice")
    }
    try folder.check(Repetitions.byCell(samples), against: summary)
    // Without them nobody could tell whether the parts had the same rows.
    for group in groups {
      let workload = "\(group.heights) \(group.rows)"
      guard record.workloadHashes[workload]?.isEmpty == false else {
        throw RunFault(
          .badData, "\(folder.recordPath): workload_hashes has none of \(workload)")
      }
    }
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
