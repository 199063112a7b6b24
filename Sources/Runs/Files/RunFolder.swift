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

  /// Reads `run.json`. Throws `missingInput`, `badData` or `ioFailure`, like the other functions that read
  /// files.
  package func record() throws(RunFault) -> RunRecord {
    // The size of the file is limited, because the parser needs several times as much memory as the text. A
    // valid `run.json` is far smaller than the limit of 16 MiB.
    try RunRecord(
      json: FileSystem.bytes(ofRegularFile: recordPath, atMost: 1 << 24), file: recordPath)
  }

  /// Reads the samples. Pass `isWhole` as false for a run that has not ended, to ignore an incomplete last
  /// line.
  package func samples(isWhole: Bool = true) throws(RunFault) -> [SampleRow] {
    var bytes = try FileSystem.bytes(ofRegularFile: samplesPath)
    if !isWhole {
      // Names contain no line breaks, so the bytes up to the last line break are complete rows.
      bytes.removeLast(bytes.reversed().prefix { $0 != CSVByte.lineFeed }.count)
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

  /// Replaces the summary or the samples of the run. Throws `usage` for a name that the CSV file cannot
  /// represent; see `CellKey.check()`.
  package func write<Row: CSVRow>(_ rows: [Row]) throws(RunFault) {
    for cell in Set(rows.map(\.cell)) { try cell.check() }
    let file = Row.self == CellResult.self ? summaryPath : samplesPath
    try FileSystem.replaceFile(at: file, with: Row.schema.text(of: rows))
  }

  package func write(readme: String, page: String) throws(RunFault) {
    try FileSystem.replaceFile(at: readmePath, with: Array(readme.utf8))
    try FileSystem.replaceFile(at: pagePath, with: Array(page.utf8))
  }

  func removeIfEmpty() { rmdir(path) }
}

// The functions in this extension create folders and a link, and throw `cannotCreate` if they fail. If
// several processes are given the same folder, the folder belongs to the process that creates `run.json`; see
// `RunWriter`.
extension RunFolder {
  /// Creates the folder `runs/<UTC time>-<revision>` under `root`.
  package static func create(
    under root: String, started: Date, revision: Revision
  ) throws(RunFault) -> RunFolder {
    // The timestamp has no colons, because some systems do not allow colons in file names.
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    return try createFirstFree("\(root)/runs/\(started.formatted(style))-\(revision.slug)")
  }

  /// Creates the folder `<date>-<machine>-<revision>` under `root`, for a run whose results are kept
  /// permanently.
  package static func createRecorded(
    under root: String, started: Date, machine: MachineFacts, revision: Revision
  ) throws(RunFault) -> RunFolder {
    try createFirstFree("\(root)/\(started.day)-\(machine.slug)-\(revision.slug)")
  }

  /// Creates a folder with the first free name among `path`, `path-2`, `path-3` and so on.
  private static func createFirstFree(_ path: String) throws(RunFault) -> RunFolder {
    var (free, number) = (path, 1)
    while true {
      do throws(RunFault) {
        try FileSystem.createFolder(free)
      } catch {
        // Do not search for a free name before creating the folder, because two runs could then choose the
        // same name.
        guard FileSystem.holds(free) else { throw error }
        number += 1
        free = "\(path)-\(number)"
        continue
      }
      return RunFolder(path: free)
    }
  }

  /// Creates a folder that the user chose, or uses it if it exists and is empty. Throws `usage` for an empty
  /// path.
  package static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else { throw RunFault(.usage, "the output folder's name is empty") }
    if !FileSystem.holds(path) {
      do throws(RunFault) {
        try FileSystem.createFolder(path)
      } catch {
        // Another run may have created the folder in the meantime; `run.json` decides which run owns the
        // folder.
        guard FileSystem.holdsFolder(path) else { throw error }
      }
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

  /// Makes the symbolic link `latest` under `root` point to this folder, atomically. Throws if `latest`
  /// exists and is not a symbolic link.
  package func becomeLatest(under root: String) throws(RunFault) {
    let link = "\(root)/latest"
    let draft = FileSystem.draft(of: link)
    // The link is relative, so that the whole folder of results can be moved.
    let target =
      path.hasPrefix(root + "/")
      ? String(path.dropFirst(root.count + 1)) : FileSystem.absolute(path)
    unlink(draft)
    guard symlink(target, draft) == 0 else {
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
