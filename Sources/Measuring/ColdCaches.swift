import CMeasuring

/// Empties the caches before a step whose first use is to be timed.
///
/// Where the processor can flush a line, every line of the process's own writable memory is flushed
/// from all levels, and one line in each of 8,192 other pages is touched, so that no buffer of
/// translations knows the list. That leaves code and stack where they are, and needs no knowledge of
/// how large a last level is that a virtual machine shares with strangers. Elsewhere a block of
/// 256 MiB is written through.
///
/// (SOSD, a benchmark of learned indexes, writes through a block larger than its last level before each
/// look-up: R. Marcus and others, "Benchmarking learned indexes", VLDB 2020.)
package final class ColdCaches {
  /// What the emptying covers, in words.
  package private(set) var description = ""

  private var flushes = false
  private let other: UnsafeMutableRawPointer
  private let otherBytes: Int

  private static let otherPages = 8192
  private static let page = 4096
  private static let swept = 256 << 20

  /// Looks for what this machine can do.
  package init() {
    let bytes = layoutbench_find_memory()
    flushes = bytes >= 0
    otherBytes = flushes ? Self.otherPages * Self.page : Self.swept
    other = .allocate(byteCount: otherBytes, alignment: Self.page)
    other.initializeMemory(as: UInt8.self, repeating: 1, count: otherBytes)
    find()
  }

  deinit { other.deallocate() }

  /// Takes note of the memory that there is now; to be called after lists were built and before
  /// `empty()`.
  package func find() {
    guard flushes else {
      description = "a block of \(Self.swept >> 20) MiB written through"
      return
    }
    let bytes = layoutbench_find_memory()
    description =
      "every line of \((bytes + 1 << 19) >> 20) MiB of writable memory flushed, "
      + "\(Self.otherPages) other pages touched"
  }

  /// Empties the caches.
  package func empty() {
    if flushes { layoutbench_flush_memory() }
    let stride = flushes ? Self.page : 64
    var offset = 0
    while offset < otherBytes {
      let byte = other.load(fromByteOffset: offset, as: UInt8.self)
      other.storeBytes(of: byte &+ 1, toByteOffset: offset, as: UInt8.self)
      offset += stride
    }
    layoutbench_fence()
  }
}
