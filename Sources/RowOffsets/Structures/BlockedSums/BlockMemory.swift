#if canImport(Glibc)
  import Glibc
#endif

/// Raw memory that starts on a cache line; not set to anything.
///
/// What is as large as a huge page or more starts on one and asks for them: a question at random
/// then finds its address without a walk through page tables. (Linux; elsewhere there is nothing to
/// ask for.)
struct BlockMemory: ~Copyable {
  /// Bytes in a cache line.
  static let line = 64
  /// Bytes in a huge page of x86-64 and arm64.
  private static let hugePage = 2 << 20

  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// Nothing: a place where no byte may be read.
  init() {
    // Not nil: it is not 0.
    base = UnsafeMutableRawPointer(bitPattern: Self.line).unsafelyUnwrapped
    byteCount = 0
  }

  init(byteCount: Int) { (base, self.byteCount) = Self.allocate(byteCount) }

  /// Memory as above, of at least so many bytes; whoever asks for it gives it back.
  static func allocate(_ byteCount: Int) -> (base: UnsafeMutableRawPointer, byteCount: Int) {
    let isHuge = byteCount >= Self.hugePage / 8 * 7
    // The last page is a huge one only where little of it is left over.
    let pages = (byteCount + Self.hugePage / 8) / Self.hugePage * Self.hugePage
    let size = isHuge ? max(byteCount, pages) : byteCount
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: isHuge ? Self.hugePage : Self.line)
    #if canImport(Glibc)
      // Advice that is not taken costs time, not correctness.
      if isHuge { _ = madvise(base, pages, MADV_HUGEPAGE) }
    #endif
    return (base, size)
  }

  deinit {
    if byteCount > 0 { base.deallocate() }
  }

  /// `byteCount` rounded up to whole cache lines.
  static func lines(_ byteCount: Int) -> Int { (byteCount + line - 1) & ~(line - 1) }

  /// Sees that there is a line of zeros and room for blocks after it.
  ///
  /// - Parameter isFirst: whether this is the first time; later there is room for a few blocks more
  ///   than are needed, because rows are inserted again and again.
  /// - Returns: whether the memory is new.
  mutating func grow(to blocks: Int, of blockBytes: Int, isFirst: Bool) -> Bool {
    guard byteCount < Self.line + blocks * blockBytes else { return false }
    let room = isFirst ? blocks : blocks + blocks / 32
    self = BlockMemory(byteCount: Self.line + room * blockBytes)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.line)
    return true
  }
}
