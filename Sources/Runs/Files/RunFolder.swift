import Basics
import Foundation

/// The folder of one run, which no other run overwrites. The folder contains `run.json` (parameters, machine,
/// status), `samples.csv` (a row for each sample), `summary.csv` (a row for each cell), `README.md` and
/// `index.html`. `RunWriter` writes these files.
package struct RunFolder: Sendable {
  /// The path of the folder, without trailing slashes.
  package let path: String

  init(path: String) { self.path = FileSystem.trimmed(path) }

  package var recordPath: String { path + "/run.json" }
  package var samplesPath: String { path + "/samples.csv" }
  package var summaryPath: String { path + "/summary.csv" }
  package var readmePath: String { path + "/README.md" }
  package var pagePath: String { path + "/index.html" }
  /// The path of `film.html`, an optional recording of the strategies' frames. If the file exists,
  /// `index.html` links to it.
  package var filmPath: String { path + "/" + Self.filmName }
  package static let filmName = "film.html"

  /// Whether `path` is a file of an existing run, or would be one if it were created.
  package static func owns(_ path: String) -> Bool {
    guard let destination = try? FileSystem.destination(path) else { return false }
    let (folder, name) = FileSystem.parts(of: destination)
    let own = ["run.json", "samples.csv", "summary.csv", "README.md", "index.html"]
    return own.contains(name) && FileSystem.holds(RunFolder(path: folder).recordPath)
  }

  /// The folder of an existing run. Throws `missingInput` if `path` is not a folder with a `run.json`.
  package static func open(_ path: String) throws(RunFault) -> RunFolder {
    let folder = RunFolder(path: path)
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(
        .missingInput, "\(path) does not exist or is not a folder, expected the folder of a run")
    }
    guard FileSystem.holds(folder.recordPath) else {
      throw RunFault(.missingInput, "\(path) has no run.json, so it is not the folder of a run")
    }
    return folder
  }

  /// Reads `run.json`. Throws `missingInput`, `badData` or `ioFailure`, as all functions that read files do.
  package func record() throws(RunFault) -> RunRecord {
    // The parser needs several times as much memory as the text; a valid file is far smaller than 16 MiB.
    try RunRecord(
      json: FileSystem.bytes(ofRegularFile: recordPath, atMost: 1 << 24), file: recordPath)
  }

  /// Reads the samples. Pass `isWhole` as false for a run in progress, to ignore an incomplete last line.
  package func samples(isWhole: Bool = true) throws(RunFault) -> [SampleRow] {
    var bytes = try FileSystem.bytes(ofRegularFile: samplesPath)
    if !isWhole {
      // Names contain no line breaks, so the bytes up to the last line break are complete rows.
      bytes.removeLast(bytes.reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
      if bytes.isEmpty { return [] }
    }
    return try SampleRow.schema.rows(in: bytes, file: samplesPath)
  }

  /// Whether another process is writing this run.
  package var isBeingWritten: Bool {
    // Only a regular file is opened, because opening a pipe would block.
    guard FileSystem.holdsRegularFile(recordPath),
      let file = try? OutputFile(reopening: recordPath)
    else { return false }
    return (try? file.lock()) == nil
  }

  package func summary() throws(RunFault) -> [CellResult] {
    try CellResult.schema.rows(in: FileSystem.bytes(ofRegularFile: summaryPath), file: summaryPath)
  }

  package func write(_ record: RunRecord) throws(RunFault) {
    try FileSystem.replaceFile(at: recordPath, with: record.json())
  }

  /// Replaces the summary or the samples of the run.
  package func write<Row: CSVRow>(_ rows: [Row]) throws(RunFault) {
    let file = Row.self == CellResult.self ? summaryPath : samplesPath
    try FileSystem.replaceFile(at: file, with: Row.schema.text(of: rows))
  }

  package func write(readme: String, page: String) throws(RunFault) {
    try FileSystem.replaceFile(at: readmePath, with: Array(readme.utf8))
    try FileSystem.replaceFile(at: pagePath, with: Array(page.utf8))
  }
}

// The functions in this extension throw `cannotCreate` if they fail. A folder belongs to the process that
// creates `run.json` in it; see `RunWriter`.
extension RunFolder {
  /// Creates the folder of a new run under `root`, with the name `runs/<UTC time>-<revision>`, or
  /// `<date>-<machine>-<revision>` if its results are kept permanently. If the name exists, `-2`, `-3` and so
  /// on are appended.
  package static func create(
    under root: String, for record: RunRecord, isKept: Bool
  ) throws(RunFault) -> RunFolder {
    let revision = Revision(commit: record.revision, isDirty: record.isDirty).slug
    // The timestamp has no colons, because some systems do not allow colons in file names.
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let path =
      isKept
      ? "\(root)/\(record.started.day)-\(record.machine.slug)-\(revision)"
      : "\(root)/runs/\(record.started.formatted(style))-\(revision)"
    var (free, number) = (path, 1)
    while true {
      do throws(RunFault) {
        // Two runs that searched for a free name before creating the folder could choose the same name.
        try FileSystem.createFolder(free)
        return RunFolder(path: free)
      } catch {
        guard FileSystem.holds(free) else { throw error }
        number += 1
        free = "\(path)-\(number)"
      }
    }
  }

  /// Creates a folder that the user chose, or uses an existing, empty one. Throws `usage` for an empty path.
  package static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else { throw RunFault(.usage, "the output folder's name is empty") }
    do throws(RunFault) {
      if !FileSystem.holds(path) { try FileSystem.createFolder(path) }
    } catch {
      // Another run may have created the folder in the meantime; `run.json` decides which run owns it.
      guard FileSystem.holdsFolder(path) else { throw error }
    }
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(path): it is a file, or a link that does not lead to a folder")
    }
    guard try FileSystem.names(in: path).isEmpty else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(path): the folder is not empty; a run never overwrites another")
    }
    return RunFolder(path: path)
  }

  /// Makes the symbolic link `latest` under `root` point to this folder, atomically. Does nothing if the
  /// folder is not under `root`.
  package func becomeLatest(under root: String) throws(RunFault) {
    guard path.hasPrefix(root + "/") else { return }
    let link = "\(root)/latest"
    let draft = FileSystem.draft(of: link)
    unlink(draft)
    // The link is relative, so that the whole folder of results can be moved.
    guard symlink(String(path.dropFirst(root.count + 1)), draft) == 0 else {
      throw .system(.cannotCreate, cannot: "create", link, code: errno)
    }
    do throws(RunFault) {
      try FileSystem.rename(draft, to: link)
    } catch {
      unlink(draft)
      throw error
    }
  }
}

// MARK: Writing

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
