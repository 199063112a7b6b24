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
    try checkRounds()
  }

  /// Whatever was lost of the samples, the summary knows how many there were.
  private func checkRounds() throws(RunFault) {
    var counts: [CellKey: Int] = [:]
    for sample in samples { counts[sample.cell, default: 0] += 1 }
    for row in summary {
      let found = counts.removeValue(forKey: row.cell) ?? 0
      guard found == row.rounds else {
        throw RunFault(
          .badData,
          "\(folder.samplesPath): found \(found) rounds of \(row.cell.text), expected \(row.rounds) "
            + "as in summary.csv")
      }
    }
    if let stray = counts.keys.first {
      throw RunFault(
        .badData, "\(folder.samplesPath): found \(stray.text), which summary.csv does not have")
    }
  }
}

extension CellKey {
  /// The cell as messages name it: `fenwick (corrected) in offset, chat, 1000 rows`.
  var text: String {
    "\(strategy) (\(mode)) in \(group.scenario), \(group.heights), \(group.rows) rows"
  }
}
