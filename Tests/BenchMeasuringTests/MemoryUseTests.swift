import Testing

@testable import BenchMeasuring

/// Runs in a process of its own, because other tests may have used more memory.
@Suite("The peak of memory")
struct PeakMemoryTests {
  @Test("includes memory that was freed")
  func peak() async {
    await #expect(processExitsWith: .success) {
      guard let before = PeakMemory.bytes else { return }
      let size = 64 << 20
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
      for page in stride(from: 0, to: size, by: 4096) { block[page] = 1 }
      precondition(block[size - 4096] == 1)
      block.deallocate()
      // The kernel counts pages for each processor, so its total may be a few hundred pages too low.
      precondition((PeakMemory.bytes ?? 0) > before + size - (8 << 20))
    }
  }
}
