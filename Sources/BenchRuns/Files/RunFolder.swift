import BenchBasics
import Foundation

/// A run's folder. If `summary.csv` is missing, the run is still in progress or was killed.
package struct RunFolder: Sendable {
  package let path: String

  init(path: String) { self.path = FileSystem.trimmed(path) }

  package var recordPath: String { path + "/run.json" }
  package var samplesPath: String { path + "/samples.csv" }
  package var summaryPath: String { path + "/summary.csv" }
  package var partPath: String { path + "/summary.csv.part" }
  package var framesPath: String { path + "/frames.csv" }
  package var readmePath: String { path + "/README.md" }
  package var pagePath: String { path + "/index.html" }
  /// An optional recording that `index.html` links to.
  package var filmPath: String { path + "/" + Self.filmName }
  package static let filmName = "film.html"

  /// Whether `path` is the location of one of a run's files, including files that the run has not written
  /// yet.
  package static func owns(_ path: String) -> Bool {
    let (folder, name) = FileSystem.parts(of: FileSystem.real(path) ?? path)
    let own = [
      "run.json", "samples.csv", "frames.csv", "summary.csv", "summary.csv.part", "README.md",
      "index.html",
    ]
    return own.contains(name) && FileSystem.holds(RunFolder(path: folder).recordPath)
  }

  package static func open(_ path: String) throws(RunFault) -> RunFolder {
    let folder = RunFolder(path: path)
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(
        .missingInput, "\(path) is not a run's folder: it does not exist or is not a folder")
    }
    guard FileSystem.holds(folder.recordPath) else {
      throw RunFault(.missingInput, "\(path) is not a run's folder: it has no run.json")
    }
    return folder
  }

  /// Throws `missingInput`, `badData` or `ioFailure`, as do all functions of this type that read files.
  package func record() throws(RunFault) -> RunRecord {
    var record = try RunRecord(
      json: FileSystem.bytes(ofRegularFile: recordPath, atMost: 1 << 24), file: recordPath)
    if !FileSystem.holds(summaryPath) { record.status = .incomplete }
    return record
  }

  /// Pass `isWhole: false` for an unfinished run, whose last line may be incomplete.
  package func samples(isWhole: Bool = true) throws(RunFault) -> [SampleRow] {
    var bytes = try FileSystem.bytes(ofRegularFile: samplesPath)
    if !isWhole {
      // Names can't contain line breaks, so only the last row can be incomplete. Drop it if it doesn't end
      // in a line break.
      bytes.removeLast(bytes.reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
      if bytes.isEmpty { return [] }
    }
    return try SampleRow.rows(in: bytes, file: samplesPath)
  }

  package func summary() throws(RunFault) -> [CellResult] { try cells(in: summaryPath) }

  func plannedCells() throws(RunFault) -> [CellResult] {
    FileSystem.holds(partPath) ? try cells(in: partPath) : []
  }

  private func cells(in file: String) throws(RunFault) -> [CellResult] {
    try CellResult.rows(in: FileSystem.bytes(ofRegularFile: file), file: file)
  }

  package func frames() throws(RunFault) -> [FrameRow] {
    guard FileSystem.holds(framesPath) else { return [] }
    return try FrameRow.rows(
      in: FileSystem.bytes(ofRegularFile: framesPath), file: framesPath)
  }

  package func write(readme: String, page: String) throws(RunFault) {
    try FileSystem.replaceFile(at: readmePath, with: Array(readme.utf8))
    try FileSystem.replaceFile(at: pagePath, with: Array(page.utf8))
  }
}

extension RunFolder {
  /// Creates `runs/<UTC time>-<revision>` under `root`, or `<date>-<machine>-<revision>` for results kept
  /// in git. If the name is taken, appends `-2`, `-3` and so on.
  package static func create(
    under root: String, for record: RunRecord, isKept: Bool
  ) throws(RunFault) -> RunFolder {
    let revision = Revision(commit: record.revision, isDirty: record.isDirty).slug
    // Some file systems don't allow colons in names.
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let path =
      isKept
      ? "\(root)/\(record.started.day)-\(record.machine.slug)-\(revision)"
      : "\(root)/runs/\(record.started.formatted(style))-\(revision)"
    var (free, number) = (path, 1)
    while true {
      do throws(RunFault) {
        // Create the folder without checking first whether the name is free, because another run could take
        // the name in between.
        try FileSystem.createFolder(free)
        return RunFolder(path: free)
      } catch {
        guard FileSystem.holds(free) else { throw error }
        number += 1
        free = "\(path)-\(number)"
      }
    }
  }

  package static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else { throw RunFault(.usage, "the output folder's name is empty") }
    try FileSystem.createFolder(path)
    return RunFolder(path: path)
  }

  /// Atomically points the `latest` symlink under `root` at this folder.
  package func becomeLatest(under root: String) throws(RunFault) {
    guard path.hasPrefix(root + "/") else { return }
    let link = "\(root)/latest"
    guard
      !FileSystem.holds(link)
        || (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil
    else {
      throw RunFault(.cannotCreate, "\(link) was not replaced, because it is not a symbolic link")
    }
    let draft = FileSystem.draft(of: link)
    unlink(draft)
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
