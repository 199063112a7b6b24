import BenchBasics
import Foundation

/// Writes a run's files. Samples are appended after each repetition of a group, so a run that is killed
/// loses at most the current repetition. Files created by other programs are never overwritten.
package final class RunWriter {
  package let folder: RunFolder
  private var samples: OutputFile?
  private var length = 0
  private var sampleCount = 0

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

  /// If writing fails, the file keeps all earlier rounds, and later calls throw an error.
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
      // If truncation fails too, no harm is done, because readers ignore an incomplete last line.
      try? samples.truncate(to: length)
      self.samples = nil
      throw RunFault(
        error.exitCode,
        error.message + (sampleCount > 0 ? "; all earlier repetitions are kept" : ""))
    }
  }

  /// Updates statuses and counters while the run is in progress.
  package func write(_ rows: [CellResult]) throws(RunFault) {
    try FileSystem.replaceFile(at: folder.partPath, with: CellResult.csv(of: rows))
  }

  package func write(_ frames: [FrameRow]) throws(RunFault) {
    try FileSystem.createFile(at: folder.framesPath, with: FrameRow.csv(of: frames))
  }

  package func finish(
    _ record: RunRecord, _ summary: [CellResult], readme: String, page: String
  ) throws(RunFault) {
    var record = record
    if let samples {
      try samples.synchronise()
      guard FileSystem.size(of: folder.samplesPath) == length else {
        throw RunFault(
          .ioFailure,
          "\(folder.samplesPath) was removed or changed during the run, so no other files were written"
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

  package func withdraw() {
    samples = nil
    for path in [folder.recordPath, folder.partPath, folder.samplesPath, folder.framesPath] {
      FileSystem.remove(path)
    }
    rmdir(folder.path)
  }
}
