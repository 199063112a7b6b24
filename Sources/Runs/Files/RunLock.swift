import Foundation

/// Tells runs on one machine of each other: two that measure at once spoil each other's times.
///
/// An advisory lock that every run shares while it measures; a run is alone when it could have the lock to
/// itself. The kernel releases it when the process ends. Where the file cannot be made or locked, other runs
/// are not detected, and neither is one that begins and ends between two questions.
package final class RunLock {
  /// Where the file stands: the same for all users of the machine, so not in `TMPDIR`.
  package static let standardPath = "/tmp/layoutbench.lock"

  private let descriptor: Int32
  private var sharedMachine = false

  /// Joins the runs that measure on this machine, until this object is released.
  package init(path: String = RunLock.standardPath) {
    descriptor = Self.descriptor(of: path)
    _ = hasCompany()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether another run was seen to measure, now or at an earlier question.
  package func hasCompany() -> Bool {
    guard descriptor >= 0 else { return false }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { sharedMachine = true }
    // Shared again, so that a later run detects this one. Other runs hold it alone only for the moment of
    // their own question; a process that holds it longer is no run, and not waited for.
    for _ in 0..<1000 where flock(descriptor, LOCK_SH | LOCK_NB) != 0 { sched_yield() }
    return sharedMachine
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
