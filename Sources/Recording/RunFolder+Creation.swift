import Foundation

extension RunFolder {
  /// A new folder where nobody chose one: `runs/<UTC time>-<revision>` under `root`.
  ///
  /// Throws `cannotCreate`.
  public static func create(
    under root: String, started: Timestamp, revision: Revision
  ) throws(RunFault) -> RunFolder {
    try createFirstFree("\(root)/runs/\(started.compact)-\(revision.slug)")
  }

  /// A new folder for a run that is to be kept: `<date>-<machine>-<revision>` under `root`.
  ///
  /// Throws `cannotCreate`.
  public static func createRecorded(
    under root: String, started: Timestamp, machine: MachineFacts, revision: Revision
  ) throws(RunFault) -> RunFolder {
    try createFirstFree("\(root)/\(started.day)-\(machine.slug)-\(revision.slug)")
  }

  /// The folder that the user chose, which must be new or empty, or hold no more than what a run
  /// leaves that was killed before it measured anything.
  ///
  /// While the result lives, no other process gets the folder. Throws `usage` for an empty path and
  /// `cannotCreate` otherwise.
  public static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else {
      throw RunFault(.usage, "the output folder's name is empty")
    }
    if !FileSystem.holds(path) {
      do throws(RunFault) {
        try FileSystem.createFolder(path)
      } catch {
        // Another run may have created it meanwhile: then the lock tells whose it is.
        guard FileSystem.holdsFolder(path) else { throw error }
      }
    }
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(.cannotCreate, "cannot create \(path): a file is there already")
    }
    // Before anything in it is taken for what a dead process has left.
    let lock = try FolderLock(path)
    let content = try FileSystem.names(in: path)
    let folder = RunFolder(path: path, lock: lock)
    guard folder.isFalseStart(content) else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(path): it is there and not empty; a run never overwrites another")
    }
    for name in content { unlink("\(path)/\(name)") }
    return folder
  }

  /// The folder that the user chose, which must be new or empty, with all its files at once.
  ///
  /// `fill` writes them in a folder beside, which then takes the name: whoever looks sees all or none.
  public static func create(
    at path: String, filling fill: (RunFolder) throws(RunFault) -> Void
  ) throws(RunFault) -> RunFolder {
    let isNew = !FileSystem.holds(path)
    let folder = try create(at: path)
    let draft = RunFolder(path: FileSystem.draft(of: folder.path))
    do throws(RunFault) {
      try FileSystem.createFolder(draft.path)
      try fill(draft)
      try FileSystem.rename(draft.path, to: folder.path)
    } catch {
      try? FileManager.default.removeItem(atPath: draft.path)
      if isNew { rmdir(folder.path) }
      throw error
    }
    return folder
  }

  /// Removes what a kill left of files that were to take another's place. For a caller who knows that
  /// no other process writes this run: who holds its journal.
  public func removeDrafts() {
    let names = (try? FileSystem.names(in: path)) ?? []
    for name in names where name.hasSuffix(FileSystem.draftEnding) { unlink("\(path)/\(name)") }
  }

  /// Whether a folder with these files is empty, or was left by a run that never began: its record is
  /// written last, so without one there is at most a journal of nothing.
  private func isFalseStart(_ content: [String]) -> Bool {
    let journal = Journal.partialPath(of: samplesPath)
    return content.allSatisfy { name in
      if name.hasPrefix("run.json."), name.hasSuffix(FileSystem.draftEnding) { return true }
      guard "\(path)/\(name)" == journal, let bytes = try? FileSystem.bytes(at: journal)
      else { return false }
      return Journal.header.starts(with: bytes)
    }
  }

  /// The first of `path`, `path-2`, `path-3` … that can be created.
  private static func createFirstFree(_ path: String) throws(RunFault) -> RunFolder {
    var free = path
    var number = 1
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
      return RunFolder(path: free, lock: try FolderLock(free))
    }
  }

  /// Lets `latest` under `root` lead to this folder, in place of the one it led to.
  ///
  /// At every moment it leads to one or the other. Throws `cannotCreate`, also where `latest` is
  /// not a symbolic link. The link is a convenience: no run is incomplete for the want of it.
  public func becomeLatest(under root: String) throws(RunFault) {
    let link = "\(root)/latest"
    let draft = FileSystem.draft(of: link)
    // Relative, so that the results can be moved as a whole.
    let inside = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : nil
    let target = if let inside { inside } else { try FileSystem.absolute(path) }
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
