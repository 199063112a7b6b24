/// A finished run of one part of a plan, as its folder holds it.
public struct ShardRun: Sendable {
  /// Its folder, for messages.
  let folder: RunFolder
  let record: RunRecord
  let shard: Shard
  let samples: [SampleRow]
  let summary: [SummaryRow]
  /// The memory of its strategies; empty where that was not measured.
  let footprints: [FootprintRow]

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
    footprints = try folder.footprints()
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
