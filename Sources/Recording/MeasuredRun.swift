import HostSystem
import Measuring

/// A run that has ended, read from its folder: its record, its summary, and its repetitions.
package struct MeasuredRun: Sendable {
  /// How the run was made and how it ended.
  package var record: RunRecord
  /// Its figures, in the order of the plan.
  package var summary: [SummaryRow]
  /// The repetitions of each cell that has any.
  package var repetitions: [CellKey: Repetitions]

  /// A run of these parts.
  package init(record: RunRecord, summary: [SummaryRow], repetitions: [CellKey: Repetitions]) {
    self.record = record
    self.summary = summary
    self.repetitions = repetitions
  }
}

extension MeasuredRun {
  /// The run in a folder.
  ///
  /// Throws `missingInput` where a file is not there or the run has not ended, `badData` where one is
  /// damaged or the summary is not that of the samples, and `ioFailure`. Complexity: O(bytes).
  package init(_ folder: RunFolder) throws(RunFault) {
    record = try folder.record()
    summary = try folder.finishedSummary(of: record)
    repetitions = [:]
    var known: Set<CellKey> = []
    for row in summary {
      guard known.insert(row.cell).inserted else {
        throw RunFault(.badData, "\(folder.summaryPath): \(row.cell.text) stands there twice")
      }
    }
    let bytes = try FileSystem.bytes(at: folder.samplesPath)
    var end = LastRound()
    try SampleRow.schema.forEachRow(in: bytes, file: folder.samplesPath) {
      (sample, _) throws(RunFault) in
      repetitions[sample.cell, default: Repetitions()].add(sample)
      end.add(sample)
    }
    try end.check(bytes, file: folder.samplesPath)
    try folder.check(repetitions, against: summary)
    try checkMedians(of: folder)
  }

  /// A summary that was edited, or belongs to other samples, is not exported as if it were theirs.
  private func checkMedians(of folder: RunFolder) throws(RunFault) {
    for row in summary {
      guard let median = repetitions[row.cell]?.estimate?.value else {
        continue
      }
      guard let found = row.time.medianNs, abs(found - median) <= 1e-9 * median else {
        throw RunFault(
          .badData,
          "\(folder.summaryPath): the median of \(row.cell.text) is "
            + "\(row.time.medianNs.map { "\($0)" } ?? "missing"), expected \(median) as of samples.csv"
        )
      }
    }
  }
}

extension RunFolder {
  /// The summary of a run that has ended, complete or interrupted.
  ///
  /// Throws `missingInput` for a run that still goes on or was killed, because its summary is not
  /// there or is an earlier part's; else what `summary()` throws.
  package func finishedSummary(of record: RunRecord) throws(RunFault) -> [SummaryRow] {
    guard record.status != .incomplete else {
      throw RunFault(
        .missingInput,
        "\(path): this run still goes on or was killed, so its figures are not there: end it with "
          + "'bench run --resume \(path)'")
    }
    let bytes = try FileSystem.bytes(at: summaryPath)
    let summary = try SummaryRow.schema.rows(in: bytes, file: summaryPath)
    try CSVByte.checkEnd(of: bytes, file: summaryPath)
    return summary
  }

  /// Whatever was lost of the samples, the summary knows how many repetitions there were.
  func check(
    _ repetitions: [CellKey: Repetitions], against summary: [SummaryRow]
  ) throws(RunFault) {
    var rounds = repetitions.mapValues(\.count)
    for row in summary {
      let found = rounds.removeValue(forKey: row.cell) ?? 0
      guard found == row.rounds else {
        throw RunFault(
          .badData,
          "\(samplesPath): found \(found) rounds of \(row.cell.text), expected \(row.rounds) as in "
            + "summary.csv")
      }
    }
    if let stray = rounds.keys.first {
      throw RunFault(
        .badData, "\(samplesPath): found \(stray.text), which summary.csv does not have")
    }
  }
}
