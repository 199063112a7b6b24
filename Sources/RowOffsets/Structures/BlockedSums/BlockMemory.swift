#if canImport(Glibc)
  import Glibc
#endif

/// A block of uninitialised memory that starts at a cache-line boundary.
///
/// A block about as large as a huge page, or larger, is aligned to huge pages. On Linux, the kernel
/// is also asked to use huge pages for such a large block, so that a random access rarely has to walk the
/// page tables.
struct BlockMemory: ~Copyable {
  static let line = 64
  private static let hugePage = 2 << 20

  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// Creates an empty block of memory, from which no byte may be read.
  init() {
    // The bit pattern is not 0, so the pointer is not nil even though no memory is allocated.
    base = UnsafeMutableRawPointer(bitPattern: Self.line).unsafelyUnwrapped
    byteCount = 0
  }

  init(byteCount: Int) { (base, self.byteCount) = Self.allocate(byteCount) }

  /// Allocates at least `byteCount` bytes, aligned to a cache line or a huge page. The caller must deallocate
  /// the returned memory.
  static func allocate(_ byteCount: Int) -> (base: UnsafeMutableRawPointer, byteCount: Int) {
    let isHuge = byteCount >= Self.hugePage / 8 * 7
    // The last part of the block uses a huge page only if at least seven eighths of that page is needed.
    let pages = (byteCount + Self.hugePage / 8) / Self.hugePage * Self.hugePage
    let size = isHuge ? max(byteCount, pages) : byteCount
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: isHuge ? Self.hugePage : Self.line)
    #if canImport(Glibc)
      // If `madvise` fails, memory accesses are only slower.
      if isHuge { _ = madvise(base, pages, MADV_HUGEPAGE) }
    #endif
    return (base, size)
  }

  deinit {
    if byteCount > 0 { base.deallocate() }
  }

  static func lines(_ byteCount: Int) -> Int { (byteCount + line - 1) & ~(line - 1) }

  /// Ensures that there is space for a cache line of zeros and for `blocks` blocks after it.
  ///
  /// - Parameter isFirst: whether this is the first call. Later calls also allocate a few spare blocks,
  ///   because an insertion is often followed by further insertions.
  /// - Returns: whether the memory was newly allocated.
  mutating func reserve(_ blocks: Int, of blockBytes: Int, isFirst: Bool) -> Bool {
    guard byteCount < Self.line + blocks * blockBytes else { return false }
    let capacity = isFirst ? blocks : blocks + blocks / 32
    self = BlockMemory(byteCount: Self.line + capacity * blockBytes)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.line)
    return true
  }
}
