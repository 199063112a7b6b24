import Foundation

/// A file open for writing at its end. Not `FileHandle`: its errors come without the system's reason.
package final class OutputFile {
  private let name: String
  private let descriptor: Int32

  private init(
    _ descriptor: Int32, _ name: String, orThrow exitCode: ExitCode, cannot verb: String
  ) throws(RunFault) {
    (self.descriptor, self.name) = (descriptor, name)
    guard descriptor >= 0 else { throw .system(exitCode, cannot: verb, name, code: errno) }
  }

  /// Creates a file, which messages call `name`; throws `cannotCreate` also where something already is.
  package convenience init(creating path: String, name: String? = nil) throws(RunFault) {
    try self.init(
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644), name ?? path,
      orThrow: .cannotCreate, cannot: "create")
  }

  /// Opens a file that is there; throws `missingInput` where nothing is. A link may lead out of the folder
  /// it stands in, so that it can be refused.
  package convenience init(reopening path: String, followsLinks: Bool = true) throws(RunFault) {
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
    try self.init(
      file, path, orThrow: errno == ENOENT ? .missingInput : .ioFailure, cannot: "open")
  }

  /// The standard output, under a descriptor of its own; throws `ioFailure` where it is closed.
  package static func standardOutput() throws(RunFault) -> OutputFile {
    try OutputFile(
      fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "the standard output", orThrow: .ioFailure,
      cannot: "write")
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes `bytes` at the end, in one call of the system unless that writes only a part.
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

  /// Returns when everything written is on the disk, and not only with the system.
  package func synchronise() throws(RunFault) { try check(fsync(descriptor), cannot: "write") }

  package func makeExecutable() throws(RunFault) {
    try check(fchmod(descriptor, 0o755), cannot: "make a program of")
  }

  package func truncate(to length: Int) throws(RunFault) {
    try check(ftruncate(descriptor, off_t(length)), cannot: "shorten")
  }

  /// Refuses to go on while another process has locked the file; the lock ends with this object.
  package func lock() throws(RunFault) {
    switch FileSystem.lock(descriptor) {
    case 0: return
    case EWOULDBLOCK:
      throw RunFault(.ioFailure, "cannot write \(name): another bench is writing it")
    case let code: throw .system(.ioFailure, cannot: "lock", name, code: code)
    }
  }

  /// Whether `path` leads to this file, and not to another or to none.
  package func isFile(at path: String) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  private func check(_ result: Int32, cannot verb: String) throws(RunFault) {
    guard result == 0 else { throw .system(.ioFailure, cannot: verb, name, code: errno) }
  }
}
