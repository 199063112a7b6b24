import Testing

@testable import BenchMeasuring

/// Runs in its own process, because other tests may have used more memory.
@Suite("Peak memory")
struct PeakMemoryTests {
  @Test("Peak memory includes memory that has been freed")
  func peak() async {
    await #expect(processExitsWith: .success) {
      guard let before = PeakMemory.bytes else { return }
      let size = 64 << 20
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
      for page in stride(from: 0, to: size, by: 4096) { block[page] = 1 }
      precondition(block[size - 4096] == 1)
      block.deallocate()
      // The kernel counts pages separately for each processor, so its total may be a few hundred pages too
      // low.
      precondition((PeakMemory.bytes ?? 0) > before + size - (8 << 20))
    }
  }
}
