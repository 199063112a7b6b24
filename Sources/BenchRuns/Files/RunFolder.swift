import BenchBasics
import Foundation

/// The folder of one run, which no other run overwrites. The folder contains `run.json` (parameters, machine,
/// status), `samples.csv` (a row for each sample), `frames.csv` (a row for each kind of frame in a cell),
/// `summary.csv` (a row for each cell), `README.md` and `index.html`. `RunWriter` writes these files, the last
/// three when the run ends. A folder without `summary.csv` is an incomplete run, which is still running or was
/// killed.
package struct RunFolder: Sendable {
  /// The path of the folder, without trailing slashes.
  package let path: String

  init(path: String) { self.path = FileSystem.trimmed(path) }

  package var recordPath: String { path + "/run.json" }
  package var samplesPath: String { path + "/samples.csv" }
  package var summaryPath: String { path + "/summary.csv" }
  /// The path of the cells of an incomplete run, which have statuses and counters, but no times.
  package var partPath: String { path + "/summary.csv.part" }
  package var framesPath: String { path + "/frames.csv" }
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
    let own = [
      "run.json", "samples.csv", "frames.csv", "summary.csv", "summary.csv.part", "README.md",
      "index.html",
    ]
    return own.contains(name) && FileSystem.holds(RunFolder(path: folder).recordPath)
  }

  /// The folder of an existing run. Throws `missingInput` if `path` is not a folder with a `run.json`.
  package static func open(_ path: String) throws(RunFault) -> RunFolder {
    let folder = RunFolder(path: path)
    for place in [path, folder.recordPath] where FileSystem.isHidden(place) {
      throw .system(.missingInput, cannot: "read", place, code: EACCES)
    }
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
    var record = try RunRecord(
      json: FileSystem.bytes(ofRegularFile: recordPath, atMost: 1 << 24), file: recordPath)
    if !FileSystem.holds(summaryPath) { record.status = .incomplete }
    return record
  }

  /// Reads the samples. Pass `isWhole` as false for an incomplete run, to ignore an incomplete last line.
  package func samples(isWhole: Bool = true) throws(RunFault) -> [SampleRow] {
    var bytes = try FileSystem.bytes(ofRegularFile: samplesPath)
    if !isWhole {
      // Names contain no line breaks, so the bytes up to the last line break are complete rows.
      bytes.removeLast(bytes.reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
      if bytes.isEmpty { return [] }
    }
    return try SampleRow.rows(in: bytes, file: samplesPath)
  }

  package func summary() throws(RunFault) -> [CellResult] { try cells(in: summaryPath) }

  /// Reads the cells of an incomplete run; empty if the run was killed before it wrote them.
  func plannedCells() throws(RunFault) -> [CellResult] {
    FileSystem.holds(partPath) ? try cells(in: partPath) : []
  }

  private func cells(in file: String) throws(RunFault) -> [CellResult] {
    try CellResult.rows(in: FileSystem.bytes(ofRegularFile: file), file: file)
  }

  /// Reads the kinds of frames; empty for a run without `frames.csv`.
  package func frames() throws(RunFault) -> [FrameRow] {
    guard FileSystem.holds(framesPath) else { return [] }
    return try FrameRow.rows(
      in: FileSystem.bytes(ofRegularFile: framesPath), file: framesPath)
  }

  package func write(_ record: RunRecord) throws(RunFault) {
    try FileSystem.replaceFile(at: recordPath, with: record.json())
  }

  /// Replaces the summary or the samples of the run.
  package func write<Row: CSVRow>(_ rows: [Row]) throws(RunFault) {
    let file = Row.self == CellResult.self ? summaryPath : samplesPath
    try FileSystem.replaceFile(at: file, with: Row.csv(of: rows))
  }

  package func write(readme: String, page: String) throws(RunFault) {
    try FileSystem.replaceFile(at: readmePath, with: Array(readme.utf8))
    try FileSystem.replaceFile(at: pagePath, with: Array(page.utf8))
  }
}

// The functions in this extension throw `cannotCreate` if they fail. A folder belongs to the run that creates it.
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

  /// Creates a folder that the user chose. Throws `usage` for an empty path.
  package static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else { throw RunFault(.usage, "the output folder's name is empty") }
    try FileSystem.createFolder(path)
    return RunFolder(path: path)
  }

  /// Makes the symbolic link `latest` under `root` point to this folder, atomically. Does nothing if the
  /// folder is not under `root`.
  package func becomeLatest(under root: String) throws(RunFault) {
    guard path.hasPrefix(root + "/") else { return }
    let link = "\(root)/latest"
    guard
      !FileSystem.holds(link)
        || (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil
    else {
      throw RunFault(.cannotCreate, "\(link) is not replaced, because it is not a symbolic link")
    }
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
