import CMeasuring

/// Empties the processor's caches before an operation that is timed with cold caches.
///
/// If the processor can flush cache lines, `empty` flushes every line of the process's writable memory. To
/// evict address translations, `empty` then touches one line in each of 8,192 other pages. On machines that
/// cannot flush cache lines, `empty` writes to 256 MiB of unrelated memory, like the benchmark SOSD (Marcus
/// and others, VLDB 2020).
package final class ColdCaches {
  /// The number of bytes that the last call of `empty` flushed; nil if this machine cannot flush cache lines.
  package private(set) var flushedBytes: Int?

  private let other: UnsafeMutableRawPointer
  private let otherBytes: Int

  private static let otherPages = 8192
  private static let page = 4096
  private static let swept = 256 << 20

  /// Detects whether this machine can flush cache lines, and empties the caches.
  package init() {
    otherBytes = layoutbench_flush_memory() >= 0 ? Self.otherPages * Self.page : Self.swept
    other = .allocate(byteCount: otherBytes, alignment: Self.page)
    other.initializeMemory(as: UInt8.self, repeating: 1, count: otherBytes)
    empty()
  }

  deinit { other.deallocate() }

  /// Evicts the process's writable memory from the processor's caches.
  package func empty() {
    let flushed = Int(layoutbench_flush_memory())
    flushedBytes = flushed < 0 ? nil : flushed
    for offset in stride(from: 0, to: otherBytes, by: flushed < 0 ? 64 : Self.page) {
      let byte = other.load(fromByteOffset: offset, as: UInt8.self)
      other.storeBytes(of: byte &+ 1, toByteOffset: offset, as: UInt8.self)
    }
    layoutbench_fence()
  }

  /// A description of the method that empties the caches, with the amount of flushed memory.
  package var description: String {
    guard let flushedBytes else { return "a block of \(Self.swept >> 20) MiB written through" }
    return "every line of \((flushedBytes + 1 << 19) >> 20) MiB of writable memory flushed, "
      + "\(Self.otherPages) other pages touched"
  }
}
