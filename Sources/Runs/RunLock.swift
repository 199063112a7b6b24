import Foundation

/// Tells runs on one machine of each other: two that measure at once spoil each other's times.
///
/// An advisory lock that every run shares while it measures; a run is alone when it could have the
/// lock to itself. The kernel releases it when the process ends, however it ends. Who joins marks
/// the file with the time, so that a long run notices a short one that has come and gone. Where the
/// file cannot be made or locked, nobody is seen.
package final class RunLock {
  /// Where the file stands: the same for all users of the machine, so not in `TMPDIR`.
  package static let standardPath = "/tmp/layoutbench.lock"

  private let descriptor: Int32
  private var hadCompany = false
  /// When somebody joined last, as far as this run knows.
  private var lastJoined: timespec?

  /// Joins the runs that measure on this machine, until this object is let go.
  package init(path: String = RunLock.standardPath) {
    descriptor = Self.descriptor(of: path)
    _ = hasCompany()
    // Fails where another user made the file and the system protects it: other runs
    // cannot see this one then.
    if descriptor >= 0 { futimens(descriptor, nil) }
    lastJoined = Self.modificationTime(of: descriptor)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether another run has measured since this one joined.
  package func hasCompany() -> Bool {
    guard descriptor >= 0 else { return false }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { hadCompany = true }
    // Shared again, so that whoever comes sees this run. Other runs hold it alone only for the
    // moment of their own question; who holds it longer is no run, and not waited for.
    for _ in 0..<1000 where flock(descriptor, LOCK_SH | LOCK_NB) != 0 { sched_yield() }
    if let joined = Self.modificationTime(of: descriptor), let lastJoined {
      if joined.tv_sec != lastJoined.tv_sec || joined.tv_nsec != lastJoined.tv_nsec {
        hadCompany = true
      }
    }
    return hadCompany
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
