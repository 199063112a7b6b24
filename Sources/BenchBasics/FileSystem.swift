import Foundation
import Synchronization

package enum FileSystem {
  /// Whether anything exists at the path, including a symbolic link whose target is missing.
  package static func holds(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  package static func holdsFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  package static func size(of path: String) -> Int? { facts(of: path).map { Int($0.st_size) } }

  package static func holdsStream(_ path: String) -> Bool {
    kind(of: path).map { ![S_IFREG, S_IFDIR].contains($0) } ?? false
  }

  private static func kind(of path: String) -> mode_t? {
    facts(of: path).map { $0.st_mode & S_IFMT }
  }

  private static func facts(of path: String) -> stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
  }

  package static func bytes(
    at path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    func fault(_ code: Int32) -> RunFault {
      let isMissing = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM].contains(code)
      return .system(isMissing ? .missingInput : .ioFailure, cannot: "read", path, code: code)
    }
    // `open` would ignore everything after the first NUL byte and open a different file.
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

  /// Returns the content of a regular file. Rejects pipes and devices, because reading from them may block.
  package static func bytes(
    ofRegularFile path: String, atMost limit: Int = 1 << 29
  ) throws(RunFault) -> [UInt8] {
    if let kind = kind(of: path), kind != S_IFREG {
      throw RunFault(.badData, "\(path): expected a file, found a folder, a pipe or a device")
    }
    return try bytes(at: path, atMost: limit)
  }

  package static func names(in folder: String) throws(RunFault) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw .system(.ioFailure, cannot: "read", folder, code: code(of: error))
    }
  }

  private static func code(of error: any Error) -> Int32 {
    ((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue ?? EIO
  }

  /// Replaces the file or symbolic link at `path`. The replacement is atomic even if the system crashes.
  package static func replaceFile(
    at path: String, writing write: (OutputFile) throws(RunFault) -> Void
  ) throws(RunFault) {
    let draft = draft(of: path)
    defer { unlink(draft) }
    _ = try OutputFile(creating: draft, name: path, writing: write)
    try rename(draft, to: path)
  }

  package static func replaceFile(at path: String, with bytes: [UInt8]) throws(RunFault) {
    try replaceFile(at: path) { (file) throws(RunFault) in try file.append(bytes) }
  }

  private static let drafts = Atomic<Int>(0)

  package static func draft(of path: String) -> String {
    let number = drafts.add(1, ordering: .relaxed).newValue
    return "\(folder(of: path))/.\(getpid())-\(number).draft"
  }

  /// Atomically creates a file. Throws `cannotCreate` if the path exists, so only one of several concurrent
  /// calls succeeds.
  package static func createFile(at path: String, with bytes: [UInt8]) throws(RunFault) {
    func write(_ file: OutputFile) throws(RunFault) { try file.append(bytes) }
    let draft = draft(of: path)
    defer { unlink(draft) }
    _ = try OutputFile(creating: draft, name: path, writing: write)
    // Unlike a rename, a hard link never replaces an existing file.
    if link(draft, path) == 0 { return synchroniseFolder(of: path) }
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else {
      throw .system(.cannotCreate, cannot: "create", path, code: errno)
    }
    // On file systems that do not support hard links, the file is not created atomically.
    _ = try OutputFile(creating: path, writing: write)
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Writes all bytes. Returns 0 on success or the value of `errno` on failure.
  package static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  package static func rename(_ path: String, to newPath: String) throws(RunFault) {
    guard Foundation.rename(path, newPath) == 0 else {
      throw .system(.cannotCreate, cannot: "create", newPath, code: errno)
    }
    synchroniseFolder(of: newPath)
  }

  private static func synchroniseFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Creates a folder and any missing parent folders. Throws `cannotCreate` if the folder exists.
  package static func createFolder(_ path: String) throws(RunFault) {
    let parent = folder(of: path)
    do {
      if !holds(parent) {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      }
    } catch {
      throw .system(.cannotCreate, cannot: "create", parent, code: code(of: error))
    }
    guard mkdir(path, 0o755) == 0 else {
      throw .system(.cannotCreate, cannot: "create", path, code: errno)
    }
  }

  package static func createTemporaryFolder() throws(RunFault) -> String {
    let pattern = NSTemporaryDirectory() + "layoutbench-XXXXXX"
    var path = Array(pattern.utf8CString)
    guard mkdtemp(&path) != nil else {
      throw .system(.cannotCreate, cannot: "create", pattern, code: errno)
    }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

// A file name may contain any byte except a slash. `NSString`'s path methods trap on some one-letter names,
// so they are not used.
extension FileSystem {
  package static func folder(of path: String) -> String { parts(of: path).folder }

  package static func parts(of path: String) -> (folder: String, name: String) {
    let whole = trimmed(path)
    guard let last = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", whole) }
    return (trimmed(String(whole[...last])), String(whole[whole.utf8.index(after: last)...]))
  }

  package static func trimmed(_ path: String) -> String {
    guard let end = path.utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else {
      return path.isEmpty ? "" : "/"
    }
    return String(path[...end])
  }

  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  package static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  package static func areSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = facts(of: path), let two = facts(of: other) else { return false }
    return one.st_mode & S_IFMT == S_IFREG && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }
}

/// A file opened for appending. This class replaces `FileHandle`, whose errors lack the system's message.
package final class OutputFile: Sendable {
  private let name: String
  private let descriptor: Int32

  private init(
    _ descriptor: Int32, _ name: String, orThrow exitCode: ExitCode, cannot verb: String
  ) throws(RunFault) {
    (self.descriptor, self.name) = (descriptor, name)
    guard descriptor >= 0 else { throw .system(exitCode, cannot: verb, name, code: errno) }
  }

  package convenience init(
    creating path: String, name: String? = nil,
    writing write: (OutputFile) throws(RunFault) -> Void = { _ throws(RunFault) in }
  ) throws(RunFault) {
    try self.init(
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644), name ?? path,
      orThrow: .cannotCreate, cannot: "create")
    try write(self)
    try synchronise()
  }

  package convenience init(reopening path: String) throws(RunFault) {
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    try self.init(
      file, path, orThrow: errno == ENOENT ? .missingInput : .ioFailure, cannot: "open")
  }

  package static func standardOutput() throws(RunFault) -> OutputFile {
    try OutputFile(
      fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "the standard output", orThrow: .ioFailure,
      cannot: "write")
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  package func append(_ bytes: [UInt8]) throws(RunFault) {
    let code = FileSystem.put(bytes, to: descriptor)
    guard code == 0 else { throw .system(.ioFailure, cannot: "write", name, code: code) }
  }

  package func synchronise() throws(RunFault) {
    #if canImport(Darwin)
      // `F_FULLFSYNC` also flushes the drive's cache. Fall back to `fsync` on file systems that don't support
      // it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    try check(fsync(descriptor), cannot: "write")
  }

  package func makeExecutable() throws(RunFault) {
    try check(fchmod(descriptor, 0o755), cannot: "change the permissions of")
  }

  package func truncate(to length: Int) throws(RunFault) {
    try check(ftruncate(descriptor, off_t(length)), cannot: "shorten")
  }

  private func check(_ result: Int32, cannot verb: String) throws(RunFault) {
    guard result == 0 else { throw .system(.ioFailure, cannot: verb, name, code: errno) }
  }
}
