import Foundation
import Synchronization

/// File operations whose errors include the system's error message.
package enum FileSystem {
  /// Whether the path exists. A symbolic link counts as existing even if its target does not exist.
  package static func holds(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  package static func holdsFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  package static func holdsRegularFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  private static func kind(of path: String) -> mode_t? {
    facts(of: path).map { $0.st_mode & S_IFMT }
  }

  private static func facts(of path: String) -> stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
  }

  /// Returns the content of a file or pipe. Throws `missingInput` if the file does not exist or may not be
  /// read, and `ioFailure` if reading fails. Throws `badData` if the content is longer than `limit` bytes.
  package static func bytes(
    at path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    func fault(_ code: Int32) -> RunFault {
      let isMissing = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM].contains(code)
      return .system(isMissing ? .missingInput : .ioFailure, cannot: "read", path, code: code)
    }
    // Reject a NUL byte, at which the system would truncate the path and open a different file.
    guard !path.utf8.contains(0) else { throw fault(ENOENT) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw fault(errno) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw fault(errno) }
    let size = facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : 0
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fault(errno) }
      guard max(size, bytes.count + count) <= limit else {
        throw RunFault(.badData, "\(path): larger than \(limit) bytes")
      }
      if bytes.isEmpty { bytes.reserveCapacity(size) }
      bytes += buffer[..<count]
    }
  }

  /// Returns the content of a regular file. Rejects pipes and devices, because reading them may block.
  package static func bytes(
    ofRegularFile path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    if let kind = kind(of: path), kind != S_IFREG {
      throw RunFault(.badData, "\(path): found a folder, a pipe or a device, expected a file")
    }
    return try bytes(at: path, atMost: limit)
  }

  /// Returns the names of the files in a folder, sorted. Throws `ioFailure` if the folder cannot be read.
  package static func names(in folder: String) throws(RunFault) -> [String] {
    guard let stream = opendir(folder) else {
      throw .system(.ioFailure, cannot: "read", folder, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Replaces the file at `path` atomically: even after a system crash, the file has either its old or its
  /// new content. The content is written to a temporary file in the same folder, which is flushed to the disk
  /// and then renamed. If `path` is a symbolic link, the link is replaced, not followed. `prepare` is called
  /// with the temporary file before the content is written.
  package static func replaceFile(
    at path: String, with bytes: [UInt8],
    prepare: (OutputFile) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) {
    let draft = draft(of: path)
    // Delete the temporary file after an error; after a successful rename, its path no longer exists.
    defer { unlink(draft) }
    _ = try write(bytes, toDraft: draft, of: path, prepare)
    try rename(draft, to: path)
  }

  /// Replaces the file at `path` atomically; `write` may append to the new file several times. If `path` is a
  /// pipe or a device, `write` writes directly to that pipe or device.
  package static func replaceFile(
    at path: String, writing write: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) {
    if let kind = kind(of: path), kind != S_IFREG, kind != S_IFDIR {
      return try write(OutputFile(reopening: path))
    }
    try replaceFile(at: path, with: [], prepare: write)
  }

  private static let draftEnding = ".draft"

  private static let drafts = Atomic<Int>(0)

  /// Returns a unique path for a temporary file in the folder of `path`.
  package static func draft(of path: String) -> String {
    let number = drafts.add(1, ordering: .relaxed).newValue
    let ending = ".\(getpid())-\(number)\(draftEnding)"
    var (folder, name) = parts(of: path)
    guard name.utf8.count + ending.utf8.count > 255 else { return path + ending }
    // File systems limit names to 255 bytes.
    while name.utf8.count + ending.utf8.count > 255 { name.removeLast() }
    return "\(folder)/\(name)\(ending)"
  }

  /// Atomically creates a file with the given content, and returns the file, which is open for appending.
  /// `prepare` is called with the temporary file before the content is written. Throws `cannotCreate` if the
  /// path exists, so only one of several concurrent calls succeeds.
  package static func createFile(
    at path: String, with bytes: [UInt8],
    prepare: (OutputFile) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) -> OutputFile {
    let draft = draft(of: path)
    defer { unlink(draft) }
    let file = try write(bytes, toDraft: draft, of: path, prepare)
    // Creating a hard link fails if the path exists, whereas renaming would replace the existing file.
    guard link(draft, path) != 0 else {
      synchroniseFolder(of: path)
      return file
    }
    let code = errno
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) else {
      throw .system(.cannotCreate, cannot: "create", path, code: code)
    }
    // The file system does not support hard links, so the file cannot be created atomically.
    let plain = try OutputFile(creating: path)
    try prepare(plain)
    try plain.append(bytes)
    try plain.synchronise()
    return plain
  }

  private static func write(
    _ bytes: [UInt8], toDraft draft: String, of path: String,
    _ prepare: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) -> OutputFile {
    unlink(draft)
    let file = try OutputFile(creating: draft, name: path)
    try prepare(file)
    try file.append(bytes)
    try file.synchronise()
    return file
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Renames `path` to `newPath`, replacing any existing file at `newPath`.
  package static func rename(_ path: String, to newPath: String) throws(RunFault) {
    guard Foundation.rename(path, newPath) == 0 else {
      throw .system(.cannotCreate, cannot: "create", newPath, code: errno)
    }
    synchroniseFolder(of: newPath)
  }

  /// Flushes the folder of `path` to the disk, if the file system supports flushing folders.
  private static func synchroniseFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Creates a folder and, by default, its missing parent folders. Throws `cannotCreate` if the folder
  /// exists.
  package static func createFolder(_ path: String, withParents: Bool = true) throws(RunFault) {
    let parent = folder(of: path)
    if withParents, parent != path, !holds(parent) {
      do throws(RunFault) {
        try createFolder(parent)
      } catch {
        // It is not an error if another process has created the parent folder in the meantime.
        guard holdsFolder(parent) else { throw error }
      }
    }
    guard mkdir(path, 0o755) == 0 else {
      throw .system(.cannotCreate, cannot: "create", path, code: errno)
    }
  }

  /// Locks an open file or folder. Returns 0 or an `errno`; `EWOULDBLOCK` means that another process has
  /// locked the file or folder.
  package static func lock(_ descriptor: Int32) -> Int32 {
    // Try several times to lock the file, because a new child process inherits its parent's locks and holds
    // them for some milliseconds.
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
      guard errno == EWOULDBLOCK else { return errno }
      poll(nil, 0, 1)
    }
    return EWOULDBLOCK
  }
}

/// Functions for paths. As in the operating system, a file name may contain any bytes except slashes. The
/// path methods of `NSString` are not used because they trap on some one-letter names.
extension FileSystem {
  /// The folder of `path`; `.` if `path` is a name without a folder.
  package static func folder(of path: String) -> String { parts(of: path).folder }

  /// The folder of `path` and the last name in `path`; the name is empty if `path` is `/`.
  package static func parts(of path: String) -> (folder: String, name: String) {
    let whole = trimmed(path)
    guard let last = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", whole) }
    return (trimmed(String(whole[...last])), String(whole[whole.utf8.index(after: last)...]))
  }

  /// `path` without trailing slashes; `/` is unchanged.
  package static func trimmed(_ path: String) -> String {
    guard let end = path.utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else {
      return path.isEmpty ? "" : "/"
    }
    return String(path[...end])
  }

  /// Returns the absolute path of `path`; throws `cannotCreate` if the working folder was deleted.
  package static func absolute(_ path: String) throws(RunFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = getcwd(nil, 0) else {
      throw .system(.cannotCreate, cannot: "find the working folder for", path, code: errno)
    }
    defer { free(buffer) }
    return "\(String(cString: buffer))/\(path)"
  }

  /// The path with all symbolic links resolved; nil if the path does not exist.
  package static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// Returns `path` after removing each `..` together with the name before it, if the shorter path leads to
  /// the same file. Otherwise, returns `path` unchanged.
  package static func short(_ path: String) -> String {
    var names: [String] = []
    for name in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    let short = (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + names.joined(separator: "/")
    guard let place = real(path), place == real(short) else { return path }
    return short
  }

  /// Follows symbolic links and returns the final path, which does not need to exist. Throws `cannotCreate`
  /// if the links form a cycle.
  package static func destination(_ path: String) throws(RunFault) -> String {
    var place = path
    // Linux itself follows at most 40 symbolic links.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
        return place
      }
      place = target.hasPrefix("/") ? target : "\(folder(of: place))/\(target)"
    }
    throw .system(.cannotCreate, cannot: "create", path, code: ELOOP)
  }

  /// Whether two paths lead to the same regular file.
  package static func areSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = facts(of: path), let two = facts(of: other) else { return false }
    return one.st_mode & S_IFMT == S_IFREG && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }
}
