#if canImport(Glibc)
  import Glibc
#endif

/// Uninitialised memory that starts on a cache line.
///
/// On Linux, memory of the size of a huge page or more is aligned to one and requests huge pages. A random
/// access then needs no walk through page tables.
struct BlockMemory: ~Copyable {
  static let line = 64
  /// The bytes of a huge page on x86-64 and arm64.
  private static let hugePage = 2 << 20

  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// No memory: no byte of it may be read.
  init() {
    // The bit pattern is not 0, so the pointer is not nil.
    base = UnsafeMutableRawPointer(bitPattern: Self.line).unsafelyUnwrapped
    byteCount = 0
  }

  init(byteCount: Int) { (base, self.byteCount) = Self.allocate(byteCount) }

  /// Memory as above, of at least `byteCount` bytes, which the caller deallocates.
  static func allocate(_ byteCount: Int) -> (base: UnsafeMutableRawPointer, byteCount: Int) {
    let isHuge = byteCount >= Self.hugePage / 8 * 7
    // The last page becomes a huge one only if little of it is unused.
    let pages = (byteCount + Self.hugePage / 8) / Self.hugePage * Self.hugePage
    let size = isHuge ? max(byteCount, pages) : byteCount
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: isHuge ? Self.hugePage : Self.line)
    #if canImport(Glibc)
      // Failure costs only time.
      if isHuge { _ = madvise(base, pages, MADV_HUGEPAGE) }
    #endif
    return (base, size)
  }

  deinit {
    if byteCount > 0 { base.deallocate() }
  }

  /// `byteCount` rounded up to whole cache lines.
  static func lines(_ byteCount: Int) -> Int { (byteCount + line - 1) & ~(line - 1) }

  /// Ensures space for a line of zeros and for blocks after it.
  ///
  /// - Parameter isFirst: whether this is the first call; later calls allocate a few spare blocks, because
  ///   insertions often repeat.
  /// - Returns: whether the memory is new.
  mutating func reserve(_ blocks: Int, of blockBytes: Int, isFirst: Bool) -> Bool {
    guard byteCount < Self.line + blocks * blockBytes else { return false }
    let capacity = isFirst ? blocks : blocks + blocks / 32
    self = BlockMemory(byteCount: Self.line + capacity * blockBytes)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.line)
    return true
  }
}
