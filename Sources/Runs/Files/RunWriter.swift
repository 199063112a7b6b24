import Basics
import Foundation

/// Writes the files of a run into its folder.
///
/// The writer claims the folder by creating `run.json` with the status `incomplete`. The writer appends to
/// `samples.csv` after every round (one repetition of one group), so a killed run loses at most its current
/// round. Files that other programs put into the folder are never replaced.
package final class RunWriter {
  package let folder: RunFolder
  /// The file `run.json`, which is locked while this object exists. The folder belongs to this run as long as
  /// its `run.json` is still this file.
  private let claim: OutputFile
  /// The file `samples.csv`; nil if samples are rejected, as in a run without timing or after a failure.
  private var samples: OutputFile?
  private var length = 0
  private var sampleCount = 0
  /// The paths of the files that this run has created and may therefore replace.
  private var own: Set<String> = []

  /// Claims the folder and writes the planned cells, which have no results yet. Pass `hasSamples` as false
  /// for a run without timing. Throws `cannotCreate` if another run has claimed the folder or one of the
  /// files already exists. Throws `usage` for a name that the CSV files cannot represent.
  package init(
    _ folder: RunFolder, _ record: RunRecord, planned: [CellResult], hasSamples: Bool = true
  ) throws(RunFault) {
    for row in planned { try row.cell.check() }
    self.folder = folder
    claim = try FileSystem.createFile(at: folder.recordPath, with: record.json()) {
      (file) throws(RunFault) in try file.lock()
    }
    do throws(RunFault) {
      try write(planned)
      if hasSamples {
        samples = try OutputFile(creating: folder.samplesPath)
        own.insert(folder.samplesPath)
        try append(SampleRow.schema.text(of: []))
      }
    } catch {
      withdraw()
      throw error
    }
  }

  /// Appends one round: the samples of one repetition of one group. Throws if the disk is full or broken;
  /// after such an error, earlier rounds remain in the file and later rounds are rejected.
  package func append(_ round: [SampleRow]) throws(RunFault) {
    try append(SampleRow.schema.lines(of: round))
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
      throw RunFault(error.exitCode, "\(error.message); all earlier repetitions are kept")
    }
  }

  /// Replaces the summary during the run, when the times are only in `samples.csv`.
  package func write(_ rows: [CellResult]) throws(RunFault) {
    try write(CellResult.schema.text(of: rows), at: folder.summaryPath)
  }

  package func write(_ frames: [FrameRow]) throws(RunFault) {
    try write(FrameRow.schema.text(of: frames), at: folder.framesPath)
  }

  /// Ends the run and writes its remaining files, `run.json` last, so a run with the status `complete` has
  /// all files. Throws `cannotCreate` if the folder no longer belongs to this run. Also throws it, after
  /// writing all other files, if another program has created `README.md` or `index.html`.
  package func finish(
    _ record: RunRecord, _ summary: [CellResult], readme: String, page: String
  ) throws(RunFault) {
    guard claim.isFile(at: folder.recordPath) else {
      throw RunFault(
        .cannotCreate,
        "\(folder.path) no longer belongs to this run: its run.json was replaced or removed, so "
          + "nothing was written there")
    }
    var record = record
    if let samples {
      try samples.synchronise()
      record.sampleCount = sampleCount
    }
    samples = nil
    try write(summary)
    var foreign: [String] = []
    for (path, text) in [(folder.readmePath, readme), (folder.pagePath, page)] {
      do throws(RunFault) {
        try write(Array(text.utf8), at: path)
      } catch {
        guard error.exitCode == .cannotCreate, FileSystem.holds(path) else { throw error }
        foreign.append(path)
      }
    }
    try FileSystem.replaceFile(at: folder.recordPath, with: record.json())
    guard foreign.isEmpty else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(foreign.joined(separator: " and ")), which another program created "
          + "during the run; all other files of the run were written")
    }
  }

  /// Removes all files of a run that failed without producing results.
  package func withdraw() {
    samples = nil
    if claim.isFile(at: folder.recordPath) { FileSystem.remove(folder.recordPath) }
    for path in own { FileSystem.remove(path) }
    rmdir(folder.path)
  }

  private func write(_ bytes: [UInt8], at path: String) throws(RunFault) {
    if own.contains(path) { return try FileSystem.replaceFile(at: path, with: bytes) }
    _ = try FileSystem.createFile(at: path, with: bytes)
    own.insert(path)
  }
}
