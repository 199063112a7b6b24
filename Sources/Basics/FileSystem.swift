import Foundation
import Synchronization

/// File operations whose errors include the system's reason.
package enum FileSystem {
  /// Whether the path exists, also as a dangling symbolic link.
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

  /// The content of a file or pipe. Throws `missingInput` if it is missing or unreadable, `badData` above
  /// `limit` bytes, as for `/dev/zero`.
  package static func bytes(
    at path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    func fault(_ code: Int32) -> RunFault {
      let isMissing = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM].contains(code)
      return .system(isMissing ? .missingInput : .ioFailure, cannot: "read", path, code: code)
    }
    // A path ends at NUL for the system, which would open another file.
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

  /// The content of a regular file; rejects pipes and devices, which may block.
  package static func bytes(
    ofRegularFile path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    if let kind = kind(of: path), kind != S_IFREG {
      throw RunFault(.badData, "\(path): found a folder, a pipe or a device, expected a file")
    }
    return try bytes(at: path, atMost: limit)
  }

  /// The sorted names in a folder; throws `ioFailure` if it cannot be read.
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

  /// Replaces the file at `path` atomically, also across a crash: writes a draft beside it, synchronises it
  /// and renames it. A symbolic link is replaced, not followed. `prepare` receives the empty draft.
  package static func replaceFile(
    at path: String, with bytes: [UInt8],
    prepare: (OutputFile) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) {
    let draft = draft(of: path)
    // Has no effect after renaming.
    defer { unlink(draft) }
    _ = try write(bytes, toDraft: draft, of: path, prepare)
    try rename(draft, to: path)
  }

  /// The same, written piece by piece; an existing pipe or device is written to.
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

  /// A unique path beside `path` for a draft.
  package static func draft(of path: String) -> String {
    let number = drafts.add(1, ordering: .relaxed).newValue
    let ending = ".\(getpid())-\(number)\(draftEnding)"
    var (folder, name) = parts(of: path)
    guard name.utf8.count + ending.utf8.count > 255 else { return path + ending }
    // File systems limit names to 255 bytes.
    while name.utf8.count + ending.utf8.count > 255 { name.removeLast() }
    return "\(folder)/\(name)\(ending)"
  }

  /// Creates a file with its content atomically and returns it open; `prepare` receives the draft before.
  /// Throws `cannotCreate` if the path exists: of concurrent calls, one succeeds.
  package static func createFile(
    at path: String, with bytes: [UInt8],
    prepare: (OutputFile) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) -> OutputFile {
    let draft = draft(of: path)
    defer { unlink(draft) }
    let file = try write(bytes, toDraft: draft, of: path, prepare)
    // A hard link fails if the path exists; renaming would replace it.
    guard link(draft, path) != 0 else {
      synchroniseFolder(of: path)
      return file
    }
    let code = errno
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) else {
      throw .system(.cannotCreate, cannot: "create", path, code: code)
    }
    // The file system has no hard links.
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

  /// Renames `path`, replacing `newPath`.
  package static func rename(_ path: String, to newPath: String) throws(RunFault) {
    guard Foundation.rename(path, newPath) == 0 else {
      throw .system(.cannotCreate, cannot: "create", newPath, code: errno)
    }
    synchroniseFolder(of: newPath)
  }

  /// Synchronises the folder of `path`, if the file system can.
  private static func synchroniseFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Creates a folder and its parents; throws if it exists.
  package static func createFolder(_ path: String, withParents: Bool = true) throws(RunFault) {
    let parent = folder(of: path)
    if withParents, parent != path, !holds(parent) {
      do throws(RunFault) {
        try createFolder(parent)
      } catch {
        // Another process may have created it.
        guard holdsFolder(parent) else { throw error }
      }
    }
    guard mkdir(path, 0o755) == 0 else {
      throw .system(.cannotCreate, cannot: "create", path, code: errno)
    }
  }

  /// Locks an open file or folder; returns 0 or an `errno`, `EWOULDBLOCK` if another process has locked it.
  package static func lock(_ descriptor: Int32) -> Int32 {
    // A new child process holds its parent's locks for some milliseconds.
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
      guard errno == EWOULDBLOCK else { return errno }
      poll(nil, 0, 1)
    }
    return EWOULDBLOCK
  }
}

/// Paths as the system reads them: names of any bytes but slashes. Not `NSString`'s paths, which trap on
/// some names of one letter.
extension FileSystem {
  /// The folder of `path`; `.` for a name alone.
  package static func folder(of path: String) -> String { parts(of: path).folder }

  /// The folder of `path` and its last name, which is empty for `/`.
  package static func parts(of path: String) -> (folder: String, name: String) {
    let whole = trimmed(path)
    guard let last = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", whole) }
    return (trimmed(String(whole[...last])), String(whole[whole.utf8.index(after: last)...]))
  }

  /// `path` without trailing slashes; `/` stays.
  package static func trimmed(_ path: String) -> String {
    guard let end = path.utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else {
      return path.isEmpty ? "" : "/"
    }
    return String(path[...end])
  }

  /// The absolute path; throws `cannotCreate` if the working folder was deleted.
  package static func absolute(_ path: String) throws(RunFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = getcwd(nil, 0) else {
      throw .system(.cannotCreate, cannot: "find the working folder for", path, code: errno)
    }
    defer { free(buffer) }
    return "\(String(cString: buffer))/\(path)"
  }

  /// The path with all links resolved; nil if it does not exist.
  package static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// `path` with `..` collapsed, if the result leads to the same file.
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

  /// The target of symbolic links, which need not exist; throws `cannotCreate` for a cycle.
  package static func destination(_ path: String) throws(RunFault) -> String {
    var place = path
    // Linux follows at most 40 links.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
        return place
      }
      place = target.hasPrefix("/") ? target : "\(folder(of: place))/\(target)"
    }
    throw .system(.cannotCreate, cannot: "create", path, code: ELOOP)
  }

  /// Whether two paths lead to one regular file.
  package static func areSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = facts(of: path), let two = facts(of: other) else { return false }
    return one.st_mode & S_IFMT == S_IFREG && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }
}
