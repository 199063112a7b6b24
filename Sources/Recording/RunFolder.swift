import Foundation

/// The folder of one run, which no other run ever overwrites.
///
/// `run.json` tells how the run was made, `samples.csv` holds every measurement (while it runs,
/// `samples.csv.partial`: see `Journal`), `summary.csv` what they come to; `README.md` and
/// `index.html` say it to people.
public struct RunFolder: Equatable, Sendable {
  /// The folder's path, as the user gave it, but without slashes at its end.
  public let path: String

  /// Keeps the folder to this process while it is being made; nil for one that is only read.
  private let lock: FolderLock?

  init(path: String, lock: FolderLock? = nil) {
    self.path = FileSystem.trimmed(path)
    self.lock = lock
  }

  /// Whether both are at one path.
  public static func == (left: RunFolder, right: RunFolder) -> Bool { left.path == right.path }

  /// Where the run's record stands.
  public var recordPath: String { path + "/run.json" }
  /// Where the samples stand when the run has ended.
  public var samplesPath: String { path + "/samples.csv" }
  /// Where the summary stands.
  public var summaryPath: String { path + "/summary.csv" }
  /// Where the strategies' memory stands, if it was measured.
  public var footprintPath: String { path + "/footprint.csv" }
  /// Where what the run comes to stands, in words.
  public var readmePath: String { path + "/README.md" }
  /// Where the same stands with charts, for a browser.
  public var pagePath: String { path + "/index.html" }
  /// Where a film stands that is shown with the run, if there is one.
  public var filmPath: String { path + "/" + Self.filmName }
  /// What a film is called that is shown with the run.
  public static let filmName = "film.html"

  /// Whether a file at `path` is, or would become, one of those that a run which is there consists of.
  package static func owns(_ path: String) -> Bool {
    guard let place = try? FileSystem.destination(path) else { return false }
    let (folder, name) = FileSystem.parts(of: place)
    let run = RunFolder(path: folder)
    let own = [
      run.recordPath, run.samplesPath, run.summaryPath, run.footprintPath, run.readmePath,
      run.pagePath, Journal.partialPath(of: run.samplesPath),
    ]
    return FileSystem.holds(run.recordPath)
      && own.contains { FileSystem.parts(of: $0).name == name }
  }

  /// The folder of a run that is there.
  ///
  /// Throws `missingInput` when `path` is not a folder with a `run.json`.
  public static func open(_ path: String) throws(RunFault) -> RunFolder {
    let folder = RunFolder(path: path)
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(
        .missingInput, "\(path) is not there, or not a folder: expected a run's folder")
    }
    guard FileSystem.holds(folder.recordPath) else {
      throw RunFault(.missingInput, "\(path) holds no run.json: it is not the folder of a run")
    }
    return folder
  }

  /// The run's record. Throws `missingInput`, `badData` or `ioFailure`.
  public func record() throws(RunFault) -> RunRecord {
    try Self.record(at: recordPath)
  }

  /// The record in a file. Throws `missingInput`, `badData` or `ioFailure`.
  ///
  /// The parser needs many times the bytes of a text, so it gets no more than a record has ever had.
  static func record(at path: String) throws(RunFault) -> RunRecord {
    try RunRecord(json: FileSystem.bytes(at: path, atMost: 1 << 24), file: path)
  }

  /// Writes the run's record, in place of an earlier one of this run.
  public func write(_ record: RunRecord) throws(RunFault) {
    try FileSystem.replaceFile(at: recordPath, with: record.json())
  }

  /// The samples; of a run that was killed or still runs, those of its finished rounds.
  ///
  /// Throws `missingInput`, `badData` or `ioFailure`.
  public func samples() throws(RunFault) -> [SampleRow] {
    let partial = Journal.partialPath(of: samplesPath)
    if !FileSystem.holds(samplesPath), FileSystem.holds(partial) {
      return try Journal.read(at: partial).rows
    }
    let bytes = try FileSystem.bytes(at: samplesPath)
    return try SampleRow.schema.rows(in: bytes, file: samplesPath)
  }

  /// The summary. Throws `missingInput`, `badData` or `ioFailure`.
  public func summary() throws(RunFault) -> [SummaryRow] {
    try SummaryRow.schema.rows(in: FileSystem.bytes(at: summaryPath), file: summaryPath)
  }

  /// The memory of the strategies; empty when it was not measured. Throws `badData` or `ioFailure`.
  public func footprints() throws(RunFault) -> [FootprintRow] {
    guard FileSystem.holds(footprintPath) else { return [] }
    return try FootprintRow.schema.rows(
      in: FileSystem.bytes(at: footprintPath), file: footprintPath)
  }

  /// Writes the summary, in place of an earlier one of this run.
  ///
  /// Throws `usage` for a name that would not read back, see `CellKey.check()`.
  public func write(_ summary: [SummaryRow]) throws(RunFault) {
    for row in summary { try row.cell.check() }
    try FileSystem.replaceFile(at: summaryPath, with: SummaryRow.schema.text(of: summary))
  }

  /// Writes the strategies' memory, in place of an earlier one of this run.
  public func write(_ footprints: [FootprintRow]) throws(RunFault) {
    let text = FootprintRow.schema.text(of: footprints)
    try FileSystem.replaceFile(at: footprintPath, with: text)
  }

  /// Writes the samples of a whole run, in place of earlier ones; a run that measures has a `Journal`.
  ///
  /// Throws `usage` for a name that would not read back, see `CellKey.check()`.
  public func write(_ samples: [SampleRow]) throws(RunFault) {
    for cell in Set(samples.map(\.cell)) { try cell.check() }
    try FileSystem.replaceFile(at: samplesPath, with: SampleRow.schema.text(of: samples))
  }

  /// Writes what the run comes to, in place of what an earlier program wrote of this run.
  public func write(readme: String, page: String) throws(RunFault) {
    try FileSystem.replaceFile(at: readmePath, with: Array(readme.utf8))
    try FileSystem.replaceFile(at: pagePath, with: Array(page.utf8))
  }
}
