import Testing

@testable import Measuring

/// In a process of its own: others forget the peak, and have used more.
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
      // The kernel adds up pages for each processor apart, and is a few hundred behind at times.
      precondition((PeakMemory.bytes ?? 0) > before + size - (8 << 20))
    }
  }
}
