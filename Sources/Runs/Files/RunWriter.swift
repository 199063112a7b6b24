import Basics

/// Writes a run into a folder of its own.
///
/// Creating `run.json`, with the status `incomplete`, claims the folder. `samples.csv` is appended round by
/// round, so that a kill loses at most the current round. Files that others put into the folder are never
/// replaced.
package final class RunWriter {
  package let folder: RunFolder
  /// `run.json`, locked while this object exists. The folder belongs to this run while the path leads to this
  /// file.
  private let claim: OutputFile
  /// Nil in a run without samples, after `finish`, and after a failure: then no more samples are accepted.
  private var samples: OutputFile?
  private var length = 0
  private var sampleCount = 0
  /// The files that this run has created and may replace.
  private var own: Set<String> = []

  /// Claims the folder and writes the cells of the plan without results; `hasSamples` is false for a run that
  /// times nothing. Throws `cannotCreate` if another run has claimed the folder or a file exists, and `usage`
  /// for a name that could not be read back.
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

  /// Appends one round, the samples of one group. Throws if the disk is full or broken: then earlier rounds
  /// are kept and later ones rejected.
  package func append(_ round: [SampleRow]) throws(RunFault) {
    var csv = CSVWriter()
    for row in round {
      try row.cell.check()
      SampleRow.schema.write(row, to: &csv)
    }
    try append(csv.bytes)
    sampleCount += round.count
  }

  private func append(_ bytes: [UInt8]) throws(RunFault) {
    guard let samples else {
      throw RunFault(.internalFault, "\(folder.samplesPath) was written to after its end")
    }
    do throws(RunFault) {
      try samples.append(bytes)
      length += bytes.count
    } catch {
      // Removes a partial round; readers ignore one that remains.
      try? samples.truncate(to: length)
      self.samples = nil
      throw RunFault(error.exitCode, "\(error.message); the rounds before it are kept")
    }
  }

  /// Replaces the summary during the run: all results except the times, which are in the samples.
  package func write(_ rows: [CellResult]) throws(RunFault) {
    try write(CellResult.schema.text(of: rows), at: folder.summaryPath)
  }

  /// Ends the run and writes the last files; the record is last, so that a complete run has all files.
  ///
  /// Throws `cannotCreate` if the folder no longer belongs to this run, and if others have created the README
  /// or the page: these files stay, and all others are written.
  package func finish(
    _ record: RunRecord, _ summary: [CellResult], readme: String, page: String
  ) throws(RunFault) {
    guard claim.isFile(at: folder.recordPath) else {
      throw RunFault(
        .cannotCreate,
        "\(folder.path) is not this run's any more: its run.json was replaced or removed meanwhile, "
          + "so nothing was written there")
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
        "cannot create \(foreign.joined(separator: " and ")): somebody has put it there during the "
          + "run, and it stays; all other files of the run are written")
    }
  }

  /// Removes all files of a run that has failed without results.
  package func withdraw() {
    samples = nil
    if claim.isFile(at: folder.recordPath) { FileSystem.remove(folder.recordPath) }
    for path in own { FileSystem.remove(path) }
    folder.removeIfEmpty()
  }

  private func write(_ bytes: [UInt8], at path: String) throws(RunFault) {
    if own.contains(path) { return try FileSystem.replaceFile(at: path, with: bytes) }
    _ = try FileSystem.createFile(at: path, with: bytes)
    own.insert(path)
  }
}
