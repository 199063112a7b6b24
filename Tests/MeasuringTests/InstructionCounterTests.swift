import Testing

@testable import Measuring

@Suite("Counting instructions")
struct InstructionTests {
  @Test("this machine counts, or reports the reason")
  func thisMachine() throws {
    if let absence = InstructionCounter.absence {
      // On some machines the counter can be opened but does not count.
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
