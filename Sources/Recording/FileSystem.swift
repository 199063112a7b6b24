import Foundation

/// What a run needs of the file system, with the system's own reasons in the messages.
package enum FileSystem {
  /// Whether something is at `path`; a symbolic link counts, wherever it leads.
  package static func holds(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// Whether a folder is at `path`.
  package static func holdsFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// A file's content; throws `missingInput` where nothing is.
  package static func bytes(at path: String) throws(RunFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      throw .system(
        code == ENOENT || code == ENOTDIR ? .missingInput : .ioFailure, cannot: "read", path,
        code: code)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if errno != EINTR {
        throw .system(.ioFailure, cannot: "read", path, code: errno)
      }
    }
  }

  /// Puts a file at `path` that is, at every moment and after every crash, either the old or the
  /// new one: it is written beside its place, brought to the disk, and then renamed. A pipe or a
  /// device that stands there is written to.
  package static func replaceFile(at path: String, with bytes: [UInt8]) throws(RunFault) {
    guard !holdsDevice(path) else { return try OutputFile(reopening: path).append(bytes) }
    _ = try replaceFile(at: path, with: bytes) { _ in }
  }

  /// Does the same with a file that `write` writes piece by piece.
  package static func replaceFile(
    at path: String, writing write: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) {
    guard !holdsDevice(path) else { return try write(OutputFile(reopening: path)) }
    _ = try replaceFile(at: path, with: [], prepare: write)
  }

  /// How the name of a file ends that will take another's place.
  static let draftEnding = ".draft"

  /// Does the same with a file, and gives it open; `prepare` gets it before it has its name.
  static func replaceFile(
    at path: String, with bytes: [UInt8], prepare: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) -> OutputFile {
    let draft = "\(path).\(getpid())\(draftEnding)"
    unlink(draft)
    do throws(RunFault) {
      let file = try OutputFile(creating: draft, name: path)
      try prepare(file)
      try file.append(bytes)
      try file.synchronise()
      try rename(draft, to: path)
      return file
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Whether a pipe, a device or a socket is at `path`: something that cannot be replaced.
  private static func holdsDevice(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return false }
    let kind = facts.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Adds `bytes` to the end of the file at `path`, which is made if it is not there.
  package static func append(_ bytes: [UInt8], to path: String) throws(RunFault) {
    guard holds(path) else { return try replaceFile(at: path, with: bytes) }
    try OutputFile(reopening: path).append(bytes)
  }

  /// Gives what is at `path` another name, in place of what has that name, if anything.
  static func rename(_ path: String, to newPath: String) throws(RunFault) {
    guard Foundation.rename(path, newPath) == 0 else {
      throw .system(.cannotCreate, cannot: "create", newPath, code: errno)
    }
    synchroniseFolder(of: newPath)
  }

  /// Brings a folder's names to the disk; as well as the file system can, some know no such call.
  private static func synchroniseFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Creates a folder, and those it stands in; throws where something already is.
  package static func createFolder(_ path: String) throws(RunFault) {
    let parent = folder(of: path)
    if parent != path, !holds(parent) {
      do throws(RunFault) {
        try createFolder(parent)
      } catch {
        // Another run may have created it meanwhile.
        guard holdsFolder(parent) else { throw error }
      }
    }
    guard mkdir(path, 0o755) == 0 else {
      throw .system(.cannotCreate, cannot: "create", path, code: errno)
    }
  }

  /// The path of the folder that `path` stands in.
  package static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }
}
