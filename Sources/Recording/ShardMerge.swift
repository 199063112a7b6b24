/// Runs of all parts of a plan, put together to what one run of the whole plan would have written.
///
/// What was measured side by side, the strategies of one group, is always in one part, so ratios and
/// verdicts stay what they were. Times of different groups may come from different machines: then the
/// record says so, see `RunRecord.isOfSeveralMachines`.
public struct ShardMerge: Sendable {
  /// The record of the whole.
  public private(set) var record: RunRecord
  /// The samples, part by part.
  public let samples: [SampleRow]
  /// The summary, in the order of the plan.
  public let summary: [SummaryRow]
  /// The memory of the strategies, where parts have measured it; each cell once.
  public let footprints: [FootprintRow]

  /// Merges the runs in some folders, in whatever order they are named.
  ///
  /// - Parameter command: what is recorded as the command of the whole, word by word.
  /// - Throws: `incomparable` when they are not parts of one plan, measured by one program;
  ///   `differentCells` when a part is missing, unfinished or there twice; `missingInput`, `badData`
  ///   or `ioFailure` for what cannot be read.
  public init(_ folders: [RunFolder], command: [String]) throws(RunFault) {
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
    var known: Set<CellKey> = []
    footprints = runs.flatMap(\.footprints).filter { known.insert($0.cell).inserted }
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
