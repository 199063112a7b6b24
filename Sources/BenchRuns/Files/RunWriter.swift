import BenchBasics
import Foundation

/// Writes the files of a run into the folder that was created for it.
///
/// The writer appends to `samples.csv` after every round (one repetition of one group), so a killed run loses at
/// most its current round. `summary.csv` is written when the run ends; until then, the folder is that of an
/// incomplete run. Files that other programs put into the folder are never replaced.
package final class RunWriter {
  package let folder: RunFolder
  /// The file `samples.csv`; nil if samples are rejected, as in a run without timing or after a failure.
  private var samples: OutputFile?
  private var length = 0
  private var sampleCount = 0

  /// Writes the record and the planned cells, which have no results yet. Pass `hasSamples` as false for a run
  /// without timing. Throws `cannotCreate` if `run.json` or `samples.csv` already exists. Throws `usage` for a
  /// name that the CSV files cannot represent.
  package init(
    _ folder: RunFolder, _ record: RunRecord, planned: [CellResult], hasSamples: Bool = true
  ) throws(RunFault) {
    for row in planned { try row.cell.check() }
    self.folder = folder
    try FileSystem.createFile(at: folder.recordPath, with: record.json())
    do throws(RunFault) {
      try write(planned)
      if hasSamples {
        samples = try OutputFile(creating: folder.samplesPath)
        try append(SampleRow.csv(of: []))
      }
    } catch {
      withdraw()
      throw error
    }
  }

  /// Appends one round: the samples of one repetition of one group. Throws if the disk is full or broken;
  /// after such an error, earlier rounds remain in the file and later rounds are rejected.
  package func append(_ round: [SampleRow]) throws(RunFault) {
    try append(SampleRow.lines(of: round))
    sampleCount += round.count
  }

  private func append(_ bytes: [UInt8]) throws(RunFault) {
    guard let samples else {
      throw RunFault(.internalFault, "\(folder.samplesPath) was written to after it was closed")
    }
    do throws(RunFault) {
      try samples.append(bytes)
      length += bytes.count
    } catch {
      // Remove the partly written round. If this fails, readers ignore the incomplete last line of the file.
      try? samples.truncate(to: length)
      self.samples = nil
      throw RunFault(
        error.exitCode,
        error.message + (sampleCount > 0 ? "; all earlier repetitions are kept" : ""))
    }
  }

  /// Replaces the cells of the run until it ends, when their times are only in `samples.csv`.
  package func write(_ rows: [CellResult]) throws(RunFault) {
    try FileSystem.replaceFile(at: folder.partPath, with: CellResult.csv(of: rows))
  }

  /// Writes `frames.csv`. Throws `cannotCreate` if it already exists.
  package func write(_ frames: [FrameRow]) throws(RunFault) {
    try FileSystem.createFile(at: folder.framesPath, with: FrameRow.csv(of: frames))
  }

  /// Ends the run and writes its remaining files. Throws `ioFailure` if `samples.csv` no longer has the samples
  /// of this run, and `cannotCreate` if another program has created one of the remaining files.
  package func finish(
    _ record: RunRecord, _ summary: [CellResult], readme: String, page: String
  ) throws(RunFault) {
    var record = record
    if let samples {
      try samples.synchronise()
      guard FileSystem.size(of: folder.samplesPath) == length else {
        throw RunFault(
          .ioFailure,
          "\(folder.samplesPath) was removed or changed during the run, so nothing else was written"
        )
      }
      record.sampleCount = sampleCount
    }
    samples = nil
    try FileSystem.replaceFile(at: folder.recordPath, with: record.json())
    try FileSystem.createFile(at: folder.summaryPath, with: CellResult.csv(of: summary))
    FileSystem.remove(folder.partPath)
    try FileSystem.createFile(at: folder.readmePath, with: Array(readme.utf8))
    try FileSystem.createFile(at: folder.pagePath, with: Array(page.utf8))
  }

  /// Removes all files of a run that failed without producing results.
  package func withdraw() {
    samples = nil
    for path in [folder.recordPath, folder.partPath, folder.samplesPath, folder.framesPath] {
      FileSystem.remove(path)
    }
    rmdir(folder.path)
  }
}
