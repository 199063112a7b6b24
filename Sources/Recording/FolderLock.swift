import Foundation

/// Keeps a folder to one process, until this object is let go or the process ends, however it ends.
///
/// A lock on the folder itself: it leaves no file, and it can be had before anything in the folder
/// is looked at. Where the file system knows no such locks, everybody gets one.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Locks the folder at `path`; throws `cannotCreate` while another process has it.
  init(_ path: String) throws(RunFault) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .system(.cannotCreate, cannot: "create", path, code: errno)
    }
    guard FileSystem.lock(descriptor) != EWOULDBLOCK else {
      throw RunFault(.cannotCreate, "cannot create \(path): another bench is writing it")
    }
  }

  deinit { close(descriptor) }
}
