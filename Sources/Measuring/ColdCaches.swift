import CMeasuring

/// Empties the caches before a step whose first use is to be timed.
///
/// Where the processor can, every line of the process's own writable memory is flushed, and one line in each of
/// 8,192 other pages is touched, so that no buffer of translations knows the list. Elsewhere a block of 256 MiB
/// is written through, as SOSD does (R. Marcus and others, VLDB 2020).
package final class ColdCaches {
  /// The bytes that the last emptying flushed; nil where this machine cannot flush.
  package private(set) var flushedBytes: Int?

  private let other: UnsafeMutableRawPointer
  private let otherBytes: Int

  private static let otherPages = 8192
  private static let page = 4096
  private static let swept = 256 << 20

  /// Looks for what this machine can do, and empties the caches.
  package init() {
    otherBytes = layoutbench_flush_memory() >= 0 ? Self.otherPages * Self.page : Self.swept
    other = .allocate(byteCount: otherBytes, alignment: Self.page)
    other.initializeMemory(as: UInt8.self, repeating: 1, count: otherBytes)
    empty()
  }

  deinit { other.deallocate() }

  /// Empties the caches of the memory that there is now. Never in the clock: what is mapped is looked
  /// up each time, because a step may have given memory back to the system.
  package func empty() {
    let flushed = Int(layoutbench_flush_memory())
    flushedBytes = flushed < 0 ? nil : flushed
    for offset in stride(from: 0, to: otherBytes, by: flushed < 0 ? 64 : Self.page) {
      let byte = other.load(fromByteOffset: offset, as: UInt8.self)
      other.storeBytes(of: byte &+ 1, toByteOffset: offset, as: UInt8.self)
    }
    layoutbench_fence()
  }

  /// What the last emptying covered, in words.
  package var description: String {
    guard let flushedBytes else { return "a block of \(Self.swept >> 20) MiB written through" }
    return "every line of \((flushedBytes + 1 << 19) >> 20) MiB of writable memory flushed, "
      + "\(Self.otherPages) other pages touched"
  }
}
