import Foundation

/// A file that is open for appending. `FileHandle` is not used because its errors lack the system's error
/// message.
package final class OutputFile {
  private let name: String
  private let descriptor: Int32

  private init(
    _ descriptor: Int32, _ name: String, orThrow exitCode: ExitCode, cannot verb: String
  ) throws(RunFault) {
    (self.descriptor, self.name) = (descriptor, name)
    guard descriptor >= 0 else { throw .system(exitCode, cannot: verb, name, code: errno) }
  }

  /// Creates a file; error messages refer to the file as `name`. Throws `cannotCreate` if the path exists or
  /// the file cannot be created.
  package convenience init(creating path: String, name: String? = nil) throws(RunFault) {
    try self.init(
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644), name ?? path,
      orThrow: .cannotCreate, cannot: "create")
  }

  /// Opens an existing file; throws `missingInput` if the file does not exist. If `followsLinks` is false, a
  /// symbolic link is rejected, because its target may be outside the folder that contains the link.
  package convenience init(reopening path: String, followsLinks: Bool = true) throws(RunFault) {
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
    try self.init(
      file, path, orThrow: errno == ENOENT ? .missingInput : .ioFailure, cannot: "open")
  }

  /// Returns a duplicate of the standard output; throws `ioFailure` if the standard output is closed.
  package static func standardOutput() throws(RunFault) -> OutputFile {
    try OutputFile(
      fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "the standard output", orThrow: .ioFailure,
      cannot: "write")
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends `bytes` with one system call, or with several calls if the system does not write all bytes at
  /// once.
  package func append(_ bytes: [UInt8]) throws(RunFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .system(.ioFailure, cannot: "write", name, code: errno)
      }
    }
  }

  /// Waits until all written data is on the disk.
  package func synchronise() throws(RunFault) { try check(fsync(descriptor), cannot: "write") }

  package func makeExecutable() throws(RunFault) {
    try check(fchmod(descriptor, 0o755), cannot: "change the permissions of")
  }

  package func truncate(to length: Int) throws(RunFault) {
    try check(ftruncate(descriptor, off_t(length)), cannot: "shorten")
  }

  /// Locks the file until this object is freed; throws if another process has locked it.
  package func lock() throws(RunFault) {
    switch FileSystem.lock(descriptor) {
    case 0: return
    case EWOULDBLOCK:
      throw RunFault(.ioFailure, "cannot write \(name): another bench process is writing it")
    case let code: throw .system(.ioFailure, cannot: "lock", name, code: code)
    }
  }

  /// Whether `path` is still the path of this file.
  package func isFile(at path: String) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  private func check(_ result: Int32, cannot verb: String) throws(RunFault) {
    guard result == 0 else { throw .system(.ioFailure, cannot: verb, name, code: errno) }
  }
}
