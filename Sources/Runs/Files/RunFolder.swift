import Basics
import Foundation

/// The folder of one run, which no other run ever overwrites.
///
/// `run.json` tells how the run was made and whether it is complete, `samples.csv` holds every measurement,
/// `summary.csv` what they come to; `README.md` and `index.html` say it to people. `RunWriter` writes them.
package struct RunFolder: Sendable {
  /// As the user gave it, but without slashes at its end.
  package let path: String

  init(path: String) { self.path = FileSystem.trimmed(path) }

  package var recordPath: String { path + "/run.json" }
  package var samplesPath: String { path + "/samples.csv" }
  package var summaryPath: String { path + "/summary.csv" }
  package var readmePath: String { path + "/README.md" }
  package var pagePath: String { path + "/index.html" }
  /// Where a film stands that is shown with the run, if there is one.
  package var filmPath: String { path + "/" + Self.filmName }
  package static let filmName = "film.html"

  /// Whether a file at `path` is, or would become, one of those that a run which is there consists of.
  package static func owns(_ path: String) -> Bool {
    guard let place = try? FileSystem.destination(path) else { return false }
    let (folder, name) = FileSystem.parts(of: place)
    let own = ["run.json", "samples.csv", "summary.csv", "README.md", "index.html"]
    return own.contains(name) && FileSystem.holds(RunFolder(path: folder).recordPath)
  }

  /// The folder of a run that is there; throws `missingInput` when `path` is no folder with a `run.json`.
  package static func open(_ path: String) throws(RunFault) -> RunFolder {
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

  // MARK: Its files

  /// Throws `missingInput`, `badData` or `ioFailure`, as the other readers do.
  package func record() throws(RunFault) -> RunRecord {
    // The parser needs many times the bytes of a text, so it gets no more than a record has ever had.
    try RunRecord(
      json: FileSystem.bytes(ofRegularFile: recordPath, atMost: 1 << 24), file: recordPath)
  }

  /// The samples. `isWhole` is false for a run that has not come to its end: then the last line may lack its
  /// end, and is left out.
  package func samples(isWhole: Bool = true) throws(RunFault) -> [SampleRow] {
    var bytes = try FileSystem.bytes(ofRegularFile: samplesPath)
    if !isWhole {
      // Names hold no line breaks, so the last line break ends the last whole record.
      bytes.removeLast(bytes.reversed().prefix { $0 != CSVByte.lineFeed }.count)
      if bytes.isEmpty { return [] }
    }
    return try SampleRow.checkedRows(in: bytes, file: samplesPath)
  }

  /// Whether another process writes this run at present.
  package var isBeingWritten: Bool {
    // A pipe would be waited for.
    guard FileSystem.holdsRegularFile(recordPath),
      let file = try? OutputFile(reopening: recordPath)
    else { return false }
    return (try? file.lock()) == nil
  }

  package func summary() throws(RunFault) -> [CellResult] {
    try CellResult.checkedRows(in: FileSystem.bytes(ofRegularFile: summaryPath), file: summaryPath)
  }

  package func write(_ record: RunRecord) throws(RunFault) {
    try FileSystem.replaceFile(at: recordPath, with: record.json())
  }

  /// Replaces the summary, or the samples of a whole run. Throws `usage` for a name that would not read back,
  /// see `CellKey.check()`.
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

// New folders; all throw `cannotCreate`. Of processes that are given the same one, that which creates
// `run.json` has it, see `RunWriter`.
extension RunFolder {
  /// `runs/<UTC time>-<revision>` under `root`.
  package static func create(
    under root: String, started: Date, revision: Revision
  ) throws(RunFault) -> RunFolder {
    // Without colons, which some systems do not allow in names.
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    return try createFirstFree("\(root)/runs/\(started.formatted(style))-\(revision.slug)")
  }

  /// For a run that is to be kept: `<date>-<machine>-<revision>` under `root`.
  package static func createRecorded(
    under root: String, started: Date, machine: MachineFacts, revision: Revision
  ) throws(RunFault) -> RunFolder {
    try createFirstFree("\(root)/\(started.day)-\(machine.slug)-\(revision.slug)")
  }

  /// The first of `path`, `path-2`, `path-3` … that can be created.
  private static func createFirstFree(_ path: String) throws(RunFault) -> RunFolder {
    var (free, number) = (path, 1)
    while true {
      do throws(RunFault) {
        try FileSystem.createFolder(free)
      } catch {
        // Asking before creating would let two runs take the same name.
        guard FileSystem.holds(free) else { throw error }
        number += 1
        free = "\(path)-\(number)"
        continue
      }
      return RunFolder(path: free)
    }
  }

  /// The folder that the user chose, which must be new or empty. Throws `usage` for an empty path.
  package static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else { throw RunFault(.usage, "the output folder's name is empty") }
    if !FileSystem.holds(path) {
      do throws(RunFault) {
        try FileSystem.createFolder(path)
      } catch {
        // Another run may have created it meanwhile: then run.json tells whose it is.
        guard FileSystem.holdsFolder(path) else { throw error }
      }
    }
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(path): a file is there already, or a link that does not lead to a folder")
    }
    guard try FileSystem.names(in: path).isEmpty else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(path): it is there and not empty; a run never overwrites another")
    }
    return RunFolder(path: path)
  }

  /// Lets `latest` under `root` lead to this folder: at every moment it leads to this one or the one before.
  /// Throws also where `latest` is not a symbolic link.
  package func becomeLatest(under root: String) throws(RunFault) {
    let link = "\(root)/latest"
    let draft = FileSystem.draft(of: link)
    // Relative, so that the results can be moved as a whole.
    let target =
      path.hasPrefix(root + "/")
      ? String(path.dropFirst(root.count + 1)) : try FileSystem.absolute(path)
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
