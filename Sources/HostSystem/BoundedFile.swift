#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads files whole, and none without limit: a name on the command line or in another file may lead
/// to `/dev/zero`, or to a file that says it is larger than the memory.
package enum BoundedFile {
  /// The most that is read of any file: 512 MiB.
  package static let greatestSize = 1 << 29

  /// Why a file cannot be had.
  package enum Fault: Error, Equatable {
    /// A call of the system failed with this `errno`.
    case system(Int32)
    /// There is more in it than this number of bytes.
    case tooLarge(Int)
  }

  /// The content of the file at `path`; a pipe will do.
  ///
  /// A file that says itself that it is too large is refused before it is read. Complexity: O(bytes).
  package static func bytes(
    at path: String, atMost limit: Int = greatestSize
  ) throws(Fault) -> [UInt8] {
    // The system's names end at a NUL, so that it would open another file than was named.
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { _ = close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .system(errno) }
    let isRegular = facts.st_mode & S_IFMT == S_IFREG
    guard !isRegular || facts.st_size <= limit else { throw .tooLarge(limit) }
    var bytes: [UInt8] = []
    if isRegular { bytes.reserveCapacity(Int(facts.st_size)) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(errno)
      }
      guard bytes.count + count <= limit else { throw .tooLarge(limit) }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
