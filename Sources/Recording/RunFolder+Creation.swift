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

  /// The folder that the user chose, which must be new or empty.
  ///
  /// Throws `usage` for an empty path and `cannotCreate` otherwise.
  public static func create(at path: String) throws(RunFault) -> RunFolder {
    guard !path.isEmpty else {
      throw RunFault(.usage, "the output folder's name is empty")
    }
    guard FileSystem.holds(path) else {
      try FileSystem.createFolder(path)
      return RunFolder(path: path)
    }
    guard FileSystem.holdsFolder(path) else {
      throw RunFault(.cannotCreate, "cannot create \(path): a file is there already")
    }
    guard let content = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw RunFault(.cannotCreate, "cannot create \(path): it is there and cannot be read")
    }
    guard content.isEmpty else {
      throw RunFault(
        .cannotCreate,
        "cannot create \(path): it is there and not empty; a run never overwrites another")
    }
    return RunFolder(path: path)
  }

  /// The first of `path`, `path-2`, `path-3` … that can be created.
  private static func createFirstFree(_ path: String) throws(RunFault) -> RunFolder {
    var free = path
    var number = 1
    while true {
      do throws(RunFault) {
        try FileSystem.createFolder(free)
        return RunFolder(path: free)
      } catch {
        // Asking before creating would let two runs take the same name.
        guard FileSystem.holds(free) else { throw error }
        number += 1
        free = "\(path)-\(number)"
      }
    }
  }

  /// Lets `latest` under `root` lead to this folder, in place of the one it led to.
  ///
  /// At every moment it leads to one or the other. Throws `cannotCreate`, also where `latest` is
  /// not a symbolic link.
  public func becomeLatest(under root: String) throws(RunFault) {
    let link = "\(root)/latest"
    let draft = "\(link).\(getpid()).draft"
    // Relative, so that the results can be moved as a whole.
    let inside = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : nil
    let target = inside ?? URL(fileURLWithPath: path).path
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
