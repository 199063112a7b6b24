#if canImport(Glibc)
  import Glibc
#endif

/// A block of uninitialised memory that starts at a cache-line boundary.
///
/// Blocks that are about as large as a huge page, or larger, are aligned to huge pages. On Linux, the kernel
/// is also asked to back such blocks with huge pages, so that random accesses rarely need a page table walk.
struct BlockMemory: ~Copyable {
  static let line = 64
  private static let hugePage = 2 << 20

  let base: UnsafeMutableRawPointer
  let byteCount: Int

  init() {
    // The bit pattern isn't 0, so the pointer isn't nil even though nothing is allocated.
    base = UnsafeMutableRawPointer(bitPattern: Self.line).unsafelyUnwrapped
    byteCount = 0
  }

  init(byteCount: Int) { (base, self.byteCount) = Self.allocate(byteCount) }

  static func allocate(_ byteCount: Int) -> (base: UnsafeMutableRawPointer, byteCount: Int) {
    let isHuge = byteCount >= Self.hugePage / 8 * 7
    // The end of the block gets a huge page only if at least seven eighths of that page would be used.
    let pages = (byteCount + Self.hugePage / 8) / Self.hugePage * Self.hugePage
    let size = isHuge ? max(byteCount, pages) : byteCount
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: isHuge ? Self.hugePage : Self.line)
    #if canImport(Glibc)
      if isHuge { _ = madvise(base, pages, MADV_HUGEPAGE) }
    #endif
    return (base, size)
  }

  deinit {
    if byteCount > 0 { base.deallocate() }
  }

  static func lines(_ byteCount: Int) -> Int { (byteCount + line - 1) & ~(line - 1) }

  /// Ensures that there is room for a cache line of zeros followed by `blocks` blocks.
  ///
  /// - Parameter isFirst: whether this is the first call. Later calls also allocate a few spare blocks,
  ///   because insertions are often followed by more insertions.
  /// - Returns: whether new memory was allocated.
  mutating func reserve(_ blocks: Int, of blockBytes: Int, isFirst: Bool) -> Bool {
    guard byteCount < Self.line + blocks * blockBytes else { return false }
    let capacity = isFirst ? blocks : blocks + blocks / 32
    self = BlockMemory(byteCount: Self.line + capacity * blockBytes)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.line)
    return true
  }
}
