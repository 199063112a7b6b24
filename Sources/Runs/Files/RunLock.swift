import Foundation

/// Tells runs on one machine of each other: two that measure at once spoil each other's times.
///
/// An advisory lock that every run shares while it measures; a run is alone when it could have the lock to
/// itself. The kernel releases it when the process ends. A run that joins sets the file's time, so that a long
/// run detects a short one that has come and gone. Where the file cannot be made or locked, other runs are not
/// detected.
package final class RunLock {
  /// Where the file stands: the same for all users of the machine, so not in `TMPDIR`.
  package static let standardPath = "/tmp/layoutbench.lock"

  private let descriptor: Int32
  private var sharedMachine = false
  /// When another run joined last, as far as this run knows.
  private var lastJoined: timespec?

  /// Joins the runs that measure on this machine, until this object is released.
  package init(path: String = RunLock.standardPath) {
    descriptor = Self.descriptor(of: path)
    _ = hasCompany()
    // Fails where another user made the file and the system protects it: other runs cannot detect this
    // one then.
    if descriptor >= 0 { futimens(descriptor, nil) }
    lastJoined = Self.modificationTime(of: descriptor)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether another run has measured since this one joined.
  package func hasCompany() -> Bool {
    guard descriptor >= 0 else { return false }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { sharedMachine = true }
    // Shared again, so that a later run detects this one. Other runs hold it alone only for the moment of
    // their own question; a process that holds it longer is no run, and not waited for.
    for _ in 0..<1000 where flock(descriptor, LOCK_SH | LOCK_NB) != 0 { sched_yield() }
    if let joined = Self.modificationTime(of: descriptor), let lastJoined {
      if joined.tv_sec != lastJoined.tv_sec || joined.tv_nsec != lastJoined.tv_nsec {
        sharedMachine = true
      }
    }
    return sharedMachine
  }

  private static func modificationTime(of descriptor: Int32) -> timespec? {
    var facts = stat()
    guard descriptor >= 0, fstat(descriptor, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      return facts.st_mtimespec
    #else
      return facts.st_mtim
    #endif
  }

  /// Opens the file, whoever made it, or makes it; -1 for what is no file but a pipe or a device.
  /// A lock needs no right to write.
  private static func descriptor(of path: String) -> Int32 {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(path, flags)
    if descriptor < 0, errno == ENOENT {
      descriptor = open(path, flags | O_CREAT, 0o666)
      // For all users, whatever this one's habit: there is nothing in it to read or to spoil.
      if descriptor >= 0 { fchmod(descriptor, 0o666) }
    }
    var facts = stat()
    guard descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG
    else {
      if descriptor >= 0 { close(descriptor) }
      return -1
    }
    return descriptor
  }
}
