import Testing

@testable import Measuring

@Suite("Counting instructions")
struct InstructionTests {
  @Test("this machine counts, or says in a line why not")
  func thisMachine() throws {
    if let absence = InstructionCounter.absence {
      // It may be that the counter can be opened and does not count.
      do {
        let instructions = try InstructionCounter().count {}.instructions
        #expect(instructions == nil && absence == .notPresent)
      } catch {
        #expect(error == absence)
      }
      return
    }
    let counter = try InstructionCounter()
    func instructions(_ steps: Int) throws -> Int {
      let counted = counter.count {
        var random = SplitMix64(seed: 1)
        return (0..<steps).reduce(0 as UInt64) { sum, _ in sum ^ random.next() }
      }
      #expect(counted.result != 0)
      return try #require(counted.instructions)
    }
    #expect(try instructions(20_000) > instructions(10_000) + 10_000)
  }
}

/// In a process of its own: others forget the peak, and have used more.
@Suite("The peak of memory")
struct PeakMemoryTests {
  @Test("is at least what was used at once, also when that is given back")
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
