import Foundation
import Synchronization

/// What a run needs of the file system, with the system's own reasons in the messages.
package enum FileSystem {
  /// Whether something is there; a symbolic link counts, wherever it leads.
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

  /// The content of the file at `path`, or of a pipe; throws `missingInput` where nothing is or nothing can be
  /// read, `badData` for more than `limit` bytes: `/dev/zero` has no end.
  package static func bytes(
    at path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    func fault(_ code: Int32) -> RunFault {
      let isMissing = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM].contains(code)
      return .system(isMissing ? .missingInput : .ioFailure, cannot: "read", path, code: code)
    }
    // The system's names end at a NUL, so that it would open another file than was named.
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

  /// The same of a file that is not to be a pipe or a device, which may never end or never begin.
  package static func bytes(
    ofRegularFile path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    if let kind = kind(of: path), kind != S_IFREG {
      throw RunFault(.badData, "\(path): found a folder, a pipe or a device, expected a file")
    }
    return try bytes(at: path, atMost: limit)
  }

  /// The names of what is in a folder, in their order; throws `ioFailure` where it cannot be read.
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

  /// Puts a file at `path` that is, after every crash, either the old or the new one: it is written beside
  /// its place, brought to the disk, and then renamed. A link there is replaced, and not where it leads.
  package static func replaceFile(at path: String, with bytes: [UInt8]) throws(RunFault) {
    _ = try replaceFile(at: path, with: bytes) { _ in }
  }

  /// The same, written piece by piece; a pipe or a device that stands there is written to.
  package static func replaceFile(
    at path: String, writing write: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) {
    if let kind = kind(of: path), kind != S_IFREG, kind != S_IFDIR {
      return try write(OutputFile(reopening: path))
    }
    _ = try replaceFile(at: path, with: [], prepare: write)
  }

  private static let draftEnding = ".draft"

  private static let drafts = Atomic<Int>(0)

  /// Where this process writes a file that will be at `path`: beside it, under a name that is given once.
  package static func draft(of path: String) -> String {
    let number = drafts.add(1, ordering: .relaxed).newValue
    let ending = ".\(getpid())-\(number)\(draftEnding)"
    var (folder, name) = parts(of: path)
    guard name.utf8.count + ending.utf8.count > 255 else { return path + ending }
    // A name may be as long as common file systems allow, and the draft's must not be longer.
    while name.utf8.count + ending.utf8.count > 255 { name.removeLast() }
    return "\(folder)/\(name)\(ending)"
  }

  /// The same, and gives the file open; `prepare` gets it before it has its name.
  package static func replaceFile(
    at path: String, with bytes: [UInt8], prepare: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) -> OutputFile {
    let draft = draft(of: path)
    // Nothing is there any more where it has become the file.
    defer { unlink(draft) }
    let file = try write(bytes, toDraft: draft, of: path, prepare)
    try rename(draft, to: path)
    return file
  }

  /// Puts a whole file at `path`, where nothing may be, and gives it open; `prepare` gets it before it has
  /// its name. Throws `cannotCreate` where something already is: of several at once, one succeeds.
  package static func createFile(
    at path: String, with bytes: [UInt8],
    prepare: (OutputFile) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) -> OutputFile {
    let draft = draft(of: path)
    defer { unlink(draft) }
    let file = try write(bytes, toDraft: draft, of: path, prepare)
    // A second name, which is refused where there is one already; renaming would replace it.
    guard link(draft, path) != 0 else {
      synchroniseFolder(of: path)
      return file
    }
    let code = errno
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) else {
      throw .system(.cannotCreate, cannot: "create", path, code: code)
    }
    // A file system without links.
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

  /// Gives what is at `path` another name, in place of what has that name.
  package static func rename(_ path: String, to newPath: String) throws(RunFault) {
    guard Foundation.rename(path, newPath) == 0 else {
      throw .system(.cannotCreate, cannot: "create", newPath, code: errno)
    }
    synchroniseFolder(of: newPath)
  }

  /// Brings the names in the folder of `path` to the disk; as well as the file system can, some know no such
  /// call.
  private static func synchroniseFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Creates a folder, and those it stands in unless told; throws where something already is.
  package static func createFolder(_ path: String, withParents: Bool = true) throws(RunFault) {
    let parent = folder(of: path)
    if withParents, parent != path, !holds(parent) {
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

  /// Locks an open file or folder for this process alone; 0, or the `errno` of the refusal, which is
  /// `EWOULDBLOCK` while another process has it.
  package static func lock(_ descriptor: Int32) -> Int32 {
    // A process that is just being started holds its parent's locks for some milliseconds.
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
      guard errno == EWOULDBLOCK else { return errno }
      poll(nil, 0, 1)
    }
    return EWOULDBLOCK
  }
}

/// Paths as the system reads them: any bytes but slashes in a name, and `..` a name like any other until the
/// system follows it. Not `NSString`'s paths: these trap on some names of one letter.
extension FileSystem {
  /// The path of the folder that `path` stands in: `.` for a name alone.
  package static func folder(of path: String) -> String { parts(of: path).folder }

  /// The folder that `path` stands in, and its last name, which is empty for `/`.
  package static func parts(of path: String) -> (folder: String, name: String) {
    let whole = trimmed(path)
    guard let last = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", whole) }
    return (trimmed(String(whole[...last])), String(whole[whole.utf8.index(after: last)...]))
  }

  /// `path` without slashes at its end; `/` stays.
  package static func trimmed(_ path: String) -> String {
    guard let end = path.utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else {
      return path.isEmpty ? "" : "/"
    }
    return String(path[...end])
  }

  /// `path` from the root on; throws `cannotCreate` where the working folder has been deleted.
  package static func absolute(_ path: String) throws(RunFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = getcwd(nil, 0) else {
      throw .system(.cannotCreate, cannot: "find the working folder for", path, code: errno)
    }
    defer { free(buffer) }
    return "\(String(cString: buffer))/\(path)"
  }

  /// The place that `path` leads to, through all links; nil where nothing is.
  package static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// `path` without the names that a `..` after them takes back, where that leads to the same place.
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

  /// Where links of `path` lead, also those to nothing yet; throws `cannotCreate` for a circle of them.
  package static func destination(_ path: String) throws(RunFault) -> String {
    var place = path
    // The most links that Linux follows.
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
