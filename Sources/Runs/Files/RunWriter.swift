import Basics

/// Writes a run into a folder that no other run gets.
///
/// The folder is claimed by creating its `run.json`, which then says `incomplete`. `samples.csv` grows round
/// by round, so that a kill at any moment loses at most the round in flight. A file that somebody else has
/// put into the folder meanwhile is never replaced.
package final class RunWriter {
  package let folder: RunFolder
  /// `run.json` as it was created, locked while this object exists. It is the claim: while the path leads to
  /// this file, the folder belongs to this run.
  private let claim: OutputFile
  /// Nil when nothing more is accepted: in a run without samples, after `finish`, and after a failure.
  private var samples: OutputFile?
  private var length = 0
  private var sampleCount = 0
  /// The files that this run has put into the folder, and may replace.
  private var own: Set<String> = []

  /// Claims the folder and writes the cells of the plan, none of them measured yet; `hasSamples` is false
  /// for a run that times nothing. Throws `cannotCreate` where another run has claimed the folder or a file
  /// is in the way, `usage` for a name that would not read back.
  package init(
    _ folder: RunFolder, _ record: RunRecord, planned: [SummaryRow], hasSamples: Bool = true
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

  /// Adds one round, the samples of one group. Throws when the disk is full or broken: then all rounds before
  /// are kept, and nothing more is accepted.
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
      // Takes back a part that was written. If that fails too, readers cut it.
      try? samples.truncate(to: length)
      self.samples = nil
      throw RunFault(error.exitCode, "\(error.message); the rounds before it are kept")
    }
  }

  /// Replaces the summary of a run that goes on: what is known of its cells besides their times, which are
  /// in the samples.
  package func write(_ rows: [SummaryRow]) throws(RunFault) {
    try put(SummaryRow.schema.text(of: rows), at: folder.summaryPath)
  }

  /// Ends the run and gives the folder its last files; the record is the last of them, so that a run that
  /// says it is complete has all files.
  ///
  /// Throws `cannotCreate` where the folder is not this run's any more, and where files have appeared in the
  /// way of the README or the page: these stay as they are, and all else is written.
  package func finish(
    _ record: RunRecord, _ summary: [SummaryRow], readme: String, page: String
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
    var strangers: [String] = []
    for (path, text) in [(folder.readmePath, readme), (folder.pagePath, page)] {
      do throws(RunFault) {
        try put(Array(text.utf8), at: path)
      } catch {
        guard error.exitCode == .cannotCreate, FileSystem.holds(path) else { throw error }
        strangers.append(path)
      }
    }
    try FileSystem.replaceFile(at: folder.recordPath, with: record.json())
    guard strangers.isEmpty else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(strangers.joined(separator: " and ")): somebody has put it there during the "
          + "run, and it stays; all other files of the run are written")
    }
  }

  /// Takes everything back that was written, for a run that has failed and has nothing to show.
  package func withdraw() {
    samples = nil
    if claim.isFile(at: folder.recordPath) { FileSystem.remove(folder.recordPath) }
    for path in own { FileSystem.remove(path) }
    folder.removeIfEmpty()
  }

  private func put(_ bytes: [UInt8], at path: String) throws(RunFault) {
    if own.contains(path) { return try FileSystem.replaceFile(at: path, with: bytes) }
    _ = try FileSystem.createFile(at: path, with: bytes)
    own.insert(path)
  }
}
