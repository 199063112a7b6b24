import Measuring
import Testing

@Suite("The peak of memory", .serialized)
struct PeakMemoryTests {
  private static let size = 64 << 20

  /// Takes memory, touches it, and gives it back.
  private func useMemory() -> UInt8 {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.size, alignment: 16)
    defer { block.deallocate() }
    for page in stride(from: 0, to: Self.size, by: 4096) { block[page] = 1 }
    return block[Self.size - 4096]
  }

  @Test("is at least what was used at once, also when that is given back")
  func peak() throws {
    guard PeakMemory.bytes != nil else { return }
    #expect(useMemory() == 1)
    // The kernel adds up pages for each processor apart, and is a few hundred behind at times.
    #expect(try #require(PeakMemory.bytes) > Self.size - (4 << 20))
  }
}
