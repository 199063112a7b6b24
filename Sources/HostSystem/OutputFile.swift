import Foundation

/// A file open for writing at its end.
///
/// Not `FileHandle`: its errors come without the system's reason, and on some platforms as traps.
package final class OutputFile {
  /// The path the file was opened at, for messages.
  private let path: String
  private let descriptor: Int32

  /// Creates a file; throws `cannotCreate` also where something already is.
  ///
  /// - Parameter name: what messages call it, if not its path.
  package init(creating path: String, name: String? = nil) throws(RunFault) {
    self.path = name ?? path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .system(.cannotCreate, cannot: "create", self.path, code: errno)
    }
  }

  /// Opens a file that is there; throws `missingInput` where nothing is.
  ///
  /// - Parameter followsLinks: false refuses a link, which may lead out of the folder it stands in.
  package init(reopening path: String, followsLinks: Bool = true) throws(RunFault) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      let code = errno
      throw .system(code == ENOENT ? .missingInput : .ioFailure, cannot: "open", path, code: code)
    }
  }

  /// The standard output, under a descriptor of its own; throws `ioFailure` where it is closed.
  package static func standardOutput() throws(RunFault) -> OutputFile {
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw .system(.ioFailure, cannot: "write", standardOutputName, code: errno)
    }
    return OutputFile(descriptor: descriptor, path: standardOutputName)
  }

  private static let standardOutputName = "the standard output"

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
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
        throw .system(.ioFailure, cannot: "write", path, code: errno)
      }
    }
  }

  /// Returns when everything written is on the disk, and not only with the system.
  package func synchronise() throws(RunFault) {
    guard fsync(descriptor) == 0 else {
      throw .system(.ioFailure, cannot: "write", path, code: errno)
    }
  }

  /// Makes the file a program, for all users who may read it.
  package func makeExecutable() throws(RunFault) {
    guard fchmod(descriptor, 0o755) == 0 else {
      throw .system(.ioFailure, cannot: "make a program of", path, code: errno)
    }
  }

  /// Drops everything after the first `length` bytes.
  package func truncate(to length: Int) throws(RunFault) {
    guard ftruncate(descriptor, off_t(length)) == 0 else {
      throw .system(.ioFailure, cannot: "shorten", path, code: errno)
    }
  }

  /// Refuses to go on while another process has locked the file; the lock ends with this object.
  package func lock() throws(RunFault) {
    switch FileSystem.lock(descriptor) {
    case 0: return
    case EWOULDBLOCK:
      throw RunFault(.ioFailure, "cannot write \(path): another bench is writing it")
    case let code: throw .system(.ioFailure, cannot: "lock", path, code: code)
    }
  }
}
